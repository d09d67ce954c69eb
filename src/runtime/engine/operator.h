// SPDX-License-Identifier: Apache-2.0
// A thread that runs one operation at a time for the schedule (schedule.h), which waits for it meanwhile.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/site.h"

namespace riffle::engine {

class Operator {
 public:
  /// Null when the system refuses. Never destroyed: its thread lives as long as the process.
  [[nodiscard]] static Operator* start();

  /// The stream is RUNNING and nobody else's: runs its next operation and gives it away. Not before the last one is done.
  void begin(Timeline& timeline);
  [[nodiscard]] bool is_done() const { return word_.load(std::memory_order_acquire) == kDone; }
  /// Waits until it is done, at most so long; false if it is not.
  bool wait_for(std::uint64_t ns) const;
  /// The same without end.
  void wait() const;

  /// Whether the calling thread is one.
  [[nodiscard]] static bool is_current();

 private:
  enum Word : std::uint32_t { kDone, kWork };

  Operator() { site_.is_worker = true; }
  static void main(void* self);

  Site site_;
  std::atomic<std::uint32_t> word_{kDone};  // release; acquired by the other side
  Timeline* timeline_ = nullptr;            // whose turn it is: `word_`'s
};

}  // namespace riffle::engine
