// SPDX-License-Identifier: Apache-2.0
#include "trace/recording_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

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

Error failure(const std::string& path, const char* why) {
  return {Code::kInvalidValue, "cannot record into '" + path + "': " + why};
}

}  // namespace

Result<std::unique_ptr<RecordingFile>> RecordingFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return std::unexpected(failure(path, std::strerror(errno)));
  void* const page =
      reserve(descriptor, 0, kHeaderBytes) ? map(descriptor, 0, kHeaderBytes) : nullptr;
  if (page == nullptr) {
    close(descriptor);
    return std::unexpected(failure(path, "there is no room"));
  }
  auto* const header = static_cast<FileHeader*>(page);
  std::uint32_t nobody = 0;
  if (!header->process.compare_exchange_strong(nobody, static_cast<std::uint32_t>(getpid()))) {
    munmap(page, kHeaderBytes);
    close(descriptor);
    return std::unexpected(failure(path, "it holds a recording already"));
  }
  std::unique_ptr<RecordingFile> file(new RecordingFile(descriptor, header));
  header->ticks_per_us = static_cast<std::uint32_t>(platform::ticks_per_us());
  header->first_ns = platform::now_ns();
  header->first_ticks = platform::ticks();
  header->end = kHeaderBytes;
  header->magic = kMagic;
  file->note_time();
  return file;
}

RecordingFile::~RecordingFile() {
  munmap(header_, kHeaderBytes);
  close(descriptor_);
}

std::span<Record> RecordingFile::grow(std::size_t bytes) {
  const MutexLock lock(mutex_);
  if (end_ + bytes > kMostBytes || !reserve(descriptor_, end_, bytes)) return {};
  void* const chunk = map(descriptor_, end_, bytes);
  if (chunk == nullptr) return {};
  end_ += bytes;
  header_->end.store(end_, std::memory_order_release);
  note_time();
  return {static_cast<Record*>(chunk), bytes / sizeof(Record)};
}

void RecordingFile::note_time() {
  const std::int64_t ns = platform::now_ns();
  header_->last_ticks.store(platform::ticks(), std::memory_order_relaxed);
  header_->last_ns.store(ns, std::memory_order_relaxed);
}

}  // namespace riffle::trace
