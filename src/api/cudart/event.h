// SPDX-License-Identifier: Apache-2.0
// Events: the moment of their last record, and its time.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "api/cudart/shared_event.h"
#include "api/cudart/stream.h"
#include "base/handle_table.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/record_time.h"
#include "runtime/engine/spinlock.h"

namespace riffle::api::cudart {

/// Thread-safe.
class EventObject {
 public:
  EventObject(context::Context& context, unsigned flags);
  ~EventObject();
  EventObject(const EventObject&) = delete;
  EventObject& operator=(const EventObject&) = delete;

  void record(engine::Stream& stream) RIFFLE_EXCLUDES(lock_);
  /// The event now stands for the work before a node of a graph that was launched.
  void record(engine::Moment moment) RIFFLE_EXCLUDES(lock_);
  /// Where that record's time belongs: asked before the launch. Null without timing.
  [[nodiscard]] engine::RecordTime* record_time() const { return time_; }
  /// The event now stands for what a capturing stream depends on.
  void record(std::shared_ptr<const graph::CapturedRecord> captured) RIFFLE_EXCLUDES(lock_);
  /// Null unless the last record was captured.
  [[nodiscard]] std::shared_ptr<const graph::CapturedRecord> captured() const
      RIFFLE_EXCLUDES(lock_) {
    if (!is_captured_.load(std::memory_order_relaxed)) [[likely]]
      return nullptr;
    const engine::SpinlockHolder lock(lock_);
    return captured_;
  }
  /// Of the last record; complete when there was none.
  [[nodiscard]] engine::Moment moment() const RIFFLE_EXCLUDES(lock_);
  [[nodiscard]] bool is_recorded() const RIFFLE_EXCLUDES(lock_);
  /// Of an event that has timing.
  [[nodiscard]] const engine::RecordTime& time() const { return *time_; }

  /// Complete, whoever recorded it last.
  [[nodiscard]] bool is_complete() const {
    return shared_ != nullptr ? shared_->is_complete() : moment().is_complete();
  }
  /// What several processes have of it; null for an event of this process alone.
  [[nodiscard]] SharedEvent* shared() const { return shared_; }
  /// Before anybody else knows the event. Takes one hold.
  void set_shared(SharedEvent* shared) { shared_ = shared; }

  [[nodiscard]] bool has_timing() const { return time_ != nullptr; }
  [[nodiscard]] context::Context& context() const { return context_; }

 private:
  context::Context& context_;
  SharedEvent* shared_ = nullptr;
  engine::RecordTime* const time_;  // null: without timing
  mutable engine::Spinlock lock_;   // held for some loads and stores
  engine::Moment moment_ RIFFLE_GUARDED_BY(lock_);
  bool is_recorded_ RIFFLE_GUARDED_BY(lock_) = false;
  std::shared_ptr<const graph::CapturedRecord> captured_ RIFFLE_GUARDED_BY(lock_);
  std::atomic<bool> is_captured_{false};  // captured_ is there; written under lock_
};

HandleTable<EventObject>& events();

}  // namespace riffle::api::cudart
