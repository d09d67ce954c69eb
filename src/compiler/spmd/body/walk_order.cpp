// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/body/walk_order.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kMostQuestions = 8;

std::uint64_t bytes_of(const Instruction& access) {
  return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
}

/// Whether they may be at one place and are not in order already.
bool may_meet(const Instruction& first, const Instruction& second,
              const SmallPtrSetImpl<Instruction*>& moved, BatchAAResults& aliases) {
  const bool changes = moved.contains(&first) || moved.contains(&second);
  if (!changes || (isa<LoadInst>(first) && isa<LoadInst>(second))) return false;
  const auto anywhere = [](const Instruction& access) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&access));
  };
  return !aliases.isNoAlias(anywhere(first), anywhere(second));
}

}  // namespace

const SCEV* start_of_walk(const Instruction& access, const Loop& loop, ScalarEvolution& evolution) {
  auto* pointer = const_cast<Value*>(getLoadStorePointerOperand(&access));
  const auto* place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer));
  if (place == nullptr || place->getLoop() != &loop || !place->isAffine()) return nullptr;
  const auto* step = dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution));
  if (step == nullptr || step->getAPInt() != bytes_of(access)) return nullptr;
  const SCEV* start = place->getStart();
  const SCEVExpander expander(evolution, "walk");
  return expander.isSafeToExpand(start) ? start : nullptr;
}

std::optional<SmallVector<OrderConflict, 4>> find_conflicts(
    const Loop& loop, const SmallPtrSetImpl<Instruction*>& moved, ScalarEvolution& evolution,
    AAResults& aliases) {
  BatchAAResults batch(aliases);
  SmallVector<Instruction*, 8> accesses;
  for (Instruction& step : *loop.getHeader())
    if (getLoadStorePointerOperand(&step) != nullptr) accesses.push_back(&step);
  SmallVector<OrderConflict, 4> conflicts;
  for (const auto& [number, second] : enumerate(accesses)) {
    for (Instruction* first : ArrayRef(accesses).take_front(number)) {
      if (!may_meet(*first, *second, moved, batch)) continue;
      const bool stores = isa<StoreInst>(first) && isa<StoreInst>(second);
      if (stores && !(moved.contains(first) && moved.contains(second))) return {};
      const SCEV* start = start_of_walk(*first, loop, evolution);
      const SCEV* other = start_of_walk(*second, loop, evolution);
      if (start == nullptr || other == nullptr || bytes_of(*first) != bytes_of(*second)) return {};
      // What is read back in the same round has to come after it.
      if (start == other && isa<LoadInst>(second)) return {};
      if (start != other) conflicts.push_back({first, second});
    }
  }
  if (conflicts.size() > kMostQuestions) return {};
  return conflicts;
}

Value* test_conflicts(IRBuilder<>& builder, ArrayRef<OrderConflict> conflicts, unsigned rounds,
                      const Loop& loop, ScalarEvolution& evolution) {
  SCEVExpander expander(evolution, "walk");
  const auto begin = [&](const Instruction& access) {
    Value* start = expander.expandCodeFor(start_of_walk(access, loop, evolution),
                                          getLoadStorePointerOperand(&access)->getType(),
                                          builder.GetInsertPoint());
    return builder.CreatePtrToInt(start, builder.getInt64Ty());
  };
  Value* apart = builder.getTrue();
  for (const auto& [first, second] : conflicts) {
    // Later rounds' accesses come before a store now, but not at the places that it lies ahead of them by less than all rounds; what
    // is read after it in the same round comes before it, too.
    const bool reads_back = isa<LoadInst>(second);
    const std::uint64_t bytes = bytes_of(*first), least = reads_back ? bytes : 0;
    Value* ahead = reads_back ? builder.CreateSub(begin(*first), begin(*second))
                              : builder.CreateSub(begin(*second), begin(*first));
    // Not -least < ahead < rounds * bytes.
    Value* is_apart = builder.CreateICmpUGE(builder.CreateAdd(ahead, builder.getInt64(least - 1)),
                                            builder.getInt64(rounds * bytes + least - 1));
    apart = builder.CreateAnd(apart, is_apart, "apart");
  }
  return apart;
}

}  // namespace riffle::spmd
