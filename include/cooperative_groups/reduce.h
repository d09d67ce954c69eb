// SPDX-License-Identifier: Apache-2.0
// cg::reduce: every thread of the group gets the combination of all values.
#ifndef _CG_REDUCE_H_
#define _CG_REDUCE_H_

#include <cooperative_groups.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#include "../riffle_groups/operators.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

/// Pairs at growing distance, neighbours last: the order decides how floating-point sums are rounded.
template <class _Tp, unsigned Size, class Operator>
RIFFLE_GROUP _Tp reduce_in(const warp_tile<Size>& group, _Tp value, Operator& combine) {
#pragma unroll
  for (unsigned distance = Size / 2; distance > 0; distance /= 2) {
    value = combine(value, group.shfl_xor(value, distance));
  }
  return value;
}

/// An inclusive scan; the last thread has the result.
template <class _Tp, class Operator>
RIFFLE_GROUP _Tp reduce_in(const coalesced_group& group, _Tp value, Operator& combine) {
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const _Tp below = group.shfl_up(value, distance);
    if (rank >= distance) value = combine(value, below);
  }
  return group.shfl(value, size - 1);
}

template <class _Tp, unsigned Size, class Operator>
RIFFLE_GROUP _Tp reduce_in(const block_tile<Size>& group, _Tp value, Operator& combine) {
  const thread_block_tile<32, void> warp(0, 1);
  __shared__ alignas(_Tp) unsigned char places[32 * sizeof(_Tp)];
  value = reduce_in(warp, value, combine);
  _Tp* const mine = reinterpret_cast<_Tp*>(places) + rank_in_block() / Size * (Size / 32);
  if (warp.thread_rank() == 0) mine[group.thread_rank() / 32] = value;
  group.sync();
  value = mine[0];
  for (unsigned i = 1; i < Size / 32; ++i) value = combine(value, mine[i]);
  group.sync();
  return value;
}

}  // namespace details

template <class Group, class _Tp, class Operator>
RIFFLE_MEMBER auto reduce(const Group& group, _Tp&& value, Operator&& combine)
    -> details::plain<decltype(combine(value, value))> {
  using Result = details::plain<decltype(combine(value, value))>;
  return details::reduce_in(group, static_cast<Result>(value), combine);
}

template <class Group, class Target, class _Tp, class Operator>
RIFFLE_MEMBER void reduce_store_async(const Group& group, Target&& target, _Tp&& value,
                                      Operator&& combine) {
  const auto result = reduce(group, value, combine);
  if (group.thread_rank() == 0) target.store(result);
}
template <class Group, class Target, class _Tp, class Operator>
RIFFLE_MEMBER void reduce_store_async(const Group& group, Target* target, _Tp&& value,
                                      Operator&& combine) {
  const auto result = reduce(group, value, combine);
  if (group.thread_rank() == 0) *target = result;
}

namespace details {
template <class Target, class _Tp>
RIFFLE_GROUP auto update(Target& target, _Tp value, plus<_Tp>) {
  return target.fetch_add(value);
}
template <class Target, class _Tp>
RIFFLE_GROUP auto update(Target& target, _Tp value, bit_and<_Tp>) {
  return target.fetch_and(value);
}
template <class Target, class _Tp>
RIFFLE_GROUP auto update(Target& target, _Tp value, bit_or<_Tp>) {
  return target.fetch_or(value);
}
template <class Target, class _Tp>
RIFFLE_GROUP auto update(Target& target, _Tp value, bit_xor<_Tp>) {
  return target.fetch_xor(value);
}
template <class Target, class _Tp, class Operator>
RIFFLE_GROUP _Tp update(Target& target, _Tp value, Operator combine) {
  _Tp seen = target.load();
  while (!target.compare_exchange_weak(seen, combine(seen, value))) {
  }
  return seen;
}
}  // namespace details

template <class Group, class Target, class _Tp, class Operator>
RIFFLE_MEMBER void reduce_update_async(const Group& group, Target& target, _Tp&& value,
                                       Operator&& combine) {
  const auto result = reduce(group, value, combine);
  if (group.thread_rank() == 0) details::update(target, result, combine);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
#endif

#endif  // _CG_REDUCE_H_
