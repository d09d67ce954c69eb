// SPDX-License-Identifier: Apache-2.0
// Between host code that `riffle cc -fcheck-host` has compiled and the library that `riffle check` loads into programs
// (src/race/preload). The code finds it by its name, so that it runs without the library, too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace riffle::host_code {

/// What host code does with memory.
enum class HostCodeAccess : std::uint32_t {
  kRead,
  kWrite,
  kAtomic,  ///< or volatile: may tell threads and devices something
  kGone,  ///< nothing: it is given back, or its scope ends. Zero bytes: all that `free` would take
};

/// One bit for each page of `kPageBytes`, by the low `kAddressBits` of its address: whether somebody wants to know of accesses there,
/// or at most kFewBytes - 1 bytes before.
inline constexpr unsigned kAddressBits = 48;
inline constexpr unsigned kPageShift = 12;
inline constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kPageShift;
/// Of accesses of at most this many bytes, only the page of the first byte is looked up.
inline constexpr std::uint64_t kFewBytes = 64;

struct HostCodeTable {
  std::atomic<std::uint8_t>* pages;
  /// Before an access on a page whose bit is set; `caller` is in the code that makes it.
  void (*access)(const void* bytes, std::size_t count, HostCodeAccess kind, const void* caller);
};

/// A function without parameters that returns the `const Table*`.
inline constexpr char kTableName[] = "riffle_check_host_code";

}  // namespace riffle::host_code
