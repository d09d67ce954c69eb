// SPDX-License-Identifier: Apache-2.0
// `new` and `delete` of over-aligned types in device code; <new> of clang has those of ordinary types.
#pragma once

#ifdef __cpp_aligned_new

#include "runtime_calls.h"

namespace std {
enum class align_val_t : __SIZE_TYPE__;
}

inline __device__ void* operator new(__SIZE_TYPE__ bytes, std::align_val_t alignment) {
  return __nv_aligned_device_malloc(bytes, static_cast<__SIZE_TYPE__>(alignment));
}
inline __device__ void* operator new[](__SIZE_TYPE__ bytes, std::align_val_t alignment) {
  return __nv_aligned_device_malloc(bytes, static_cast<__SIZE_TYPE__>(alignment));
}
inline __device__ void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
inline __device__ void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
inline __device__ void operator delete(void* memory, __SIZE_TYPE__, std::align_val_t) noexcept {
  free(memory);
}
inline __device__ void operator delete[](void* memory, __SIZE_TYPE__, std::align_val_t) noexcept {
  free(memory);
}

#endif  // __cpp_aligned_new
