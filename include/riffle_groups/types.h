// SPDX-License-Identifier: Apache-2.0
// The common part of all groups: how their functions are declared, the kinds of groups, and which groups the
// collective operations take.
#pragma once

#include <cuda_runtime.h>

#define RIFFLE_GROUP static __device__ __forceinline__
#define RIFFLE_MEMBER __device__ __forceinline__

namespace cooperative_groups {
namespace __v1 {

namespace details {

using ullong = unsigned long long;

enum group_id {
  coalesced_group_id = 1,
  grid_group_id = 3,
  thread_block_id,
  multi_tile_group_id,
  cluster_group_id,
};

RIFFLE_GROUP unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
RIFFLE_GROUP unsigned lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }

RIFFLE_GROUP unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
RIFFLE_GROUP unsigned rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <bool condition, class _Tp = void>
struct enable_if {};
template <class _Tp>
struct enable_if<true, _Tp> {
  using type = _Tp;
};
template <class _Tp>
struct remove_reference {
  using type = _Tp;
};
template <class _Tp>
struct remove_reference<_Tp&> {
  using type = _Tp;
};
template <class _Tp>
struct remove_reference<_Tp&&> {
  using type = _Tp;
};
template <class _Tp>
struct remove_const {
  using type = _Tp;
};
template <class _Tp>
struct remove_const<const _Tp> {
  using type = _Tp;
};
template <class _Tp>
using plain = typename remove_const<typename remove_reference<_Tp>::type>::type;
template <class _Tp>
RIFFLE_MEMBER constexpr _Tp&& forward(typename remove_reference<_Tp>::type& value) {
  return static_cast<_Tp&&>(value);
}
template <class _Tp>
__device__ _Tp&& declval();

}  // namespace details

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
