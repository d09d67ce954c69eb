// SPDX-License-Identifier: Apache-2.0
// The publication point: everything that happens to operations, for whoever subscribes (trace, race
// checker, statistics). Without a subscriber it costs one predictable branch.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/engine.h"
#include "runtime/engine/program.h"

namespace riffle::engine {

enum class OperationKind : std::uint8_t { kRange, kHostFunction, kWait, kTimestamp, kProgram };

/// One operation, as the publication point shows it. Pointers are valid during the call only.
struct OperationNotice {
  std::uint64_t stream_id = 0;
  Timeline* timeline = nullptr;  ///< what a Moment of this operation names
  Ticket ticket = 0;
  OperationKind kind = OperationKind::kRange;
  RangeFunction run = nullptr;  ///< of a range operation: tells kernels, copies, memsets apart
  ProgramFunction program = nullptr;  ///< of a program: tells graph launches apart
  const void* payload = nullptr;      ///< of a range operation or a program
  std::uint64_t units = 0;
  /// 0, or which part of a program (a graph's node) this is: then the notice has the program's
  /// stream and ticket, and comes from any thread, between the program's own `started` and
  /// `finished`. A part is not announced by `enqueued`; the program's payload tells their order.
  std::uint64_t part = 0;
  Moment awaited;                                ///< of a wait
  Stream::HostFunction host_function = nullptr;  ///< of a host function in a stream...
  void* user = nullptr;                          ///< ...and its argument
  void (*host)(void* user) = nullptr;            ///< of a host function that is part of a program
};

struct StreamNotice {
  std::uint64_t stream_id = 0;
  StreamKind kind = StreamKind::kBlocking;
  int priority = 0;
  const Context* context = nullptr;
};

/// Called on the threads that enqueue and run. `enqueued` is called with the stream's producer lock
/// held, in ticket order: it must not call the engine. `started` and `finished` of one stream come
/// in ticket order too, `finished` before the ticket completes. What has a body here is for those whom it
/// concerns.
class Observer {
 public:
  virtual void enqueued(const OperationNotice& notice) noexcept = 0;
  virtual void started(const OperationNotice& notice) noexcept = 0;
  virtual void finished(const OperationNotice& notice) noexcept = 0;

  /// A thread takes a share of an operation that another one runs, until `helped`; `ran` tells whether any was left
  /// for it. The moment is the operation's, or that of a program which the operation is part of.
  virtual void helps(Moment /*operation*/) noexcept {}
  virtual void helped(Moment /*operation*/, bool /*ran*/) noexcept {}
  virtual void stream_created(const StreamNotice& /*notice*/) noexcept {}
  virtual void context_started(const Context& /*context*/, int /*device*/) noexcept {}
  /// A function of an API, on the calling thread; `caller` is where it returns to. What it enqueues comes in
  /// between. Calls nest: a callback may call.
  virtual void call_entered(const char* /*symbol*/, const void* /*caller*/) noexcept {}
  virtual void call_left(const char* /*symbol*/, int /*result*/) noexcept {}

 protected:
  ~Observer() = default;
};

/// At most one, set before the first stream is created; it must live as long as the process.
void set_observer(Observer* observer);

namespace detail {
extern std::atomic<Observer*> observer;
}

/// Null when nobody subscribed.
[[nodiscard]] inline Observer* current_observer() {
  return detail::observer.load(std::memory_order_acquire);
}

}  // namespace riffle::engine
