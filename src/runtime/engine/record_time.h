// SPDX-License-Identifier: Apache-2.0
// When the work before an event's newest record was complete.
//
// One word: the record's number (20 bits), and the time (44 bits of 16 ns; 0: not reached yet). The
// operation that takes the time knows its record's number, and writes only while that is the newest: an
// event may be recorded again, in another stream too, or end, while older records are pending.
#pragma once

#include <atomic>
#include <cstdint>

namespace riffle::engine {

class RecordTime {
 public:
  /// Names one record; 0 names none.
  using Record = std::uint64_t;

  /// Times are used again but never freed, so that pending operations may come late. Throws
  /// std::bad_alloc.
  [[nodiscard]] static RecordTime* take();
  /// Pending records leave it alone from now on.
  void give_back();

  /// A new record: the older ones are void.
  [[nodiscard]] Record begin();
  /// By the operation, when its turn comes.
  void reach(Record record, std::int64_t now_ns);

  /// Both reached, at most 39 hours apart.
  [[nodiscard]] std::int64_t ns_since(const RecordTime& earlier) const;

 private:
  RecordTime() = default;

  std::atomic<std::uint64_t> word_{0};  // released by `reach`, acquired by `ns_since`
  RecordTime* next_free_ = nullptr;
};

}  // namespace riffle::engine
