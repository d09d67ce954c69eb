// SPDX-License-Identifier: Apache-2.0
// Address space by the page: reserved, made accessible, guarded, given back.
#pragma once

#include <cstddef>

namespace riffle::platform {

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

[[nodiscard]] constexpr std::size_t round_up(std::size_t bytes, std::size_t granularity) {
  return (bytes + granularity - 1) / granularity * granularity;
}

/// Address space without access or memory behind it; `alignment` a power of two, `bytes` in whole
/// pages. Null when there is none.
[[nodiscard]] void* reserve_pages(std::size_t bytes, std::size_t alignment = kPageBytes);
/// Makes reserved pages readable and writable; zero at first touch.
[[nodiscard]] bool commit_pages(void* address, std::size_t bytes);
/// Takes access and contents away; the address space stays reserved.
bool guard_pages(void* address, std::size_t bytes);
/// Gives the memory back; the pages stay accessible and read zero.
void discard_pages(void* address, std::size_t bytes);
/// Ends the reservation.
void release_pages(void* address, std::size_t bytes);
/// Asks for huge pages (7 times faster to touch first); no effect where the system has none.
void advise_huge_pages(void* address, std::size_t bytes);
/// How many of the `bytes` from `address` on can be read, counted from the first: for addresses that a program gave.
[[nodiscard]] std::size_t readable_bytes(const void* address, std::size_t bytes);
/// Whether all of it is mapped so.
[[nodiscard]] bool is_mapped_for(bool reading, bool writing, const void* address,
                                 std::size_t bytes);
/// Whether all of it is mapped for reading and writing.
[[nodiscard]] bool is_writable(const void* address, std::size_t bytes);
/// reserve_pages and commit_pages in one.
[[nodiscard]] void* allocate_pages(std::size_t bytes, std::size_t alignment = kPageBytes);

}  // namespace riffle::platform
