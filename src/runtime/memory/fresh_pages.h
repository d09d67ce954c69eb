// SPDX-License-Identifier: Apache-2.0
// Results are often copied into memory that the program has just allocated and never touched. One
// page fault per 4 KiB then costs more than the copy. Faulting piece by piece, in bulk, takes a
// third off; huge pages were no better (a piece is still in the cache when it is copied to, 2 MiB
// are not).
#pragma once

#include <cstddef>

namespace riffle::memory {

/// Whether a large destination has pages missing.
[[nodiscard]] bool has_fresh_pages(char* address, std::size_t bytes) noexcept;

/// Makes the pages of a part that is about to be overwritten present. Only advice: without it they
/// fault.
void populate(char* address, std::size_t bytes) noexcept;

}  // namespace riffle::memory
