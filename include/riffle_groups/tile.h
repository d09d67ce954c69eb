// SPDX-License-Identifier: Apache-2.0
// thread_block_tile: a power of two of neighbouring threads, and the partitions that make groups of groups.
#pragma once

#include "coalesced.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned Size, class Parent = void>
class thread_block_tile;

namespace details {

/// Up to a warp: lanes in shuffles of width Size.
template <unsigned Size>
class warp_tile : public thread_group {
 public:
  RIFFLE_MEMBER static constexpr unsigned size() { return Size; }
  RIFFLE_MEMBER static constexpr unsigned num_threads() { return Size; }
  RIFFLE_MEMBER static unsigned thread_rank() { return lane() & (Size - 1); }
  RIFFLE_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  RIFFLE_MEMBER unsigned meta_group_size() const { return meta_size_; }
  RIFFLE_MEMBER void sync() const { __syncwarp(mask_); }
  RIFFLE_MEMBER unsigned lane_mask() const { return mask_; }

  template <class _Tp>
  RIFFLE_MEMBER plain<_Tp> shfl(_Tp&& value, int source_rank) const {
    return shuffle_words<plain<_Tp>>(value, mask_, static_cast<unsigned>(source_rank), Size);
  }
  template <class _Tp>
  RIFFLE_MEMBER plain<_Tp> shfl_down(_Tp&& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, static_cast<int>(delta < Size - rank ? rank + delta : rank));
  }
  template <class _Tp>
  RIFFLE_MEMBER plain<_Tp> shfl_up(_Tp&& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, static_cast<int>(delta <= rank ? rank - delta : rank));
  }
  template <class _Tp>
  RIFFLE_MEMBER plain<_Tp> shfl_xor(_Tp&& value, unsigned lanes) const {
    const unsigned source = thread_rank() ^ lanes;
    return shfl(value, static_cast<int>(source < Size ? source : thread_rank()));
  }
  RIFFLE_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate) != 0; }
  RIFFLE_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate) != 0; }
  RIFFLE_MEMBER unsigned ballot(int predicate) const {
    return shift(__ballot_sync(mask_, predicate));
  }
  template <class _Tp>
  RIFFLE_MEMBER unsigned match_any(_Tp value) const {
    return shift(__match_any_sync(mask_, value));
  }
  template <class _Tp>
  RIFFLE_MEMBER unsigned match_all(_Tp value, int& predicate) const {
    return shift(__match_all_sync(mask_, value, &predicate));
  }

 protected:
  RIFFLE_MEMBER warp_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(coalesced_group_id, (~0u >> (32 - Size)) << (lane() & ~(Size - 1)), meta_rank,
                     meta_size) {}

 private:
  RIFFLE_MEMBER unsigned shift(unsigned bits) const {
    return (bits & mask_) >> (lane() & ~(Size - 1));
  }
};

/// Several warps: values travel through shared memory.
template <unsigned Size>
class block_tile : public thread_group {
 public:
  RIFFLE_MEMBER static constexpr unsigned size() { return Size; }
  RIFFLE_MEMBER static constexpr unsigned num_threads() { return Size; }
  RIFFLE_MEMBER static unsigned thread_rank() { return rank_in_block() & (Size - 1); }
  RIFFLE_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  RIFFLE_MEMBER unsigned meta_group_size() const { return meta_size_; }
  RIFFLE_MEMBER void sync() const { sync_tile(Size); }

  template <class _Tp>
  RIFFLE_MEMBER plain<_Tp> shfl(_Tp&& value, int source_rank) const {
    return exchange<plain<_Tp>>(value, source_rank);
  }
  RIFFLE_MEMBER int any(int predicate) const { return votes(predicate) != 0; }
  RIFFLE_MEMBER int all(int predicate) const { return votes(predicate) == Size; }

 protected:
  RIFFLE_MEMBER block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(multi_tile_group_id, Size, meta_rank, meta_size) {}

 private:
  template <class _Tp>
  RIFFLE_MEMBER _Tp exchange(const _Tp& value, int source_rank) const {
    static_assert(__is_trivially_copyable(_Tp) && sizeof(_Tp) <= 32,
                  "shuffled types are trivially copyable and have at most 32 bytes");
    __shared__ unsigned long long places[1024 / Size][4];
    unsigned long long* place = places[rank_in_block() / Size];
    if (thread_rank() == static_cast<unsigned>(source_rank))
      __builtin_memcpy(place, &value, sizeof(_Tp));
    sync();
    _Tp result;
    __builtin_memcpy(&result, place, sizeof(_Tp));
    sync();
    return result;
  }
  RIFFLE_MEMBER unsigned votes(int predicate) const {
    __shared__ unsigned counts[1024 / Size];
    unsigned* count = &counts[rank_in_block() / Size];
    if (thread_rank() == 0) *count = 0;
    sync();
    if (predicate != 0) atomicAdd_block(count, 1u);
    sync();
    const unsigned result = *count;
    sync();
    return result;
  }
};

