// SPDX-License-Identifier: Apache-2.0
#include "platform/moving_pages.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "base/mutex.h"
#include "platform/pages.h"

namespace riffle::platform {
namespace {

// The last moves: a thread may come to its handler when the move is long over.
struct MovedRange {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> is_moving{false};
};
constinit std::array<MovedRange, 64> ranges;
constinit std::atomic<std::uint32_t> next_range{0};
constinit Mutex move_mutex;

constexpr std::array<unsigned char, kPageBytes> kZeroPage = {};

bool copy_to_file(const char* from, std::size_t bytes, int descriptor) {
  for (std::size_t offset = 0; offset < bytes; offset += kPageBytes) {
    // The file reads zero where nothing is written.
    if (__builtin_memcmp(from + offset, kZeroPage.data(), kPageBytes) == 0) continue;
    if (pwrite(descriptor, from + offset, kPageBytes, static_cast<off_t>(offset)) !=
        static_cast<ssize_t>(kPageBytes)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool move_to_file(void* address, std::size_t bytes, int descriptor) {
  const MutexLock lock(move_mutex);
  MovedRange& range = ranges[next_range.fetch_add(1, std::memory_order_relaxed) % ranges.size()];
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  range.is_moving.store(true);
  range.begin.store(begin);
  range.end.store(begin + bytes);
  bool is_moved = mprotect(address, bytes, PROT_READ) == 0;
  is_moved = is_moved && copy_to_file(static_cast<const char*>(address), bytes, descriptor);
  is_moved = is_moved && mmap(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                              descriptor, 0) != MAP_FAILED;
  if (!is_moved) (void)mprotect(address, bytes, PROT_READ | PROT_WRITE);
  range.is_moving.store(false);
  return is_moved;
}

bool retry_after_move(std::uintptr_t address) {
  // A real fault in such memory comes again at once.
  constexpr int kMostRetries = 3;
  [[gnu::tls_model("initial-exec")]] static thread_local std::uintptr_t last = 0;
  [[gnu::tls_model("initial-exec")]] static thread_local int retries = 0;
  for (const MovedRange& range : ranges) {
    if (address < range.begin.load() || address >= range.end.load()) continue;
    while (range.is_moving.load()) sched_yield();
    retries = address == last ? retries + 1 : 1;
    last = address;
    return retries <= kMostRetries;
  }
  return false;
}

}  // namespace riffle::platform
