// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/until.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "platform/futex.h"
#include "platform/thread.h"

namespace riffle::engine {
namespace {

/// One wait. It belongs to its operation; while it is on the list the fence's moment is not complete, so the operation
/// is there.
struct Waiting {
  Until until;
  ContextStreams* context = nullptr;
  Fence fence;
  bool has_held = false;  ///< written before the fence's moment is complete, read after
  Waiting* next = nullptr;

  [[nodiscard]] bool is_over() const {
    return until.holds(until.what) || context->fault() != Code::kOk;
  }
};

/// Looks at the conditions of all streams that wait. Of the process, and never destroyed.
class Watch {
 public:
  [[nodiscard]] bool start() {
    const MutexLock lock(mutex_);
    if (!is_started_) is_started_ = platform::start_thread("riffle-watch", 64 << 10, main, this);
    return is_started_;
  }

  void add(Waiting& waiting) {
    {
      const MutexLock lock(mutex_);
      waiting.next = first_;
      first_ = &waiting;
      count_.fetch_add(1);
    }
    changes_.fetch_add(1);
    platform::futex_wake(&changes_, 1);
  }

  /// A write that comes before this call is seen here, or was seen by whoever added the wait after it.
  void look() {
    if (count_.load() != 0) [[unlikely]]
      complete(take_over());
  }

 private:
  static void main(void* watch) {
    platform::make_current_thread_punctual();
    static_cast<Watch*>(watch)->run();
  }

  void run() {
    // Whoever waits for long is no hurry: nobody spins for it.
    constexpr std::uint64_t kShortestNs = 20'000;
    constexpr std::uint64_t kLongestNs = 200'000;
    std::uint64_t pause_ns = kShortestNs;
    for (;;) {
      const std::uint32_t seen = changes_.load();
      if (count_.load() == 0) {
        platform::futex_wait(changes_, seen);
        pause_ns = kShortestNs;
        continue;
      }
      Waiting* const over = take_over();
      pause_ns = over != nullptr ? kShortestNs : std::min(pause_ns + pause_ns / 16, kLongestNs);
      complete(over);
      if (over == nullptr) platform::futex_wait_for(changes_, seen, pause_ns);
    }
  }

  /// Those whose condition holds, which are no longer on the list.
  Waiting* take_over() {
    const MutexLock lock(mutex_);
    Waiting* over = nullptr;
    for (Waiting** place = &first_; *place != nullptr;) {
      Waiting* const waiting = *place;
      if (!waiting->is_over()) {
        place = &waiting->next;
        continue;
      }
      *place = waiting->next;
      waiting->next = over;
      over = waiting;
      count_.fetch_sub(1);
    }
    return over;
  }

  static void complete(Waiting* over) {
    while (over != nullptr) {
      Waiting* const next = over->next;
      over->has_held = true;
      over->fence.complete();  // the operation may end, and `over` with it
      over = next;
    }
  }

  Mutex mutex_;  ///< a leaf
  bool is_started_ RIFFLE_GUARDED_BY(mutex_) = false;
  Waiting* first_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  std::atomic<std::uint32_t> count_{0};  ///< of the list; seq_cst, against `look` after a write
  std::atomic<std::uint32_t> changes_{0};
};

Watch& watch() {
  static auto& the_watch = *new Watch;
  return the_watch;
}

struct Payload {
  Waiting* waiting;
};

void release_until(const void* payload) noexcept {
  Waiting* const waiting = static_cast<const Payload*>(payload)->waiting;
  waiting->fence.destroy();
  delete waiting;
}

}  // namespace

void run_until(Executor& executor, const void* payload) noexcept {
  Waiting& waiting = *static_cast<const Payload*>(payload)->waiting;
  if (waiting.has_held || waiting.is_over()) return;
  executor.resume_at(waiting.fence.issue());
  watch().add(waiting);
}

bool enqueue_until(Stream& stream, const Until& until) {
  if (!watch().start()) return false;
  auto waiting = std::make_unique<Waiting>();
  waiting->until = until;
  waiting->context = &stream.context();
  if (!waiting->fence.create(*waiting->context)) return false;
  const ProgramOperation operation{
      .run = run_until, .release = release_until, .payload_bytes = sizeof(Payload)};
  try {
    stream.enqueue(operation,
                   [&](void* payload) { static_cast<Payload*>(payload)->waiting = waiting.get(); });
  } catch (...) {
    waiting->fence.destroy();
    throw;
  }
  waiting.release();  // NOLINT(bugprone-unused-return-value): the operation has it
  return true;
}

void look_at_conditions() noexcept { watch().look(); }

}  // namespace riffle::engine