template <unsigned Size, bool within_warp = (Size <= 32)>
struct tile_base {
  using type = warp_tile<Size>;
};
template <unsigned Size>
struct tile_base<Size, false> {
  using type = block_tile<Size>;
};

}  // namespace details

/// Whatever its parent is: what tiles of that size convert to.
template <unsigned Size>
class thread_block_tile<Size, void> : public details::tile_base<Size>::type {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                "the size of a tile is a power of two up to 1024");

 public:
  RIFFLE_MEMBER thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : details::tile_base<Size>::type(meta_rank, meta_size) {}
  RIFFLE_MEMBER operator coalesced_group() const {
    return {this->lane_mask(), this->meta_group_rank(), this->meta_group_size()};
  }
};
template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  RIFFLE_MEMBER thread_block_tile(const Parent& parent)
      : thread_block_tile<Size, void>(static_cast<unsigned>(parent.thread_rank()) / Size,
                                      (static_cast<unsigned>(parent.size()) + Size - 1) / Size) {}
  RIFFLE_MEMBER static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  RIFFLE_MEMBER static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
};

template <unsigned Size, class Parent>
RIFFLE_MEMBER thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}

// --- Sizes known at run time ---

RIFFLE_MEMBER coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  if (size == 0 || (size & (size - 1)) != 0) __trap();
  const unsigned rank = parent.thread_rank(), first = rank / size * size;
  unsigned members = 0;
  unsigned rest = parent.lane_mask();
  for (unsigned i = 0; rest != 0; ++i, rest &= rest - 1) {
    if (i >= first && i < first + size) members |= rest & (0u - rest);
  }
  return {members, rank / size, (parent.size() + size - 1) / size};
}
RIFFLE_MEMBER thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
  if (parent.get_type() == details::coalesced_group_id) {
    return tiled_partition(coalesced_group(parent.mask_, parent.meta_rank_, parent.meta_size_),
                           size);
  }
  const unsigned rank = static_cast<unsigned>(parent.thread_rank());
  const unsigned left = static_cast<unsigned>(parent.size()) - rank / size * size;
  const unsigned members = (~0u >> (32 - (left < size ? left : size)))
                           << (details::lane() & ~(size - 1));
  return coalesced_group(members, rank / size,
                         (static_cast<unsigned>(parent.size()) + size - 1) / size);
}
RIFFLE_MEMBER thread_group tiled_partition(const thread_block& parent, unsigned size) {
  return tiled_partition(static_cast<const thread_group&>(parent), size);
}

// --- By label ---

template <class Group, class Label>
RIFFLE_MEMBER coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned members = __match_any_sync(group.lane_mask(), label);
  // Groups are numbered by their first members.
  const unsigned first = members & (0u - members);
  const unsigned firsts = __ballot_sync(group.lane_mask(), first == 1u << details::lane());
  return {members, static_cast<unsigned>(__popc(static_cast<int>(firsts & (first - 1)))),
          static_cast<unsigned>(__popc(static_cast<int>(firsts)))};
}
template <class Group>
RIFFLE_MEMBER coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = __ballot_sync(group.lane_mask(), predicate);
  const unsigned members = predicate ? yes : group.lane_mask() & ~yes;
  // An empty side is no group.
  const bool both = yes != 0 && yes != group.lane_mask();
  return {members, both && predicate ? 1u : 0u, both ? 2u : 1u};
}

// --- One of the group ---

template <class Group, class Function, class... Arguments>
RIFFLE_MEMBER void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(details::forward<Arguments>(arguments)...);
}
template <class Group, class Function, class... Arguments>
RIFFLE_MEMBER auto invoke_one_broadcast(const Group& group, Function&& function,
                                        Arguments&&... arguments) {
  using Result = decltype(function(details::forward<Arguments>(arguments)...));
  alignas(Result) unsigned char room[sizeof(Result)] = {};
  if (group.thread_rank() == 0) {
    const Result result = function(details::forward<Arguments>(arguments)...);
    __builtin_memcpy(room, &result, sizeof(Result));
  }
  Result result;
  __builtin_memcpy(&result, room, sizeof(Result));
  return group.shfl(result, 0);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
