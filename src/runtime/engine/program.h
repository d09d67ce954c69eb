// SPDX-License-Identifier: Apache-2.0
// An operation that is a program: it runs many others when its turn comes, may spread them over
// further streams, and is complete when its fence says so. A graph launch is one.
//
// The stream's runner calls the program once; it runs what it can on that thread and returns. If
// parts of it go on elsewhere, the stream is parked at the program's fence like at any wait, and
// holds no thread.
#pragma once

#include <cstdint>

#include "runtime/engine/engine.h"

namespace riffle::engine {

struct Site;

/// A timeline that nobody runs: its tickets are issued and completed by hand, in order.
class Fence {
 public:
  /// False when out of memory. The context's synchronisation covers issued tickets.
  [[nodiscard]] bool create(ContextStreams& context);
  /// Issued tickets may be pending still.
  void destroy();

  [[nodiscard]] bool exists() const { return timeline_ != nullptr; }
  /// A new moment, not complete yet. One thread at a time.
  Moment issue();
  /// Completes the oldest moment that is not complete; what was done before it happens before what
  /// waits for it. Any thread; takes the waiters' lock.
  void complete();
  /// A hint for hosts that wait for a moment of the fence: this operation of `stream`, which belongs
  /// to the fence's owner, must happen before. Any thread.
  void show_part(Stream& stream, Ticket ticket);
  /// The moment issued last.
  [[nodiscard]] Moment newest() const;

 private:
  friend class Stream;
  Timeline* timeline_ = nullptr;
};

/// What a program may do on the thread that runs it. Lives as long as the call.
class Executor {
 public:
  Executor(Site& site, Timeline& timeline) : site_(site), timeline_(timeline) {}
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Runs all units like a range operation of the stream: shared with idle threads if there are
  /// many, skipped when the context has faulted, its own fault raised.
  void run(RangeFunction function, Cost* cost, std::uint64_t units, const void* payload);
  /// Only on a worker. Skipped when the context has faulted.
  void run_host_function(void (*function)(void* user), void* user);

  /// Host functions may run here.
  [[nodiscard]] bool is_worker() const;
  [[nodiscard]] bool has_fault() const;
  /// What notices of a program's parts say: the stream of the program, if this thread runs it.
  [[nodiscard]] std::uint64_t stream_id() const;
  [[nodiscard]] Moment current() const;
  [[nodiscard]] ContextStreams& context() const;
  /// For a program without a fence: it is called again, on whatever thread, once `moment` is complete, and meanwhile
  /// holds no thread. It is complete when it has returned without asking for this.
  void resume_at(Moment moment) { resumption_ = moment; }
  [[nodiscard]] Moment resumption() const { return resumption_; }
  /// Tells a worker that sleeps, if none is looking for work already.
  static void call_a_worker();

 private:
  Site& site_;
  Timeline& timeline_;
  Moment resumption_;
};

using ProgramFunction = void (*)(Executor& executor, const void* payload) noexcept;

struct ProgramOperation {
  ProgramFunction run = nullptr;
  /// Called once when the operation is complete; may be null.
  void (*release)(const void* payload) noexcept = nullptr;
  /// A moment of it is issued for the operation, which is complete when that is. Null: complete when
  /// `run` returns, unless it is to be resumed.
  Fence* fence = nullptr;
  std::uint32_t payload_bytes = 0;
  /// A part of a program that runs in another stream: not published, worth starting at once.
  bool is_part = false;
  /// It begins with a host function.
  bool needs_worker = false;
};

}  // namespace riffle::engine
