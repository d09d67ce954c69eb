// SPDX-License-Identifier: Apache-2.0
// Records wait in a queue until the program's buffers are filled with them: when it asks, or when there are many. Nothing of
// the program runs where an operation ends, inside of the engine.
#pragma once

#include <cupti.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <mutex>

namespace riffle::cupti {

/// Bytes of a record of this kind; 0: no record of the kind is ever made.
std::size_t record_bytes(CUpti_ActivityKind kind);

class Records {
 public:
  /// Any thread; the lock is a leaf.
  template <class Record>
  void add(const Record& record) noexcept {
    static_assert(sizeof(Record) <= kMostBytes);
    add(&record, sizeof record);
  }
  /// The program's functions for buffers. Until they are there records wait, at most kMost; then they are dropped, and counted.
  void set_callbacks(CUpti_BuffersCallbackRequestFunc request,
                     CUpti_BuffersCallbackCompleteFunc complete);
  /// Hands everything over, on the calling thread, which must be outside of the engine. Where another thread does so already,
  /// it waits for that, or leaves it to that.
  enum class Meanwhile : bool { kLeave, kWait };
  void deliver(Meanwhile meanwhile);
  [[nodiscard]] bool are_many();
  /// Since it was asked last.
  std::size_t take_dropped();

 private:
  static constexpr std::size_t kMostBytes = 256;
  struct Kept {
    std::size_t bytes = 0;
    alignas(ACTIVITY_RECORD_ALIGNMENT) std::array<std::byte, kMostBytes> data;
  };
  void add(const void* record, std::size_t bytes) noexcept;
  void fill_buffers(const std::deque<Kept>& records, CUpti_BuffersCallbackRequestFunc request,
                    CUpti_BuffersCallbackCompleteFunc complete);

  /// Held while the program's functions are called. Only who asked for a flush waits for it: a call of CUDA may come from a
  /// thread with a lock that these functions want.
  std::mutex deliver_mutex_;
  std::mutex mutex_;
  // Under mutex_.
  std::deque<Kept> waiting_;
  CUpti_BuffersCallbackRequestFunc request_ = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete_ = nullptr;
  std::size_t dropped_ = 0;
};

/// Never destroyed.
Records& records();

}  // namespace riffle::cupti
