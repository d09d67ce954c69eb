// SPDX-License-Identifier: Apache-2.0
// The kernel's side of the device heap.
#pragma once

#include <cstdint>

#include "device/access_judge.h"

namespace riffle::device {

inline constexpr std::uint64_t kHeapAlignmentBytes = 16;

/// The heap that has the address; empty: none.
AddressRange heap_around(std::uintptr_t address);

/// Aligned to 16 bytes at least; null when the heap is exhausted, for zero bytes, and for an alignment that is
/// no power of two (as an H200 answers).
void* heap_allocate(int device, std::uint64_t bytes, std::uint64_t alignment = kHeapAlignmentBytes);

enum class HeapFree : std::uint8_t { kDone, kNotAllocated, kForeign };
/// kNotAllocated: inside the heap, but not the start of a live allocation. kForeign: outside the heap.
HeapFree heap_free(int device, void* pointer);

}  // namespace riffle::device
