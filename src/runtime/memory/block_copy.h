// SPDX-License-Identifier: Apache-2.0
// Copies and fills one block of memory with the widest stores of this CPU.
//
// The streaming forms write past the caches: for blocks that nobody reads again soon they save the
// read of the destination (a quarter of the time of memcpy). The other copy is for what stays in the caches.
#pragma once

#include <cstddef>

namespace riffle::memory {

/// Bytes must not overlap.
void copy_streaming(void* destination, const void* source, std::size_t bytes) noexcept;
void copy_kept(void* destination, const void* source, std::size_t bytes) noexcept;
void fill_streaming(void* destination, unsigned char value, std::size_t bytes) noexcept;

/// Copies and fills of at least this many bytes in all should stream.
[[nodiscard]] std::size_t streaming_threshold_bytes() noexcept;

}  // namespace riffle::memory
