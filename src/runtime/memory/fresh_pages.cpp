// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/fresh_pages.h"

#include <sys/mman.h>

#include <cstdint>

#include "platform/pages.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  // Linux 5.14; older systems answer EINVAL
#endif

namespace riffle::memory {
namespace {

constexpr std::size_t kLargeBytes = std::size_t{1} << 20;

char* page_of(char* address) {
  return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(address) &
                                 ~(platform::kPageBytes - 1));
}

bool is_present(char* address) {
  unsigned char present = 1;
  return mincore(page_of(address), platform::kPageBytes, &present) != 0 || (present & 1) != 0;
}

}  // namespace

bool has_fresh_pages(char* address, std::size_t bytes) noexcept {
  if (bytes < kLargeBytes) return false;
  // Memory is mostly touched from one end or not at all: the middle and the end tell enough.
  return !is_present(address + bytes / 2) || !is_present(address + bytes - 1);
}

void populate(char* address, std::size_t bytes) noexcept {
  char* const first = page_of(address);
  (void)madvise(first, static_cast<std::size_t>(address + bytes - first), MADV_POPULATE_WRITE);
}

}  // namespace riffle::memory
