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
  Moment awaited;  ///< of a wait
};

/// Called on the threads that enqueue and run. `enqueued` is called with the stream's producer lock
/// held, in ticket order: it must not call the engine. `started` and `finished` of one stream come
/// in ticket order too, `finished` before the ticket completes.
class Observer {
 public:
  virtual void enqueued(const OperationNotice& notice) noexcept = 0;
  virtual void started(const OperationNotice& notice) noexcept = 0;
  virtual void finished(const OperationNotice& notice) noexcept = 0;

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
