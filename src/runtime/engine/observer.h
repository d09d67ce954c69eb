// SPDX-License-Identifier: Apache-2.0
// The publication point: everything that happens to operations, for whoever subscribes (trace, race
// checker, statistics). Without a subscriber it costs one predictable branch.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/engine.h"
#include "runtime/engine/host_look.h"
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
  Moment fence;    ///< of a program, when enqueued: another name of its end; none: null
  Stream::HostFunction host_function = nullptr;  ///< of a host function in a stream...
  void* user = nullptr;                          ///< ...and its argument
  void (*host)(void* user) = nullptr;            ///< of a host function that is part of a program
  const void* code = nullptr;  ///< of a host function of the user's: where it begins
};

struct StreamNotice {
  std::uint64_t stream_id = 0;
  StreamKind kind = StreamKind::kBlocking;
  int priority = 0;
  const ContextStreams* context = nullptr;
};

enum class ResourceKind : std::uint8_t {
  kDeviceMemory,
  kPinnedMemory,
  kManagedMemory,
  kPooledMemory,  ///< stream-ordered
  kStream,
  kEvent,
  kGraph,
  kGraphExec,
  kRegisteredMemory,  ///< the program's own, made known to devices
};

/// Something that a program makes and has to give back.
struct ResourceNotice {
  ResourceKind kind = ResourceKind::kDeviceMemory;
  std::uintptr_t handle = 0;  ///< of memory: its address
  std::uint64_t bytes = 0;    ///< of memory, when made
  /// Of stream-ordered memory: in whose order it is made or freed, by the next operation that the calling thread
  /// enqueues there; null: by the host.
  Stream* stream = nullptr;
};

/// Pageable memory of an asynchronous copy: `depth` slices of `height` rows of `width` bytes.
struct PageableNotice {
  std::uintptr_t begin = 0;
  std::uint64_t width = 0;
  std::uint64_t height = 1;
  std::uint64_t depth = 1;
  std::uint64_t row_pitch_bytes = 0;
  std::uint64_t slice_pitch_bytes = 0;
  bool writes = false;  ///< the copy writes it
};

/// Memory that several processes can use: bytes of a file.
struct SharedMemoryNotice {
  std::uintptr_t begin = 0;  ///< in this process
  std::uint64_t bytes = 0;   ///< 0: it is no longer there
  std::uint64_t file = 0;    ///< its number, the same in all processes
  std::uint64_t offset = 0;
};

/// What one stream tells others by a way that the engine does not see: a record of an event of several processes, for example. The
/// numbers of a channel grow.
struct Signal {
  std::uint64_t channel[2] = {0, 0};
  std::uint64_t number = 0;
  unsigned parties = 1;   ///< how many give it; whoever waits for it waits for all
  unsigned giver = 0;     ///< which of them
  bool is_local = false;  ///< the channel is known in this process only
};

/// Called on the threads that enqueue and run. `enqueued` is called with the stream's producer lock
/// held, in ticket order: it must not call the engine. `started` and `finished` of one stream come
/// in ticket order too, `finished` before the ticket completes and before the payload is given back. What has a body
/// here is for those whom it concerns.
class Observer {
 public:
  /// True: every wait is to be an operation, also one for a moment that is complete already and one that the legacy
  /// default stream's rule asks for. So what is published tells all order that the program has declared, whatever ran
  /// when. Asked once.
  [[nodiscard]] virtual bool wants_every_wait() const noexcept { return false; }

  virtual void enqueued(const OperationNotice& notice) noexcept = 0;
  virtual void started(const OperationNotice& notice) noexcept = 0;
  virtual void finished(const OperationNotice& notice) noexcept = 0;

