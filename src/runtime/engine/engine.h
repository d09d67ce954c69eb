// SPDX-License-Identifier: Apache-2.0
// The stream engine's public face: contexts, streams, events, and operations enqueued into them.
//
// Everything that orders work is one mechanism: a timeline with a counter of submitted and one of
// completed tickets. An event is a (timeline, ticket) pair; a wait is "my next operation starts
// when that timeline completed that ticket"; a query is a load.
//
// Out of memory: enqueue functions throw std::bad_alloc and have then enqueued nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/status.h"

namespace riffle::engine {

using Ticket = std::uint64_t;
struct Parts;
class RecordTime;
class Timeline;  // type-stable, recycled, tickets never restart: a stale pair reads "complete"

/// "When this timeline has completed this ticket." A null timeline is always complete.
struct Moment {
  Timeline* timeline = nullptr;
  Ticket ticket = 0;
  [[nodiscard]] bool is_complete() const;
};

/// What an operation that ran units [first, end) reports: kOk; the fault that ends the context; or
/// kTransient when it could not run for want of memory.
/// Runs on a stack with a guard page (platform/stack.h: `current_stack()` tells its bounds), on a
/// worker or on a host thread that waits; several threads may run disjoint ranges of one operation
/// at once.
using RangeFunction = Code (*)(const void* payload, std::uint64_t first,
                               std::uint64_t end) noexcept;
/// Ends nothing but the operation: the memory may be there for the next one.
inline constexpr Code kTransient = Code::kLaunchOutOfResources;

/// Cost of one unit, learned as it runs; one per kernel or kind of copy, shared by its launches.
struct Cost {
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 62;  ///< so that two can be added

  std::atomic<std::uint64_t> picoseconds_per_unit{0};  ///< 0: not known yet
  /// Ends without any other operation's help: a waiting host may run it for others (copies,
  /// memsets, and kernels proved to end).
  bool ends = false;
  const Parts* parts = nullptr;  ///< how it may be run in parts; null: not at all
  /// How many neighbouring units cost what they should if one thread runs them together, from a multiple of
  /// that number on. Of an operation with this payload, if `run` is a function that this is known of. Null: one.
  std::uint64_t (*together)(RangeFunction run, const void* payload) noexcept = nullptr;

  /// Of so many units: kMost at most, 0 if it is not known yet.
  [[nodiscard]] std::uint64_t picoseconds(std::uint64_t units) const {
    std::uint64_t product = 0;
    const std::uint64_t each = picoseconds_per_unit.load(std::memory_order_relaxed);
    return __builtin_mul_overflow(each, units, &product) ? kMost : std::min(product, kMost);
  }
};

/// A kernel launch (units are blocks), a copy (units are pieces), a memset...
struct RangeOperation {
  RangeFunction run = nullptr;
  /// Called once after the last unit, or when the operation is skipped because the context faulted;
  /// may be null. Runs before the ticket completes.
  void (*release)(const void* payload) noexcept = nullptr;
  /// May be null: then the operation is measured afresh each time. Must outlive the operation.
  Cost* cost = nullptr;
  std::uint64_t units = 1;
  std::uint32_t payload_bytes = 0;
};

enum class StreamKind : std::uint8_t { kBlocking, kNonBlocking, kLegacy };

class ContextStreams;
struct ProgramOperation;

/// One CUDA stream. Any host thread may enqueue; order is the order of the calls. All enqueue
/// functions return at once with the operation's ticket (but for back-pressure: a stream with
/// megabytes of pending operations makes the caller wait); they allocate nothing on the fast path.
class Stream {
 public:
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Reserves room in the ring, lets `fill(void* payload)` write `operation.payload_bytes` bytes
  /// (16-aligned) in place, and submits. `fill` holds the stream's producer lock: it must not call
  /// the engine, block, or throw.
  template <class Fill>
  Ticket enqueue(const RangeOperation& operation, Fill&& fill) {
    std::forward<Fill>(fill)(reserve(operation));
    return commit();
  }

  /// The same for a program (program.h). Its `fence`, if it has one, issues a moment under the lock.
  template <class Fill>
  Ticket enqueue(const ProgramOperation& operation, Fill&& fill) {
    std::forward<Fill>(fill)(reserve(operation));
    return commit();
  }

