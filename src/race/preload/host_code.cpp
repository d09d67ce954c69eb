// SPDX-License-Identifier: Apache-2.0
// What code of `riffle cc -fcheck-host` finds when the program is checked (compiler/host_code/host_code_abi.h).
#include "compiler/host_code/host_code_abi.h"

#include <sys/mman.h>

#include <algorithm>

#include "race/preload/host_calls.h"

namespace riffle::race {

extern "C" HostCalls riffle_check_host_calls;

namespace {

using host_code::HostCodeAccess;
using host_code::kAddressBits;
using host_code::kPageShift;

/// Whether the bit of any of these pages is set.
bool is_wanted(const std::atomic<std::uint8_t>* pages, const void* bytes, std::size_t count) {
  constexpr std::uintptr_t kMask = (std::uintptr_t{1} << kAddressBits) - 1;
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(bytes) & kMask;
  const std::uintptr_t last = std::min(first + std::max<std::size_t>(count, 1) - 1, kMask);
  for (std::uintptr_t page = first >> kPageShift; page <= last >> kPageShift;) {
    const std::uint8_t byte = pages[page / 8].load(std::memory_order_relaxed);
    if (byte == 0) {
      page = (page / 8 + 1) * 8;
      continue;
    }
    if ((byte >> page % 8 & 1) != 0) return true;
    ++page;
  }
  return false;
}

void access(const void* bytes, std::size_t count, HostCodeAccess kind, const void* caller) {
  const auto reported = riffle_check_host_calls.host_access;
  if (reported != nullptr && is_wanted(riffle_check_host_calls.pages.load(), bytes, count))
    reported(bytes, count, kind, caller);
}

host_code::HostCodeTable table{nullptr, &access};

/// Memory that costs nothing until a bit is set: one page of bits says what is in 128 MiB.
std::atomic<std::uint8_t>* reserve() {
  constexpr std::size_t kBytes = std::size_t{1} << (kAddressBits - kPageShift - 3);
  void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::atomic<std::uint8_t>*>(memory);
}

}  // namespace

/// Null: the system gives no room for the bits, and accesses are not told.
extern "C" __attribute__((visibility("default"))) const host_code::HostCodeTable*
riffle_check_host_code() {
  static std::atomic<std::uint8_t>* const the_pages = reserve();
  table.pages = the_pages;
  riffle_check_host_calls.pages.store(the_pages);
  return the_pages == nullptr ? nullptr : &table;
}

}  // namespace riffle::race
