// SPDX-License-Identifier: Apache-2.0
#include "trace/live/reader.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace riffle::tool {
namespace {

using trace::Record;
using trace::RecordKind;

constexpr std::size_t kMostChunkBytes = std::size_t{64} << 20;
// What a thread may have open; the end of older ones comes as a record of its own, or never.
constexpr std::size_t kMostOpen = 64;

template <class Value>
Value fresh(const Value& shared) {
  return std::atomic_ref(const_cast<Value&>(shared)).load(std::memory_order_acquire);
}

bool may_be_open(RecordKind kind) { return kind == RecordKind::kCall || kind == RecordKind::kRun; }

Record copy_of(const Record& shared) {
  Record copy;
  std::memcpy(static_cast<void*>(&copy), &shared, sizeof copy);
  return copy;
}

}  // namespace

LiveReader::LiveReader(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

LiveReader::~LiveReader() {
  for (const Chunk& chunk : chunks_)
    munmap(const_cast<Record*>(chunk.records), chunk.count * sizeof(Record));
  if (header_ != nullptr) munmap(const_cast<trace::FileHeader*>(header_), trace::kHeaderBytes);
  if (descriptor_ >= 0) close(descriptor_);
}

bool LiveReader::has_begun() {
  if (header_ == nullptr) {
    struct stat status{};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0 ||
        status.st_size < static_cast<off_t>(trace::kHeaderBytes))
      return false;
    void* const mapped = mmap(nullptr, trace::kHeaderBytes, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (mapped == MAP_FAILED) return false;
    header_ = static_cast<const trace::FileHeader*>(mapped);
  }
  // The times are noted last.
  return header_->last_ns.load(std::memory_order_acquire) != 0;
}

std::int64_t LiveReader::ns(std::uint64_t ticks) const {
  constexpr double kLongNs = 1e8;  // from then on the two clocks' own pairs are the better measure
  const auto passed = static_cast<double>(header_->last_ns - header_->first_ns);
  const double rate = passed > kLongNs
                          ? passed / static_cast<double>(header_->last_ticks - header_->first_ticks)
                          : 1000.0 / std::max<std::uint32_t>(1, header_->ticks_per_us);
  const auto since = static_cast<std::int64_t>(ticks - header_->first_ticks);
  return static_cast<std::int64_t>(static_cast<double>(since) * rate);
}

std::int64_t LiveReader::now_ns() const {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec - header_->first_ns;
}

std::uint32_t LiveReader::process() const { return header_->process; }

/// Maps the next chunk, if its thread has begun to write there.
bool LiveReader::find_chunk() {
  Record head;
  if (next_chunk_ >= header_->end.load(std::memory_order_acquire)) return false;
  const auto offset = static_cast<off_t>(next_chunk_);
  // Where the file has not grown yet, a mapping would fault.
  if (pread(descriptor_, static_cast<void*>(&head), sizeof head, offset) !=
          static_cast<ssize_t>(sizeof head) ||
      head.kind != RecordKind::kThread)
    return false;
  const std::uint64_t bytes = head.begin;
  struct stat status{};
  if (bytes < sizeof(Record) || bytes > kMostChunkBytes || fstat(descriptor_, &status) != 0 ||
      static_cast<std::uint64_t>(status.st_size) < next_chunk_ + bytes)
    return false;
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, descriptor_, offset);
  if (mapped == MAP_FAILED) return false;
  Chunk& chunk = chunks_.emplace_back();
  chunk.records = static_cast<const Record*>(mapped);
  chunk.count = bytes / sizeof(Record);
  next_chunk_ += bytes;
  return true;
}

std::size_t LiveReader::thread_of(std::uint32_t id, const std::string& name,
                                  LiveListener& listener) {
  const auto known = std::ranges::find(threads_, id);
  const auto number = static_cast<std::size_t>(known - threads_.begin());
  if (known == threads_.end()) {
    threads_.push_back(id);
    listener.thread_began(number, id, id == header_->process ? "main" : name);
  }
  return number;
}

void LiveReader::poll(LiveListener& listener) {
  if (!has_begun()) return;
  while (find_chunk()) {
    const Record& head = chunks_.back().records[0];
    const std::string name(head.text.data(), strnlen(head.text.data(), head.text.size()));
    chunks_.back().thread = thread_of(head.small, name, listener);
  }
  for (Chunk& chunk : chunks_) {
    look_at_open(chunk, listener);
    read(chunk, listener);
  }
  std::erase_if(chunks_, [](const Chunk& chunk) {
    if (chunk.next < chunk.count || !chunk.open.empty()) return false;
    munmap(const_cast<Record*>(chunk.records), chunk.count * sizeof(Record));
    return true;
  });
}

void LiveReader::read(Chunk& chunk, LiveListener& listener) {
  for (; chunk.next < chunk.count; ++chunk.next) {
    const Record& shared = chunk.records[chunk.next];
    const RecordKind kind = fresh(shared.kind);
    if (!read_help(chunk, kind == RecordKind::kHelp, listener)) return;
    if (kind == RecordKind::kHelp) continue;
    if (kind == RecordKind::kNone) return;
    if (kind == RecordKind::kText) {
      const std::size_t records = (shared.small + sizeof(Record) - 1) / sizeof(Record);
      if (records >= chunk.count - chunk.next) return;  // no recording has this
      listener.text_given(shared.name, {reinterpret_cast<const char*>(&shared + 1), shared.small});
      chunk.next += records;
      continue;
    }
    const bool is_open = may_be_open(kind) && fresh(shared.end) == 0;
    Record copy = copy_of(shared);
    if (is_open) copy.end = 0;
    listener.recorded(chunk.thread, copy);
    if (!is_open) continue;
    if (chunk.open.size() == kMostOpen) chunk.open.erase(chunk.open.begin());
    chunk.open.push_back(chunk.next);
  }
}

/// A share in an operation is taken back when nothing was left for it; its place is the next record's then. Until it has
/// ended its thread writes nothing behind it. False: it goes on.
bool LiveReader::read_help(Chunk& chunk, bool is_help, LiveListener& listener) {
  const Record& shared = chunk.records[chunk.next];
  const std::uint64_t end = is_help ? fresh(shared.end) : 0;
  if (chunk.help.kind == RecordKind::kHelp) {
    if (is_help && end == 0 && shared.begin == chunk.help.begin) return false;
    const bool has_ended = is_help && shared.begin == chunk.help.begin;
    chunk.help.end = has_ended ? end : chunk.help.begin;
    listener.ended(chunk.thread, chunk.help);
    chunk.help = {};
    if (has_ended) return true;
  }
  if (!is_help) return true;
  Record copy = copy_of(shared);
  copy.end = end;
  if (end != copy.begin) listener.recorded(chunk.thread, copy);
  if (end != 0) return true;
  chunk.help = copy;
  return false;
}

void LiveReader::look_at_open(Chunk& chunk, LiveListener& listener) {
  std::erase_if(chunk.open, [&](std::size_t index) {
    const Record& shared = chunk.records[index];
    if (fresh(shared.end) == 0) return false;
    listener.ended(chunk.thread, copy_of(shared));
    return true;
  });
}

}  // namespace riffle::tool
