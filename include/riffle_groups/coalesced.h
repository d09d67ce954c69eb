// SPDX-License-Identifier: Apache-2.0
// coalesced_group: any set of lanes of one warp. Ranks count the bits of its mask.
#pragma once

#include "groups.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

/// The lane whose bit of `mask` has `rank` set bits below it; 32 if there is none.
RIFFLE_GROUP unsigned lane_of_rank(unsigned mask, unsigned rank) {
  for (; rank > 0 && mask != 0; --rank) mask &= mask - 1;
  return mask == 0 ? 32u : static_cast<unsigned>(__ffs(static_cast<int>(mask)) - 1);
}
/// Bit `rank` of the result is the bit of `bits` at the lane of that rank.
RIFFLE_GROUP unsigned pack_bits(unsigned bits, unsigned mask) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; mask &= mask - 1, ++rank) {
    packed |= (bits & mask & (0u - mask)) != 0 ? 1u << rank : 0u;
  }
  return packed;
}

template <class _Tp>
RIFFLE_GROUP _Tp shuffle_words(const _Tp& value, unsigned mask, unsigned source, int width = 32) {
  static_assert(__is_trivially_copyable(_Tp) && sizeof(_Tp) <= 32,
                "shuffled types are trivially copyable and have at most 32 bytes");
  constexpr int kWords = static_cast<int>((sizeof(_Tp) + 3) / 4);
  unsigned words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(_Tp));
#pragma unroll
  for (int i = 0; i < kWords; ++i) {
    words[i] = __shfl_sync(mask, words[i], static_cast<int>(source), width);
  }
  _Tp result;
  __builtin_memcpy(&result, words, sizeof(_Tp));
  return result;
}

}  // namespace details

class coalesced_group : public thread_group {
 public:
  RIFFLE_MEMBER coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(details::coalesced_group_id, mask, meta_rank, meta_size) {}

  RIFFLE_MEMBER unsigned size() const {
    return static_cast<unsigned>(__popc(static_cast<int>(mask_)));
  }
  RIFFLE_MEMBER unsigned num_threads() const { return size(); }
  RIFFLE_MEMBER unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(static_cast<int>(mask_ & details::lanes_below())));
  }
  RIFFLE_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  RIFFLE_MEMBER unsigned meta_group_size() const { return meta_size_; }
  RIFFLE_MEMBER void sync() const { __syncwarp(mask_); }
  RIFFLE_MEMBER unsigned lane_mask() const { return mask_; }

  template <class _Tp>
  RIFFLE_MEMBER details::plain<_Tp> shfl(_Tp&& value, unsigned source_rank) const {
    const unsigned lane = details::lane_of_rank(mask_, source_rank);
    return details::shuffle_words<details::plain<_Tp>>(value, mask_, lane);
  }
  template <class _Tp>
  RIFFLE_MEMBER details::plain<_Tp> shfl_down(_Tp&& value, unsigned delta) const {
    const unsigned lane = details::lane_of_rank(mask_, thread_rank() + delta);
    return details::shuffle_words<details::plain<_Tp>>(value, mask_,
                                                       lane < 32 ? lane : details::lane());
  }
  template <class _Tp>
  RIFFLE_MEMBER details::plain<_Tp> shfl_up(_Tp&& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    const unsigned lane =
        rank >= delta ? details::lane_of_rank(mask_, rank - delta) : details::lane();
    return details::shuffle_words<details::plain<_Tp>>(value, mask_, lane);
  }

  RIFFLE_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate) != 0; }
  RIFFLE_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate) != 0; }
  RIFFLE_MEMBER unsigned ballot(int predicate) const {
    return details::pack_bits(__ballot_sync(mask_, predicate), mask_);
  }
  template <class _Tp>
  RIFFLE_MEMBER unsigned match_any(_Tp value) const {
    return details::pack_bits(__match_any_sync(mask_, value), mask_);
  }
  template <class _Tp>
  RIFFLE_MEMBER unsigned match_all(_Tp value, int& predicate) const {
    return details::pack_bits(__match_all_sync(mask_, value, &predicate), mask_);
  }
};

RIFFLE_MEMBER coalesced_group coalesced_threads() { return {__activemask(), 0, 1}; }

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