  /// A thread takes a share of an operation that another one runs, until `helped`; `ran` tells whether any was left
  /// for it. The moment is the operation's, or that of a program which the operation is part of.
  virtual void helps(Moment /*operation*/) noexcept {}
  virtual void helped(Moment /*operation*/, bool /*ran*/) noexcept {}
  /// A host thread knows that the moment is complete: it has waited for it, or asked. From inside of locks of the
  /// engine: must not call it.
  virtual void host_saw(Moment /*moment*/) noexcept {}
  /// The same for all work of a context until now.
  virtual void host_saw_all(const ContextStreams& /*context*/) noexcept {}
  /// A wait for what is complete already: no operation comes of it. The ticket is the stream's newest.
  virtual void wait_was_over(const OperationNotice& /*notice*/) noexcept {}
  /// What the stream gets from now on may be ordered by something that the engine does not see: a word of memory, another
  /// process.
  virtual void ordered_from_outside(Stream& /*stream*/) noexcept {}
  /// What the stream holds until now comes before the signal.
  virtual void gave_signal(Stream& /*stream*/, const Signal& /*signal*/) noexcept {}
  /// What the stream gets from now on comes after the signal.
  virtual void awaits_signal(Stream& /*stream*/, const Signal& /*signal*/) noexcept {}
  /// A host thread knows that the signal was given.
  virtual void host_saw_signal(const Signal& /*signal*/) noexcept {}
  /// Another process may use this memory from now on, or it is another one's. By a call that succeeds, before it returns.
  virtual void memory_shared(const SharedMemoryNotice& /*notice*/) noexcept {}
  /// Memory that a library has made for itself, until it is freed.
  virtual void memory_of_library(std::uintptr_t /*begin*/, std::uint64_t /*bytes*/) noexcept {}
  /// By a call that succeeds, before it returns.
  virtual void resource_made(const ResourceNotice& /*notice*/) noexcept {}
  /// By a call that succeeds; memory: before others can have it.
  virtual void resource_gone(const ResourceNotice& /*notice*/) noexcept {}
  /// A copy or fill that a call asks for and does not get: not all of these bytes are one live allocation's.
  virtual void refused_range(std::uintptr_t /*begin*/, std::uint64_t /*bytes*/) noexcept {}
  /// Nothing that a call may free begins at this address.
  virtual void refused_free(std::uintptr_t /*pointer*/) noexcept {}
  /// The program's call adds a node to a graph, or copies one: `copied_from`, else 0. Ids are unique in the process.
  virtual void graph_node_made(std::uint64_t /*node*/, std::uint64_t /*copied_from*/) noexcept {}
  /// A launch hands in so many bytes of packed arguments, not as many as the kernel's parameters have.
  virtual void wrong_argument_bytes(const char* /*kernel*/, std::uint64_t /*given*/,
                                    std::uint64_t /*needed*/) noexcept {}
  /// By a call that has enqueued this copy as its newest operation. The call will wait until the memory has been read or
  /// written, or has read it; CUDA promises neither.
  virtual void pageable_memory(const PageableNotice& /*notice*/) noexcept {}
  virtual void stream_created(const StreamNotice& /*notice*/) noexcept {}
  virtual void context_started(const ContextStreams& /*context*/, int /*device*/) noexcept {}
  /// A function of an API, on the calling thread; `caller` is where it returns to. What it enqueues comes in
  /// between. Calls nest: a callback may call.
  virtual void call_entered(const char* /*symbol*/, const void* /*caller*/) noexcept {}
  virtual void call_left(const char* /*symbol*/, int /*result*/) noexcept {}
  /// A function of a library of ours, on the calling thread, answers an error of its own kind.
  virtual void library_failed(const char* /*function*/, int /*result*/,
                              const void* /*returns_to*/) noexcept {}
  /// The calling thread reads its last error.
  virtual void error_asked() noexcept {}

 protected:
  ~Observer() = default;
};

/// At most four (schedule, trace, check and a profiler). They must live as long as the process. All but a profiler are added before
/// the first stream is created.
void add_observer(Observer& observer);
/// Nobody is told any more: of a child of fork(), and for tests.
void remove_observers();

namespace detail {
extern std::atomic<Observer*> observer;
extern std::atomic<bool> keeps_every_wait;
}  // namespace detail

/// Null when nobody subscribed.
[[nodiscard]] inline Observer* current_observer() {
  return detail::observer.load(std::memory_order_acquire);
}

/// See Observer::wants_every_wait.
[[nodiscard]] inline bool keeps_every_wait() {
  return detail::keeps_every_wait.load(std::memory_order_relaxed);
}

/// For those who ask a moment themselves, on a host thread.
inline void notify_host_saw(Moment moment) {
  note_host_look();
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->host_saw(moment);
}
inline void notify_resource_made(const ResourceNotice& notice) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->resource_made(notice);
}
inline void notify_resource_gone(const ResourceNotice& notice) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->resource_gone(notice);
}
inline void notify_refused_range(const void* begin, std::uint64_t bytes) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->refused_range(reinterpret_cast<std::uintptr_t>(begin), bytes);
}
inline void notify_refused_free(const void* pointer) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->refused_free(reinterpret_cast<std::uintptr_t>(pointer));
}
inline void notify_graph_node_made(std::uint64_t node, std::uint64_t copied_from) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->graph_node_made(node, copied_from);
}
inline void notify_wrong_argument_bytes(const char* kernel, std::uint64_t given,
                                        std::uint64_t needed) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->wrong_argument_bytes(kernel, given, needed);
}
inline void notify_pageable_memory(const PageableNotice& notice) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->pageable_memory(notice);
}
inline void notify_memory_shared(const SharedMemoryNotice& notice) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->memory_shared(notice);
}
inline void notify_gave_signal(Stream& stream, const Signal& signal) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->gave_signal(stream, signal);
}
inline void notify_awaits_signal(Stream& stream, const Signal& signal) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->awaits_signal(stream, signal);
}
inline void notify_host_saw_signal(const Signal& signal) {
  note_host_look();
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->host_saw_signal(signal);
}
inline void notify_ordered_from_outside(Stream& stream) {
  if (Observer* const observer = current_observer()) [[unlikely]]
    observer->ordered_from_outside(stream);
}

}  // namespace riffle::engine
