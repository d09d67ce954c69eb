// SPDX-License-Identifier: Apache-2.0
// cg::memcpy_async. The copy is done at once by the group's threads: a CPU has no copy engine beside them.
#ifndef _CG_ASYNC_H_
#define _CG_ASYNC_H_

#include <cooperative_groups.h>

#include "../riffle_cuda/copy_notes.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

namespace details {
template <class _Tp>
RIFFLE_GROUP void copy_element(void* to, const void* from, size_t i) {
  static_cast<_Tp*>(to)[i] = static_cast<const _Tp*>(from)[i];
  riffle_copies::issue(static_cast<_Tp*>(to) + i, static_cast<const _Tp*>(from) + i, sizeof(_Tp));
}
/// A group of copies, whether there is anything to copy or not.
template <class Group>
RIFFLE_GROUP void copy_bytes(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t threads = group.size(), rank = group.thread_rank();
  const size_t both = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
  size_t done = 0;
  if (both % 16 == 0) {
    done = bytes / 16 * 16;
    for (size_t i = rank; i < bytes / 16; i += threads) copy_element<uint4>(to, from, i);
  } else if (both % 4 == 0) {
    done = bytes / 4 * 4;
    for (size_t i = rank; i < bytes / 4; i += threads) copy_element<unsigned>(to, from, i);
  }
  for (size_t i = done + rank; i < bytes; i += threads) copy_element<char>(to, from, i);
  riffle_copies::commit();
}
}  // namespace details

/// `bytes` is a number, or cuda::aligned_size_t.
template <class Group, class To, class From, class Shape>
RIFFLE_MEMBER void memcpy_async(const Group& group, To* to, const From* from, const Shape& bytes) {
  details::copy_bytes(group, to, from, static_cast<size_t>(bytes));
}
/// The shorter of the two layouts, in elements.
template <class Group, class _Tp, class ToLayout, class FromLayout>
RIFFLE_MEMBER void memcpy_async(const Group& group, _Tp* to, const ToLayout& to_layout,
                                const _Tp* from, const FromLayout& from_layout) {
  const auto a = static_cast<size_t>(to_layout), b = static_cast<size_t>(from_layout);
  details::copy_bytes(group, to, from, (a < b ? a : b) * sizeof(_Tp));
}

template <class Group>
RIFFLE_MEMBER void wait(const Group& group) {
  riffle_copies::await_all();
  group.sync();
}
template <unsigned Stages, class Group>
RIFFLE_MEMBER void wait_prior(const Group& group) {
  riffle_copies::await(Stages);
  group.sync();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
#endif

#endif  // _CG_ASYNC_H_