  /// A host function: runs on a worker, never on a waiting host thread; CUDA calls inside are
  /// refused by the API through `in_host_function()`. `even_after_fault`: cudaStreamAddCallback's
  /// rule (runs with the context's error); otherwise skipped after a fault (cudaLaunchHostFunc's
  /// rule).
  using HostFunction = void (*)(void* user, Code context_status);
  Ticket enqueue_host_function(HostFunction function, void* user, bool even_after_fault,
                               const void* code = nullptr);

  /// Later operations start after `moment`. Nothing is enqueued if it is complete already.
  void enqueue_wait(Moment moment);

  /// The moment at which all work submitted so far is complete. On the legacy stream: covers all
  /// blocking streams of the context (destroyed ones with pending work too). On a blocking stream:
  /// covers the legacy work submitted before.
  [[nodiscard]] Moment record();
  /// The same, and an operation that takes the time when it is reached.
  Moment record(RecordTime& time);

  /// Whether all submitted work is complete (legacy rule included).
  [[nodiscard]] bool query();
  /// Waits, helping to run what the wait depends on.
  void synchronize();

  [[nodiscard]] StreamKind kind() const;
  [[nodiscard]] int priority() const;      ///< 0 least ... -5 greatest
  void set_priority(int priority);         ///< clamped to that range
  [[nodiscard]] std::uint64_t id() const;  ///< unique for the life of the program, never reused
  [[nodiscard]] ContextStreams& context() const;

 protected:
  Stream() = default;
  ~Stream() = default;

 private:
  void* reserve(const RangeOperation& operation);  // takes the producer lock...
  void* reserve(const ProgramOperation& operation);
  Ticket commit();  // ...and releases it
};

/// Told the first fault of a context, once, on the thread that runs the operation, mostly before anybody can
/// see it.
using FaultListener = void (*)(ContextStreams& context, Code fault) noexcept;

/// One device's (or driver context's) streams and its sticky fault.
class ContextStreams {
 public:
  /// Null when not even one worker thread can be started, or in a forked child.
  static std::unique_ptr<ContextStreams> create(FaultListener listener = nullptr);
  /// Waits for all work; its streams end with it.
  ~ContextStreams();
  ContextStreams(const ContextStreams&) = delete;
  ContextStreams& operator=(const ContextStreams&) = delete;

  [[nodiscard]] Stream& legacy();
  /// `priority` 0 to -5. Null when out of memory.
  [[nodiscard]] Stream* create_stream(StreamKind kind, int priority);
  /// Returns at once; pending work still runs and is still covered by legacy order, events and
  /// `synchronize`.
  void destroy_stream(Stream* stream);

  /// All streams, non-blocking and destroyed ones included.
  void synchronize();
  /// One moment for each of these streams that has work which is not complete.
  [[nodiscard]] std::vector<Moment> pending() const;
  /// Later operations of all streams, of those that are created later too, start after `moment`.
  void enqueue_wait(Moment moment);
  /// kOk, or the first fault reported by an operation: sticky.
  [[nodiscard]] Code fault() const;
  /// The fault; or, once, that an operation was left out for want of memory. For calls that wait.
  [[nodiscard]] Code take_report();
  /// At most so many threads run one operation at once, from the next operation on; 0: no limit. Operations whose blocks
  /// may wait for each other are not limited: they might not end.
  void limit_threads(unsigned most);
  /// Marks the context as if an operation had reported `code`; the first fault stays.
  void raise(Code code);

 private:
  friend class ContextState;
  explicit ContextStreams(class ContextState* state) : state_(state) {}
  class ContextState* state_;
};

/// Waits for a moment on the calling host thread, helping like Stream::synchronize.
void wait_for(Moment moment);

/// True on a worker that is running a host function: API calls answer kNotPermitted there.
[[nodiscard]] bool in_host_function();

/// False in a child of fork(): the workers are gone, API calls answer kNotInitialized and must not
/// touch streams. One relaxed load.
[[nodiscard]] bool is_usable();

}  // namespace riffle::engine
