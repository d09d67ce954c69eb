// SPDX-License-Identifier: Apache-2.0
#include "trace/room.h"

#include <algorithm>
#include <climits>
#include <ctime>

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "trace/quiet_thread.h"

namespace riffle::tool {
namespace {

constexpr std::uint64_t kFirstBytes = std::uint64_t{512} << 10;
constexpr std::uint64_t kAheadBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;

/// Until the value is another one, or somebody says so, or a tenth of a second has passed. A futex is the lower half.
void wait_on(const std::atomic<std::uint64_t>& end, std::uint64_t value) {
  const timespec most{.tv_sec = 0, .tv_nsec = 100'000'000};
  syscall(SYS_futex, &end, FUTEX_WAIT, static_cast<std::uint32_t>(value), &most, nullptr, 0);
}

}  // namespace

RecordingRoom::RecordingRoom(const std::string& path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (descriptor_ < 0 || posix_fallocate(descriptor_, 0, trace::kHeaderBytes) != 0) return;
  void* const mapped =
      mmap(nullptr, trace::kHeaderBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (mapped == MAP_FAILED) return;
  header_ = static_cast<trace::FileHeader*>(mapped);
  header_->reserved.store(trace::kHeaderBytes, std::memory_order_release);
  if (!extend(kFirstBytes)) return;
  thread_ = start_quiet_thread([this] { run(); });
}

RecordingRoom::~RecordingRoom() {
  if (thread_.joinable()) {
    ends_.store(true, std::memory_order_release);
    syscall(SYS_futex, &header_->end, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
    thread_.join();
  }
  if (header_ != nullptr) munmap(header_, trace::kHeaderBytes);
  if (descriptor_ >= 0) close(descriptor_);
}

bool RecordingRoom::extend(std::uint64_t until) {
  const std::uint64_t there = header_->reserved.load(std::memory_order_relaxed);
  if (until <= there) return true;
  if (until > kMostBytes || posix_fallocate(descriptor_, static_cast<off_t>(there),
                                            static_cast<off_t>(until - there)) != 0)
    return false;
  header_->reserved.store(until, std::memory_order_release);
  return true;
}

void RecordingRoom::run() {
  while (!ends_.load(std::memory_order_acquire)) {
    const std::uint64_t end = header_->end.load(std::memory_order_acquire);
    const std::uint64_t left = header_->reserved.load(std::memory_order_relaxed) -
                               std::min(end, header_->reserved.load(std::memory_order_relaxed));
    // A program that has begun to fill a chunk of full size will want more of them.
    if (end > kFirstBytes / 2 && left < kAheadBytes / 2 && !extend(end + kAheadBytes)) return;
    wait_on(header_->end, end);
  }
}

}  // namespace riffle::tool
