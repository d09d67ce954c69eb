// SPDX-License-Identifier: Apache-2.0
// The kernel's side of the device heap.
#pragma once

#include <cstdint>

namespace riffle::device {

/// 16-aligned; null when the heap is exhausted, and for zero bytes (as an H200 answers).
void* heap_allocate(int device, std::uint64_t bytes);

enum class HeapFree : std::uint8_t { kDone, kNotAllocated, kForeign };
/// kNotAllocated: inside the heap, but not the start of a live allocation. kForeign: outside the heap.
HeapFree heap_free(int device, void* pointer);

}  // namespace riffle::device
