// SPDX-License-Identifier: Apache-2.0
#include "trace/recording_file.h"

#include <cerrno>
#include <climits>
#include <cstring>

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "platform/clock.h"

namespace riffle::trace {
namespace {

/// Pages of the file, there and zeroed: a store into a mapping of a full disk would be a fault.
bool reserve(int descriptor, std::size_t begin, std::size_t bytes) {
  const int failure =
      posix_fallocate(descriptor, static_cast<off_t>(begin), static_cast<off_t>(bytes));
  return failure == 0;
}

void* map(int descriptor, std::size_t begin, std::size_t bytes) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                            descriptor, static_cast<off_t>(begin));
  return mapped == MAP_FAILED ? nullptr : mapped;
}

/// Somebody may be waiting for the file to grow.
void wake_waiters(std::atomic<std::uint64_t>& end) {
  syscall(SYS_futex, &end, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

Error failure(const std::string& path, const std::string& why) {
  return {Code::kInvalidValue, "cannot record into '" + path + "': " + why};
}

}  // namespace

Result<std::unique_ptr<RecordingFile>> RecordingFile::open(const std::string& path) {
  const int descriptor = above_standard(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (descriptor < 0) return std::unexpected(failure(path, std::strerror(errno)));
  void* const page =
      reserve(descriptor, 0, kHeaderBytes) ? map(descriptor, 0, kHeaderBytes) : nullptr;
  if (page == nullptr) {
    close(descriptor);
    return std::unexpected(failure(path, "there is no room"));
  }
  auto* const header = static_cast<FileHeader*>(page);
  const auto self = static_cast<std::uint32_t>(getpid());
  std::uint32_t owner = 0;
  const bool is_first = header->process.compare_exchange_strong(owner, self);
  if (!is_first && owner != self) {
    munmap(page, kHeaderBytes);
    close(descriptor);
    return std::unexpected(failure(path, "it already holds a recording, of process " +
                                             std::to_string(owner) +
                                             "; this process is not recorded"));
  }
  std::unique_ptr<RecordingFile> file(new RecordingFile(descriptor, header));
  std::uint64_t no_end = 0;
  header->end.compare_exchange_strong(no_end, kHeaderBytes);
  if (!is_first) return file;
  header->ticks_per_us = static_cast<std::uint32_t>(platform::ticks_per_us());
  header->first_ns = platform::now_ns();
  header->first_ticks = platform::ticks();
  header->magic = kMagic;
  file->note_time();
  return file;
}

RecordingFile::~RecordingFile() {
  munmap(header_, kHeaderBytes);
  close(descriptor_);
}

std::span<Record> RecordingFile::grow(std::size_t bytes) {
  if (header_->end.load(std::memory_order_relaxed) + bytes > kMostBytes) return {};
  const std::uint64_t begin = header_->end.fetch_add(bytes, std::memory_order_relaxed);
  const bool is_there = begin + bytes <= header_->reserved.load(std::memory_order_acquire) ||
                        reserve(descriptor_, begin, bytes);
  wake_waiters(header_->end);
  void* const chunk = is_there ? map(descriptor_, begin, bytes) : nullptr;
  if (chunk == nullptr) {
    // Where there is a hole the reader ends: so this is the end for all.
    header_->end.store(kMostBytes, std::memory_order_relaxed);
    return {};
  }
  note_time();
  return {static_cast<Record*>(chunk), bytes / sizeof(Record)};
}

void RecordingFile::note_time() {
  const std::int64_t ns = platform::now_ns();
  header_->last_ticks.store(platform::ticks(), std::memory_order_relaxed);
  // Pairs with the reader of a recording that grows: what the header says of clocks is there.
  header_->last_ns.store(ns, std::memory_order_release);
}

}  // namespace riffle::trace
