// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lane_by_lane.h"

#include <llvm/IR/Instructions.h>

#include "compiler/spmd/transform/block_atomics.h"

namespace riffle::spmd {

using namespace llvm;

bool works_lane_by_lane(const Function& body, unsigned lanes) {
  return any_of(body, [&](const BasicBlock& block) {
    const auto updates = static_cast<std::size_t>(count_if(block, [](const Instruction& step) {
      const auto* update = dyn_cast<AtomicRMWInst>(&step);
      return update != nullptr && !is_block_update(*update);
    }));
    return updates * lanes > 2 * block.size();
  });
}

}  // namespace riffle::spmd
