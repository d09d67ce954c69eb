// SPDX-License-Identifier: Apache-2.0
// Accesses beside each other: at distances from one address that are known while compiling.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>

namespace riffle::spmd {

/// Numbers of elements, one for each lane.
using Places = llvm::SmallVector<std::int64_t, 32>;

/// Accesses that are one, in order of address.
template <typename Access>
struct Neighbour {
  Access* access;
  std::int64_t distance;  ///< in elements, from the access that they were found for
};
template <typename Access>
using Together = llvm::SmallVector<Neighbour<Access>, 4>;

/// Elements that are accessed at once are at most this many times as many as the lanes: float4.
inline constexpr std::int64_t kWidestStride = 4;

/// What addresses are at known distances from: a pointer and elements of `bytes` after it, as many as a number says that is
/// extended to the pointer's width. Without such a number, the pointer alone.
struct Origin {
  const llvm::Value *pointer = nullptr, *number = nullptr;
  std::uint64_t bytes = 0;
  bool is_signed = false;

  friend bool operator==(const Origin&, const Origin&) = default;
};

/// The distance of `pointer` from it goes to `offset`.
///
///   gep float, %p, zext (or disjoint i32 %i, 3)    ->    {%p, %i, 4}, 12
Origin origin_of(const llvm::Value& pointer, const llvm::DataLayout& layout, llvm::APInt& offset);

/// Where accesses of one kind lie, by their distance in elements from a first one.
template <typename Access>
class Neighbours {
 public:
  Neighbours(Access& first, std::int64_t bytes)
      : layout_(first.getDataLayout()), bytes_(bytes), origin_(place(first, start_)) {
    at_[0] = &first;
  }

  /// False if `other` has no place beside the first, or one that is taken.
  bool add(Access& other) {
    llvm::APInt offset(64, 0);
    if (place(other, offset) != origin_) return false;
    const std::int64_t distance = (offset - start_).getSExtValue();
    return distance % bytes_ == 0 && at_.try_emplace(distance / bytes_, &other).second;
  }

  /// Those that follow each other, the first one among them, in order of address: as many as are a multiple of `multiple`. Empty
  /// if the first one would be left out.
  Together<Access> run(std::int64_t multiple) const {
    std::int64_t begin = 0, end = 1;
    while (at_.contains(begin - 1)) --begin;
    while (at_.contains(end)) ++end;
    end -= (end - begin) % multiple;
    Together<Access> found;
    for (std::int64_t place = begin; end > 0 && place < end; ++place)
      found.push_back({at_.lookup(place), place});
    return found;
  }

  /// Those that leave no gap, the first one among them, where lanes' elements are at `places` of each; in order of address.
  /// Empty if some are missing.
  Together<Access> row(const Places& places) const {
    const std::int64_t furthest = kWidestStride * static_cast<std::int64_t>(places.size());
    for (std::int64_t begin = 1 - furthest; begin <= 0; ++begin) {
      Together<Access> found = row_from(begin, places);
      if (llvm::any_of(found, [](const auto& member) { return member.distance == 0; }))
        return found;
    }
    return {};
  }

 private:
  Origin place(Access& access, llvm::APInt& offset) {
    return origin_of(*access.getPointerOperand(), layout_, offset);
  }

  /// Each of them fills the first gap that those before it leave.
  Together<Access> row_from(std::int64_t begin, const Places& places) const {
    Together<Access> found;
    llvm::SmallDenseSet<std::int64_t, 64> filled;
    const std::int64_t least = *std::ranges::min_element(places);
    std::int64_t gap = begin;
    do {
      const auto next = at_.find(gap);
      if (next == at_.end()) return {};
      found.push_back({next->second, gap});
      for (const std::int64_t place : places)
        if (!filled.insert(next->first + place - least).second) return {};
      while (filled.contains(gap)) ++gap;
    } while (static_cast<std::int64_t>(filled.size()) != gap - begin);
    return found;
  }

  const llvm::DataLayout& layout_;
  std::int64_t bytes_;
  llvm::APInt start_ = llvm::APInt(64, 0);
  Origin origin_;
  llvm::SmallDenseMap<std::int64_t, Access*> at_;
};

/// Of the rest of `load`'s block, before memory may change.
Neighbours<llvm::LoadInst> loads_beside(llvm::LoadInst& load, std::int64_t bytes);

/// Of `store`'s block from it on, as long as nothing else touches memory.
Neighbours<llvm::StoreInst> stores_beside(llvm::StoreInst& store, std::int64_t bytes);

/// Whether `store` comes behind all others of `group`.
bool is_last_of(const Together<llvm::StoreInst>& group, const llvm::StoreInst& store);

}  // namespace riffle::spmd
