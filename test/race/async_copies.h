// SPDX-License-Identifier: Apache-2.0
// cp.async as programs wrap it: templates in a header of their own.
#pragma once

#include <cstdint>

template <int kBytes>
__device__ __forceinline__ void copy_async(void* shared, const void* global) {
  static_assert(kBytes == 4 || kBytes == 8 || kBytes == 16, "");
  const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;\n" ::"r"(to), "l"(global), "n"(kBytes)
               : "memory");
}

__device__ __forceinline__ void commit_copies() {
  asm volatile("cp.async.commit_group;\n" ::: "memory");
}

template <int kGroups>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(kGroups) : "memory");
}

__device__ __forceinline__ void wait_for_all_copies() {
  asm volatile("cp.async.wait_all;\n" ::: "memory");
}

/// What a tile of a block's threads is filled with, and when.
template <typename T, int kThreads>
struct Tile {
  T values[kThreads];
  __device__ void fill(const T* from) {
    copy_async<sizeof(T)>(&values[threadIdx.x], from + threadIdx.x);
    commit_copies();
  }
  template <int kGroups>
  __device__ void settle() {
    wait_for_copies<kGroups>();
    __syncthreads();
  }
};
