// SPDX-License-Identifier: Apache-2.0
// The heaps behind malloc, free, new and delete in kernels: each device has its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::device {

/// cudaLimitMallocHeapSize's default.
inline constexpr std::size_t kHeapBytesDefault = 8 << 20;

/// cudaLimitMallocHeapSize. Takes effect only before the heap's first allocation (CUDA refuses it once a
/// kernel has run that uses the heap): returns false after it.
bool set_heap_bytes(int device, std::size_t bytes);
[[nodiscard]] std::size_t heap_bytes(int device);

/// Gives everything back: cudaDeviceReset.
void reset_heap(int device);

}  // namespace riffle::device
