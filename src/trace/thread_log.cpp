// SPDX-License-Identifier: Apache-2.0
#include "trace/thread_log.h"

#include <algorithm>
#include <cstring>

#include <sys/prctl.h>
#include <unistd.h>

namespace riffle::trace {
namespace {

constexpr std::size_t kLongestText = 2048;

}  // namespace

void ThreadLog::start_chunk() {
  const std::span<Record> chunk = file_.grow(chunk_bytes_);
  if (chunk.empty()) {
    file_.header().lost.fetch_add(1, std::memory_order_relaxed);
    next_ = &lost_;
    end_ = nullptr;  // asks again each time: the count of what was lost is right
    lost_ = {};
    return;
  }
  next_ = chunk.data();
  end_ = next_ + chunk.size();
  Record& head = *next_;
  head.small = other_ != 0 ? other_ : static_cast<std::uint32_t>(gettid());
  head.begin = chunk_bytes_;
  if (other_ == 0) prctl(PR_GET_NAME, head.text.data());
  commit(RecordKind::kThread);
  chunk_bytes_ = kChunkBytes;
}

std::uint32_t ThreadLog::add(const char* text) {
  const std::uint32_t number = write_text(text);
  known_[slot_of(text)] = {text, number};
  return number;
}

std::uint32_t ThreadLog::write_text(std::string_view text) {
  text = text.substr(0, kLongestText);
  const std::size_t records = 1 + (text.size() + sizeof(Record) - 1) / sizeof(Record);
  // In one chunk: what is left of this one stays empty.
  if (next_ == end_ || static_cast<std::size_t>(end_ - next_) < records) {
    if (next_ != nullptr && next_ != &lost_) next_ = end_;
    start_chunk();
  }
  if (next_ == &lost_) return 0;
  const std::uint32_t number = file_.header().texts.fetch_add(1, std::memory_order_relaxed) + 1;
  Record& record = *next_;
  record.name = number;
  record.small = static_cast<std::uint32_t>(text.size());
  std::memcpy(static_cast<void*>(next_ + 1), text.data(), text.size());
  commit(RecordKind::kText);
  next_ += records - 1;
  return number;
}

void ThreadLog::open(Record& record) {
  if (open_count_ == kMostOpen) remove_open(0);
  open_[open_count_++] = &record;
}

void ThreadLog::remove_open(std::size_t index) {
  std::copy(open_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
            open_.begin() + static_cast<std::ptrdiff_t>(open_count_),
            open_.begin() + static_cast<std::ptrdiff_t>(index));
  --open_count_;
}

Record* ThreadLog::close(RecordKind kind, std::uint64_t timeline, std::uint64_t ticket,
                         std::uint32_t part) {
  for (std::size_t i = open_count_; i-- > 0;) {
    Record* const record = open_[i];
    if (record->kind != kind || record->timeline != timeline || record->ticket != ticket ||
        record->part != part)
      continue;
    remove_open(i);
    return record;
  }
  return nullptr;
}

const Record* ThreadLog::innermost(RecordKind kind) const {
  for (std::size_t i = open_count_; i-- > 0;)
    if (open_[i]->kind == kind) return open_[i];
  return nullptr;
}

Record* ThreadLog::close_innermost(RecordKind kind) {
  for (std::size_t i = open_count_; i-- > 0;) {
    Record* const record = open_[i];
    if (record->kind != kind) continue;
    remove_open(i);
    return record;
  }
  return nullptr;
}

}  // namespace riffle::trace
