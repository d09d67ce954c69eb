// SPDX-License-Identifier: Apache-2.0
// Events: the moment of their last record, and its time.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "api/cudart/stream.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "runtime/engine/engine.h"

namespace riffle::api::cudart {

/// Where an operation of a stream writes the time of one record. It outlives the event while that
/// operation is pending.
struct Stamp {
  std::atomic<std::int64_t> clock_ns{0};
  engine::Moment moment;  ///< after it the stamp may be used again
  Stamp* next = nullptr;  ///< in the list of retired stamps
};

/// Thread-safe.
class EventObject {
 public:
  EventObject(context::Context& context, unsigned flags) : context_(context), flags_(flags) {}
  ~EventObject();
  EventObject(const EventObject&) = delete;
  EventObject& operator=(const EventObject&) = delete;

  void record(engine::Stream& stream) RIFFLE_EXCLUDES(mutex_);
  /// The event now stands for what a capturing stream depends on.
  void record(std::shared_ptr<const graph::CapturedRecord> captured) RIFFLE_EXCLUDES(mutex_);
  /// Null unless the last record was captured.
  [[nodiscard]] std::shared_ptr<const graph::CapturedRecord> captured() const
      RIFFLE_EXCLUDES(mutex_) {
    if (!is_captured_.load(std::memory_order_relaxed)) [[likely]]
      return nullptr;
    const MutexLock lock(mutex_);
    return captured_;
  }
  /// Of the last record; complete when there was none.
  [[nodiscard]] engine::Moment moment() const RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool is_recorded() const RIFFLE_EXCLUDES(mutex_);
  /// Of a record that is complete.
  [[nodiscard]] std::int64_t clock_ns() const RIFFLE_EXCLUDES(mutex_);

  [[nodiscard]] bool has_timing() const { return (flags_ & cudaEventDisableTiming) == 0; }
  [[nodiscard]] context::Context& context() const { return context_; }

 private:
  /// One that no stream writes any more: this event's own, or another.
  Stamp* take_stamp() RIFFLE_EXCLUDES(mutex_);

  context::Context& context_;
  const unsigned flags_;
  mutable Mutex mutex_;
  engine::Moment moment_ RIFFLE_GUARDED_BY(mutex_);
  Stamp* stamp_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  bool is_recorded_ RIFFLE_GUARDED_BY(mutex_) = false;
  std::shared_ptr<const graph::CapturedRecord> captured_ RIFFLE_GUARDED_BY(mutex_);
  std::atomic<bool> is_captured_{false};  // captured_ is there; written under mutex_
};

HandleTable<EventObject>& events();

}  // namespace riffle::api::cudart
