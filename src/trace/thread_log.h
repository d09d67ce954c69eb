// SPDX-License-Identifier: Apache-2.0
// What one thread has recorded, and where it goes on: only this thread writes here, without locks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "trace/recording_file.h"

namespace riffle::trace {

class ThreadLog {
 public:
  explicit ThreadLog(RecordingFile& file) : file_(file) {}
  /// For what is told about another thread, by its number.
  ThreadLog(RecordingFile& file, std::uint32_t thread) : file_(file), other_(thread) {}
  ThreadLog(const ThreadLog&) = delete;
  ThreadLog& operator=(const ThreadLog&) = delete;

  /// Room for a record, to be filled in and then closed with `commit`; a place that nobody reads when
  /// the file is full.
  [[nodiscard]] Record& take() {
    if (next_ == end_) [[unlikely]]
      start_chunk();
    return *next_;
  }
  /// The reader sees the record from here on. Its address stays valid.
  void commit(RecordKind kind) {
    // The kind last: who reads the file of a process that was killed finds whole records.
    std::atomic_ref(next_->kind).store(kind, std::memory_order_release);
    if (next_ != &lost_) ++next_;
  }

  /// Takes back the newest record; an older one stays.
  void retract(Record& record) {
    if (&record == next_ - 1) *--next_ = {};
  }

  /// The number of a text that stays at its address and as it is.
  [[nodiscard]] std::uint32_t number_of(const char* text) {
    const Known& known = known_[slot_of(text)];
    return known.text == text ? known.number : add(text);
  }
  /// The number of a text that may be gone after the call.
  std::uint32_t write_text(std::string_view text);

  // Records whose end is written later, innermost last. A run may end on another thread, and then
  // stays here until others take its place.
  void open(Record& record);
  /// The open record with this kind, timeline and ticket and part; it is not open any more. Null: it began elsewhere.
  [[nodiscard]] Record* close(RecordKind kind, std::uint64_t timeline, std::uint64_t ticket,
                              std::uint32_t part);
  /// The innermost open record of this kind, or null.
  [[nodiscard]] const Record* innermost(RecordKind kind) const;
  [[nodiscard]] Record* close_innermost(RecordKind kind);

 private:
  struct Known {
    const char* text = nullptr;
    std::uint32_t number = 0;
  };
  static constexpr std::size_t kKnown = 256;
  static constexpr std::size_t kMostOpen = 64;
  static constexpr std::size_t kFirstChunkBytes = std::size_t{16} << 10;
  static constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

  static std::size_t slot_of(const char* text) {
    return (reinterpret_cast<std::uintptr_t>(text) * 0x9e3779b97f4a7c15) >> 56;
  }
  std::uint32_t add(const char* text);
  void start_chunk();
  void remove_open(std::size_t index);

  RecordingFile& file_;
  const std::uint32_t other_ = 0;  ///< 0: it is the thread's own
  Record* next_ = nullptr;
  Record* end_ = nullptr;
  std::size_t chunk_bytes_ = kFirstChunkBytes;
  Record lost_;  // where records go for which there is no room
  std::array<Known, kKnown> known_{};
  std::array<Record*, kMostOpen> open_{};
  std::size_t open_count_ = 0;
};

}  // namespace riffle::trace
