// SPDX-License-Identifier: Apache-2.0
#include "platform/pages.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <memory>

#include "platform/fault_injection.h"

namespace riffle::platform {

void* reserve_pages(std::size_t bytes, std::size_t alignment) {
  if (is_refused(Request::kPages)) return nullptr;
  const std::size_t slack = alignment > kPageBytes ? alignment - kPageBytes : 0;
  if (bytes > SIZE_MAX - slack) return nullptr;
  void* const mapped =
      mmap(nullptr, bytes + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (slack == 0) return mapped;
  // Cut the misaligned ends off.
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t aligned = (start + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
  if (aligned != start) munmap(mapped, aligned - start);
  const std::size_t tail = start + bytes + slack - (aligned + bytes);
  if (tail != 0) munmap(reinterpret_cast<void*>(aligned + bytes), tail);
  return reinterpret_cast<void*>(aligned);
}

bool commit_pages(void* address, std::size_t bytes) {
  if (is_refused(Request::kPages)) return false;
  return mprotect(address, bytes, PROT_READ | PROT_WRITE) == 0;
}

bool guard_pages(void* address, std::size_t bytes) {
  // Mapping anew drops the contents too.
  return mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
              -1, 0) != MAP_FAILED;
}

void discard_pages(void* address, std::size_t bytes) { madvise(address, bytes, MADV_DONTNEED); }

void release_pages(void* address, std::size_t bytes) { munmap(address, bytes); }

void advise_huge_pages(void* address, std::size_t bytes) { madvise(address, bytes, MADV_HUGEPAGE); }

void* allocate_pages(std::size_t bytes, std::size_t alignment) {
  void* const address = reserve_pages(bytes, alignment);
  if (address == nullptr) return nullptr;
  if (commit_pages(address, bytes)) return address;
  release_pages(address, bytes);
  return nullptr;
}

// The system reads a byte of each page for us: it answers where we would be killed.
std::size_t readable_bytes(const void* address, std::size_t bytes) {
  constexpr std::size_t kPagesAtOnce = 256;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = bytes > UINTPTR_MAX - begin ? UINTPTR_MAX : begin + bytes;
  for (std::uintptr_t at = begin; at < end;) {
    std::array<char, kPagesAtOnce> read;
    std::array<iovec, kPagesAtOnce> pages;
    std::size_t count = 0;
    for (std::uintptr_t page = at; page < end && count < kPagesAtOnce;
         page = std::min(end, (page | (kPageBytes - 1)) + 1))
      pages[count++] = {reinterpret_cast<void*>(page), 1};
    const iovec into{read.data(), count};
    const ssize_t done = process_vm_readv(getpid(), &into, 1, pages.data(), count, 0);
    if (done < 0 && errno != EFAULT) return bytes;  // the system does not tell
    const std::size_t good = done < 0 ? 0 : static_cast<std::size_t>(done);
    if (good < count) return reinterpret_cast<std::uintptr_t>(pages[good].iov_base) - begin;
    at = (reinterpret_cast<std::uintptr_t>(pages[count - 1].iov_base) | (kPageBytes - 1)) + 1;
    if (at == 0) break;  // the last page of all
  }
  return end - begin;
}

bool is_writable(const void* address, std::size_t bytes) {
  return is_mapped_for(true, true, address, bytes);
}

bool is_mapped_for(bool reading, bool writing, const void* address, std::size_t bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"),
                                                             std::fclose);
  if (maps == nullptr) return false;
  auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = at + bytes;
  std::uintptr_t first = 0;
  std::uintptr_t last = 0;
  char rights[5] = {};
  // In the order of addresses.
  while (at < end && std::fscanf(maps.get(), "%" SCNxPTR "-%" SCNxPTR " %4s%*[^\n]", &first, &last,
                                 rights) == 3) {
    if (last <= at) continue;
    if (first > at || (rights[0] == 'r') != reading || (rights[1] == 'w') != writing) return false;
    at = last;
  }
  return at >= end;
}

}  // namespace riffle::platform
