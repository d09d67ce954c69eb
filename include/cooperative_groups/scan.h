// SPDX-License-Identifier: Apache-2.0
// cg::inclusive_scan and cg::exclusive_scan over groups within a warp.
#ifndef _CG_SCAN_H_
#define _CG_SCAN_H_

#include <cooperative_groups/reduce.h>

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

template <class Group, class T, class Operator>
RIFFLE_MEMBER auto inclusive_scan(const Group& group, T&& value, Operator&& combine)
    -> details::plain<decltype(combine(value, value))> {
  details::plain<decltype(combine(value, value))> sum = value;
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const auto below = group.shfl_up(sum, distance);
    if (rank >= distance) sum = combine(sum, below);
  }
  return sum;
}
template <class Group, class T>
RIFFLE_MEMBER auto inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<details::plain<T>>());
}

/// The first thread gets a value-initialised result.
template <class Group, class T, class Operator>
RIFFLE_MEMBER auto exclusive_scan(const Group& group, T&& value, Operator&& combine)
    -> details::plain<decltype(combine(value, value))> {
  const auto below = group.shfl_up(inclusive_scan(group, value, combine), 1);
  if (group.thread_rank() == 0) return {};
  return below;
}
template <class Group, class T>
RIFFLE_MEMBER auto exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<details::plain<T>>());
}

/// Adds the group's total to `target`; every thread gets the old value combined with its scan.
template <class Group, class Target, class T, class Operator>
RIFFLE_MEMBER auto inclusive_scan_update(const Group& group, Target& target, T&& value,
                                         Operator&& combine) {
  auto sum = inclusive_scan(group, value, combine);
  auto old = sum;
  const unsigned last = group.size() - 1;
  if (group.thread_rank() == last) old = details::update(target, sum, combine);
  return combine(group.shfl(old, last), sum);
}
template <class Group, class Target, class T>
RIFFLE_MEMBER auto inclusive_scan_update(const Group& group, Target& target, T&& value) {
  return inclusive_scan_update(group, target, value, plus<details::plain<T>>());
}
template <class Group, class Target, class T, class Operator>
RIFFLE_MEMBER auto exclusive_scan_update(const Group& group, Target& target, T&& value,
                                         Operator&& combine) {
  auto sum = inclusive_scan(group, value, combine);
  auto old = sum;
  const unsigned last = group.size() - 1;
  if (group.thread_rank() == last) old = details::update(target, sum, combine);
  old = group.shfl(old, last);
  const auto below = group.shfl_up(sum, 1);
  return group.thread_rank() == 0 ? old : combine(old, below);
}
template <class Group, class Target, class T>
RIFFLE_MEMBER auto exclusive_scan_update(const Group& group, Target& target, T&& value) {
  return exclusive_scan_update(group, target, value, plus<details::plain<T>>());
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
#endif

#endif  // _CG_SCAN_H_
