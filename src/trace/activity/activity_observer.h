// SPDX-License-Identifier: Apache-2.0
// The engine's observer that tells a profiler in the process: see activity.h.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/mutex.h"
#include "runtime/engine/observer.h"
#include "trace/activity/activity.h"

namespace riffle::trace {

/// May be added while the program runs: of operations that were enqueued before, nothing is told. Never destroyed. Its lock is
/// a leaf.
class ActivityObserver final : public engine::Observer {
 public:
  explicit ActivityObserver(ActivitySink& sink) : sink_(sink) {}

  void enqueued(const engine::OperationNotice& notice) noexcept override;
  void started(const engine::OperationNotice& notice) noexcept override;
  void finished(const engine::OperationNotice& notice) noexcept override;
  void call_entered(const char* symbol, const void* caller) noexcept override;
  void call_left(const char* symbol, int result) noexcept override;

 private:
  struct Key {
    const void* timeline;
    std::uint64_t ticket;
    std::uint64_t part;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  static Key key_of(const engine::OperationNotice& notice);
  void keep(const Key& key, const OperationActivity& operation) noexcept RIFFLE_EXCLUDES(mutex_);

  ActivitySink& sink_;
  Mutex mutex_;
  /// Operations that have not ended, and launches of graphs, whose nodes ask for their call.
  std::unordered_map<Key, OperationActivity, Hash> open_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::trace
