// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lane_by_lane.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/analysis/lane_data.h"
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/strategy/block_atomics.h"
#include "compiler/spmd/widen/common_updates.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kManyAtOnce = 8;            ///< lookups that do not wait for each other
constexpr unsigned kInstructionsALookup = 10;  ///< less than these: hardly any arithmetic
constexpr unsigned kRoundsOfALoop = 8;         ///< a guess

/// Of a body: loads from where memory says, another place for each lane.
class Lookups {
 public:
  Lookups(const Function& body, const Uniformity& uniformity)
      : from_memory_(body, [&](const Instruction& instruction) {
          return uniformity.is_uniform(&instruction);
        }) {}

  /// Whether `block` is mostly lookups, many of which may be made at once.
  [[nodiscard]] bool are_most_of(const BasicBlock& block) const {
    SmallDenseMap<const Value*, unsigned> depths;  // how many lookups wait for each other
    unsigned lookups = 0, deepest = 0;
    for (const Instruction& instruction : block) {
      if (isa<PHINode>(instruction)) continue;
      unsigned depth = 0;
      for (const Value* operand : instruction.operands())
        depth = std::max(depth, depths.lookup(operand));
      if (is_lookup(instruction)) {
        ++lookups;
        ++depth;
      }
      depths[&instruction] = depth;
      deepest = std::max(deepest, depth);
    }
    return deepest != 0 && lookups >= kManyAtOnce * deepest &&
           lookups * kInstructionsALookup > block.size();
  }

 private:
  [[nodiscard]] bool is_lookup(const Instruction& instruction) const {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    return load != nullptr && !load->isVolatile() &&
           from_memory_.contains(*load->getPointerOperand());
  }

  LaneData from_memory_;
};

}  // namespace

bool looks_up_many(Function& body, unsigned lanes) {
  const Lookups lookups(body, Uniformity(body, UniformityScope::kPacket, lanes));
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  std::size_t all = 0, by_lookups = 0;
  for (const BasicBlock& block : body) {
    std::size_t work = block.size();
    for (unsigned depth = loops.getLoopDepth(&block); depth != 0; --depth) work *= kRoundsOfALoop;
    all += work;
    if (lookups.are_most_of(block)) by_lookups += work;
  }
  return 2 * by_lookups > all;
}

bool works_lane_by_lane(Function& body, unsigned lanes) {
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  const bool by_elements = goes_through_grid(body);
  std::optional<Uniformity> uniformity;
  const auto is_common = [&](const AtomicRMWInst& update) {
    if (!may_be_common(update)) return false;
    if (!uniformity) uniformity.emplace(body, UniformityScope::kPacket, lanes);
    return uniformity->is_uniform(update.getPointerOperand());
  };
  return any_of(body, [&](const BasicBlock& block) {
    if (by_elements && loops.getLoopFor(&block) == nullptr) return false;
    const auto updates = static_cast<std::size_t>(count_if(block, [&](const Instruction& step) {
      const auto* update = dyn_cast<AtomicRMWInst>(&step);
      return update != nullptr && !is_block_update(*update) && !is_common(*update);
    }));
    return updates * lanes > 2 * block.size();
  });
}

}  // namespace riffle::spmd
