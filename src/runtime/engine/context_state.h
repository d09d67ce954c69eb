// SPDX-License-Identifier: Apache-2.0
// What lies behind a ContextStreams: its fault, its streams, and the legacy default stream's rule.
//
// The legacy rule needs no epochs: the context keeps a list of "dirty" blocking streams, those with
// work since the last legacy operation, and the ticket of that operation.
// - A blocking stream that is not on the list joins it and first waits for that ticket
// (LegacyRule::kJoin):
//   it pays once per legacy operation.
// - A legacy operation waits for the newest ticket of each stream on the list, and empties it
//   (LegacyRule::kGather).
// There is no cycle: a stream's ticket is read before the legacy operation's ticket exists, under
// the locks under which later operations of that stream must see it.
//
// Lock order: legacy_mutex_, the legacy timeline's `producer`, another timeline's `producer`,
// `waiters`, streams_mutex_.
#pragma once

#include <atomic>
#include <vector>

#include "base/mutex.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

/// Like timelines, never freed but used again: a runner may look at one a moment after the context
/// ended.
class ContextState {
 public:
  /// Null when out of memory.
  static ContextState* take(ContextStreams& facade, FaultListener listener);
  /// Waits for everything, then lets go of all streams.
  void close();

  [[nodiscard]] Code fault() const {
    const Code code = report_.load(std::memory_order_acquire);
    return code == kTransient ? Code::kOk : code;
  }
  [[nodiscard]] Code take_report();
  void raise(Code code);
  /// See ContextStreams::limit_threads; 0: no limit.
  [[nodiscard]] std::uint32_t most_threads() const {
    return most_threads_.load(std::memory_order_relaxed);
  }
  void limit_threads(std::uint32_t most) { most_threads_.store(most, std::memory_order_relaxed); }
  [[nodiscard]] ContextStreams& facade() const { return *facade_; }
  [[nodiscard]] Timeline& legacy() const { return *legacy_; }

  /// Null when out of memory.
  Timeline* create(StreamKind kind, int priority) RIFFLE_EXCLUDES(streams_mutex_);
  void destroy(Timeline& timeline);
  void synchronize() RIFFLE_EXCLUDES(streams_mutex_);
  /// Newest streams first.
  [[nodiscard]] std::vector<Moment> pending() RIFFLE_EXCLUDES(streams_mutex_);
  void enqueue_wait(Moment moment) RIFFLE_EXCLUDES(streams_mutex_);

  /// Locks `producer` of a stream of this context after it did what its legacy rule asks. Throws
  /// std::bad_alloc, then with nothing locked. Undone by `unlock`.
  void lock_for_enqueue(Timeline& timeline)
      RIFFLE_ACQUIRE(timeline.producer()) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
    if (timeline.chunks() > chunk_limit()) [[unlikely]]
      wait_for_room(timeline);
    if (timeline.stream_kind() == StreamKind::kLegacy) [[unlikely]]
      return lock_legacy();
    timeline.producer().lock();
    if (timeline.legacy_rule(std::memory_order_relaxed) == LegacyRule::kJoin) [[unlikely]]
      join_legacy_order(timeline);
  }
  /// After the last submission. `ticket`: that of a new operation, 0 for none.
  void unlock(Timeline& timeline, Ticket ticket) RIFFLE_RELEASE(timeline.producer());

  /// Whether the legacy stream must look at other streams. Acquire: whoever made this host know of
  /// work in a blocking stream made it know of this too.
  [[nodiscard]] bool has_dirty() const { return has_dirty_.load(std::memory_order_acquire); }
  /// All work of the legacy stream and of the blocking streams complete? Drops those that are.
  [[nodiscard]] bool query_legacy() RIFFLE_EXCLUDES(legacy_mutex_);

  /// See recycle_if_closed.
  void recycle(Timeline& timeline) RIFFLE_EXCLUDES(legacy_mutex_, streams_mutex_);

 private:
  ContextState() = default;

  [[nodiscard]] static std::uint32_t chunk_limit();
  [[gnu::noinline]] static void wait_for_room(Timeline& timeline);
  [[gnu::noinline]] void lock_legacy();
  [[gnu::noinline]] void join_legacy_order(Timeline& timeline);
  [[nodiscard]] bool query_legacy_and_notify() RIFFLE_REQUIRES(legacy_mutex_);
  void remove_dirty(Timeline& timeline) RIFFLE_REQUIRES(legacy_mutex_);
  void unregister(Timeline& timeline) RIFFLE_EXCLUDES(streams_mutex_);

  std::atomic<Code> report_{Code::kOk};  ///< kTransient is told once, then forgotten
  std::atomic<bool> has_reported_{false};
  std::atomic<std::uint32_t> most_threads_{0};
  FaultListener listener_ = nullptr;  // constant while live
  ContextStreams* facade_ = nullptr;  // constant while live
  Timeline* legacy_ = nullptr;        // constant while live
  ContextState* free_next_ = nullptr;
  ContextState* all_next_ = nullptr;  ///< never freed: used again

  Mutex legacy_mutex_;
  std::vector<Timeline*> dirty_ RIFFLE_GUARDED_BY(legacy_mutex_);
  Ticket legacy_last_ RIFFLE_GUARDED_BY(legacy_mutex_) = 0;  // newest legacy operation

  std::atomic<bool> has_dirty_{false};  // dirty_ is not empty; written under legacy_mutex_

  Mutex streams_mutex_;
  std::vector<Timeline*> streams_ RIFFLE_GUARDED_BY(streams_mutex_);  // closing ones included
  /// What new streams must wait for first; those that are complete are dropped at the next one.
  std::vector<Moment> awaited_by_all_ RIFFLE_GUARDED_BY(streams_mutex_);
  bool closed_ RIFFLE_GUARDED_BY(streams_mutex_) = false;
};

}  // namespace riffle::engine
