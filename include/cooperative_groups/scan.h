// SPDX-License-Identifier: Apache-2.0
// cg::inclusive_scan and cg::exclusive_scan over tiles and coalesced groups, and their forms that
// add the group's total to an atomic.
#ifndef _CG_SCAN_H_
#define _CG_SCAN_H_

#include <cooperative_groups/reduce.h>

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <class _Tp, class Group, class Operator>
RIFFLE_GROUP _Tp inclusive_in(const Group& group, _Tp sum, Operator& combine) {
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const _Tp below = group.shfl_up(sum, distance);
    if (rank >= distance) sum = combine(sum, below);
  }
  return sum;
}
/// The first thread gets a value-initialised result.
template <class _Tp, class Group>
RIFFLE_GROUP _Tp exclusive_of(const Group& group, const _Tp& inclusive) {
  const _Tp below = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? _Tp() : below;
}

struct NoUpdate {
  static constexpr bool kUpdates = false;
};
/// The last thread adds the group's total to the atomic; all scans go on from its old value.
template <class Target>
struct UpdateOf {
  static constexpr bool kUpdates = true;
  Target& target;
};

template <bool exclusive, class _Tp, class Group, class Operator, class Update>
RIFFLE_GROUP auto scan_in(const Group& group, const _Tp& value, Operator& combine, Update total)
    -> decltype(group.shfl_up(value, 1u)) {
  const _Tp inclusive = inclusive_in(group, value, combine);
  const _Tp scanned = exclusive ? exclusive_of(group, inclusive) : inclusive;
  if constexpr (Update::kUpdates) {
    const unsigned last = group.size() - 1;
    _Tp old = inclusive;
    if (group.thread_rank() == last) old = update(total.target, inclusive, combine);
    return combine(group.shfl(old, last), scanned);
  } else {
    return scanned;
  }
}

/// Each warp by itself, then the first threads scan the warps' sums; what the warps before have comes second in the
/// last step.
template <bool exclusive, class _Tp, unsigned Size, class Operator, class Update>
RIFFLE_GROUP _Tp scan_in(const block_tile<Size>& group, const _Tp& value, Operator& combine,
                         Update total) {
  constexpr unsigned kWarps = Size / 32;
  __shared__ alignas(_Tp) unsigned char places[32 * sizeof(_Tp)];
  _Tp* const sums = reinterpret_cast<_Tp*>(places) + rank_in_block() / Size * kWarps;
  const thread_block_tile<32, void> warp(0, 1);
  const _Tp inclusive = inclusive_in(warp, value, combine);
  const unsigned rank = group.thread_rank();
  if (rank % 32 == 31) sums[rank / 32] = inclusive;
  group.sync();
  if (rank < kWarps) {
    const thread_block_tile<kWarps, void> firsts(0, 1);
    const _Tp sum = inclusive_in(firsts, _Tp(sums[rank]), combine);
    _Tp before = exclusive_of(firsts, sum);
    if constexpr (Update::kUpdates) {
      _Tp old = sum;
      if (rank == kWarps - 1) old = update(total.target, sum, combine);
      old = firsts.shfl(old, kWarps - 1);
      before = rank == 0 ? old : combine(before, old);
    }
    sums[rank] = before;
  }
  group.sync();
  const _Tp before = sums[rank / 32];
  group.sync();
  const _Tp scanned = exclusive ? warp.shfl_up(inclusive, 1) : inclusive;
  if (exclusive && rank % 32 == 0) return before;
  return !Update::kUpdates && rank < 32 ? scanned : combine(scanned, before);
}

}  // namespace details

#define RIFFLE_GROUP_SCAN(name, exclusive)                                             \
  template <class Group, class _Tp, class Operator>                                    \
  RIFFLE_MEMBER auto name(const Group& group, _Tp&& value, Operator&& combine)         \
      -> details::plain<decltype(combine(value, value))> {                             \
    using Result = details::plain<decltype(combine(value, value))>;                    \
    return details::scan_in<exclusive>(group, static_cast<Result>(value), combine,     \
                                       details::NoUpdate());                           \
  }                                                                                    \
  template <class Group, class _Tp>                                                    \
  RIFFLE_MEMBER auto name(const Group& group, _Tp&& value) {                           \
    return name(group, value, plus<details::plain<_Tp>>());                            \
  }                                                                                    \
  template <class Group, class Target, class _Tp, class Operator>                      \
  RIFFLE_MEMBER auto name##_update(const Group& group, Target&& target, _Tp&& value,   \
                                   Operator&& combine) {                               \
    using Result = details::plain<decltype(combine(value, value))>;                    \
    return details::scan_in<exclusive>(                                                \
        group, static_cast<Result>(value), combine,                                    \
        details::UpdateOf<typename details::remove_reference<Target>::type>{target});  \
  }                                                                                    \
  template <class Group, class Target, class _Tp>                                      \
  RIFFLE_MEMBER auto name##_update(const Group& group, Target&& target, _Tp&& value) { \
    return name##_update(group, target, value, plus<details::plain<_Tp>>());           \
  }
RIFFLE_GROUP_SCAN(inclusive_scan, false)
RIFFLE_GROUP_SCAN(exclusive_scan, true)
#undef RIFFLE_GROUP_SCAN

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
#endif

#endif  // _CG_SCAN_H_
