// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lane_by_lane.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/transform/block_atomics.h"

namespace riffle::spmd {

using namespace llvm;

bool works_lane_by_lane(Function& body, unsigned lanes) {
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  const bool by_elements = goes_through_grid(body);
  return any_of(body, [&](const BasicBlock& block) {
    if (by_elements && loops.getLoopFor(&block) == nullptr) return false;
    const auto updates = static_cast<std::size_t>(count_if(block, [](const Instruction& step) {
      const auto* update = dyn_cast<AtomicRMWInst>(&step);
      return update != nullptr && !is_block_update(*update);
    }));
    return updates * lanes > 2 * block.size();
  });
}

}  // namespace riffle::spmd
