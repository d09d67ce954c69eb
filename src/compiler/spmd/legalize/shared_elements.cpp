// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/shared_elements.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Vectors whose elements one load takes.
constexpr std::size_t kMostSources = 4;

/// An element of shared memory: a lane of what an access stored. What no access has stored is 0.
struct SharedElement {
  const SharedAccess* store = nullptr;
  unsigned lane = 0;
};

std::uint64_t element_bytes(const Instruction& access) {
  return access.getDataLayout()
      .getTypeStoreSize(type_of_access(access)->getScalarType())
      .getFixedValue();
}

class Elements {
 public:
  explicit Elements(ArrayRef<SharedAccess> group) {
    for (const SharedAccess& access : group) accesses_.push_back(&access);
  }

  /// Finds what each load loads; false if that does not serve.
  bool find(const DominatorTree& dominators) {
    const Instruction& any = *accesses_.front()->instruction;
    const std::uint64_t bytes = element_bytes(any);
    for (const SharedAccess* access : accesses_) {
      if (element_bytes(*access->instruction) != bytes ||
          !type_of_access(*access->instruction)->isSized())
        return false;
      for (const auto& place : access->lanes)
        if (place && *place % static_cast<std::int64_t>(bytes) != 0) return false;
    }
    if (!put_in_order(dominators)) return false;
    DenseMap<std::int64_t, SharedElement> memory;
    for (const SharedAccess* access : accesses_) {
      if (stored_by(*access->instruction) == nullptr) {
        if (!find_loaded(*access, memory)) return false;
        continue;
      }
      for (const auto& [lane, place] : enumerate(access->lanes))
        if (place) memory[*place] = {access, static_cast<unsigned>(lane)};
    }
    return true;
  }

  void replace() {
    for (const SharedAccess* access : accesses_) {
      Instruction& load = *access->instruction;
      if (stored_by(load) == nullptr) load.replaceAllUsesWith(loaded(*access));
    }
    for (const SharedAccess* access : accesses_) access->instruction->eraseFromParent();
  }

 private:
  /// As a block runs them; false: it may run one without an earlier one.
  bool put_in_order(const DominatorTree& dominators) {
    const auto block_of = [](const SharedAccess* access) {
      return access->instruction->getParent();
    };
    const auto place_of = [&](const BasicBlock* block) {
      return std::pair(dominators.getNode(block)->getLevel(), block);
    };
    sort(accesses_, [&](const SharedAccess* one, const SharedAccess* other) {
      if (block_of(one) != block_of(other))
        return place_of(block_of(one)) < place_of(block_of(other));
      return one->instruction != other->instruction &&
             one->instruction->comesBefore(other->instruction);
    });
    return none_of(seq<std::size_t>(1, accesses_.size()), [&](std::size_t i) {
      return !dominators.dominates(block_of(accesses_[i - 1]), block_of(accesses_[i]));
    });
  }

  bool find_loaded(const SharedAccess& load, const DenseMap<std::int64_t, SharedElement>& memory) {
    SmallVector<SharedElement, 0>& elements = loaded_[&load];
    SmallPtrSet<const SharedAccess*, 8> sources;
    for (const auto& place : load.lanes) {
      elements.push_back(place ? memory.lookup(*place) : SharedElement{});
      if (place) sources.insert(elements.back().store);
    }
    return sources.size() <= kMostSources;
  }

  using Sources = SmallVector<const SharedAccess*, 4>;  ///< null: zeros

  Value* loaded(const SharedAccess& access) {
    Instruction& load = *access.instruction;
    const auto& elements = loaded_.find(&access)->second;
    Sources sources;
    std::size_t widest = elements.size();
    for (const auto& [lane, from] : enumerate(elements)) {
      if (!access.lanes[lane] || is_contained(sources, from.store)) continue;
      sources.push_back(from.store);
      if (from.store != nullptr) widest = std::max(widest, from.store->lanes.size());
    }
    IRBuilder<> builder(&load);
    Value* result = collected(builder, access, sources, widest);
    if (!load.getType()->isVectorTy())
      return builder.CreateExtractElement(result, std::uint64_t{0});
    SmallVector<int, 64> first;
    for (unsigned lane = 0; lane < elements.size(); ++lane) first.push_back(static_cast<int>(lane));
    if (widest != elements.size()) result = builder.CreateShuffleVector(result, first);
    if (isa<LoadInst>(load)) return result;
    const auto& call = cast<CallBase>(load);
    return builder.CreateSelect(call.getArgOperand(1), result, call.getArgOperand(2));
  }

  /// What `access` loads, in the first of `widest` lanes: of the first two sources at once, then of one after the other.
  Value* collected(IRBuilder<>& builder, const SharedAccess& access, const Sources& sources,
                   std::size_t widest) {
    Type* element = access.instruction->getType()->getScalarType();
    const auto& elements = loaded_.find(&access)->second;
    if (sources.empty()) return PoisonValue::get(FixedVectorType::get(element, widest));
    SmallVector<int, 64> order(widest, -1);
    Value* result = vector_of(builder, sources.front(), element, widest);
    const auto take = [&](const SharedAccess* source, std::size_t from) {
      for (const auto& [lane, taken] : enumerate(elements))
        if (access.lanes[lane] && taken.store == source)
          order[lane] = static_cast<int>(from + taken.lane);
    };
    take(sources.front(), 0);
    if (sources.size() == 1) return builder.CreateShuffleVector(result, order);
    for (const SharedAccess* source : drop_begin(sources)) {
      take(source, widest);
      result =
          builder.CreateShuffleVector(result, vector_of(builder, source, element, widest), order);
      // What is there already stays in its lane.
      for (const auto& [lane, place] : enumerate(order))
        if (place >= 0) place = static_cast<int>(lane);
    }
    return result;
  }

  /// What `store` stores, as `widest` elements.
  static Value* vector_of(IRBuilder<>& builder, const SharedAccess* store, Type* element,
                          std::size_t widest) {
    auto* whole = FixedVectorType::get(element, widest);
    if (store == nullptr) return Constant::getNullValue(whole);
    Value* value = stored_by(*store->instruction);
    if (!value->getType()->isVectorTy())
      value = builder.CreateInsertElement(
          PoisonValue::get(FixedVectorType::get(value->getType(), 1)), value, std::uint64_t{0});
    const unsigned count = cast<FixedVectorType>(value->getType())->getNumElements();
    value = builder.CreateBitOrPointerCast(value, FixedVectorType::get(element, count));
    SmallVector<int, 64> order;
    for (unsigned lane = 0; lane < widest; ++lane)
      order.push_back(lane < count ? static_cast<int>(lane) : -1);
    return count == widest ? value : builder.CreateShuffleVector(value, order);
  }

  SmallVector<const SharedAccess*, 32> accesses_;
  DenseMap<const SharedAccess*, SmallVector<SharedElement, 0>> loaded_;
};

}  // namespace

bool pass_in_registers(ArrayRef<SharedAccess> group, const DominatorTree& dominators) {
  Elements elements(group);
  if (!elements.find(dominators)) return false;
  elements.replace();
  return true;
}

}  // namespace riffle::spmd
