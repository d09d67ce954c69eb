// SPDX-License-Identifier: Apache-2.0
// The heaps behind malloc, free, new and delete in kernels: each device has its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::device {

/// cudaLimitMallocHeapSize's default.
inline constexpr std::size_t kHeapBytesDefault = 8 << 20;

/// cudaLimitMallocHeapSize. Returns false, and changes nothing, once the heap is in use.
bool set_heap_bytes(int device, std::size_t bytes);
[[nodiscard]] std::size_t heap_bytes(int device);

/// A kernel that calls malloc or free is about to run: the size is settled, as in CUDA.
void settle_heap(int device);

/// Gives everything back, and the size may be set again: cudaDeviceReset.
void reset_heap(int device);

}  // namespace riffle::device
