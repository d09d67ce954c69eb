// SPDX-License-Identifier: Apache-2.0
// The object behind a stream: two atomic words that decide everything, and a ring of operations.
//
//   state      ticket << 4 | WORKER_ONLY | LINKED | IDLE, READY, RUNNING or BLOCKED
//   completed  ticket << 1 | HAS_WAITERS
//
// Invariants:
// 1. Only the holder of RUNNING touches the runner's members and the slots behind the write
// position.
//    RUNNING is entered by CAS with acquire, left by RMW with release.
// 2. Only producers leave IDLE, and they hold `producer`. While a stream is IDLE, the holder of
// `producer`
//    owns the runner's members too.
// 3. LINKED <=> the stream is in exactly one run queue; READY implies LINKED. A LINKED stream that
// is not
//    READY is a stale entry: whoever meets it in the queue drops it.
// 4. HAS_WAITERS <=> a waiter list is not empty; both change only under `waiters`.
// 5. A BLOCKED stream is in exactly one waiter list: that of the timeline it waits for.
// 6. Ticket k is in `completed` only after operation k's effects: the RMW releases them, readers
// acquire.
// 7. Tickets only grow, also when the timeline serves another stream later: (timeline, ticket) of
// an ended
//    stream reads "complete" for ever. Timelines are never freed.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/chunk_pool.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/mutant.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/spinlock.h"

namespace riffle::engine {

struct SharedJob;

// The state word.
inline constexpr std::uint64_t kIdle = 0;
inline constexpr std::uint64_t kReady = 1;
inline constexpr std::uint64_t kRunning = 2;
inline constexpr std::uint64_t kBlocked = 3;
inline constexpr std::uint64_t kPhaseMask = 3;
inline constexpr std::uint64_t kLinked = 4;
inline constexpr std::uint64_t kWorkerOnly = 8;
inline constexpr unsigned kTicketShift = 4;
inline constexpr std::uint64_t kOneTicket = std::uint64_t{1} << kTicketShift;

[[nodiscard]] constexpr std::uint64_t phase_of(std::uint64_t state) { return state & kPhaseMask; }
[[nodiscard]] constexpr Ticket submitted_of(std::uint64_t state) { return state >> kTicketShift; }

/// What an enqueue must do first for the legacy default stream's ordering rule.
enum class LegacyRule : std::uint8_t {
  kNothing,  ///< non-blocking, or a blocking stream on the legacy stream's list already
  kJoin,     ///< a blocking stream without work since the last legacy operation
  kGather,   ///< the legacy stream: waits for every stream on its list
};

enum class Lifecycle : std::uint8_t { kFree, kLive, kClosing };

/// A host thread that sleeps until a ticket is complete; lives on that thread's stack.
struct Sleeper {
  std::atomic<std::uint32_t> word{0};  ///< 1: notified, the notifier's last access
  Ticket ticket = 0;
  Sleeper* next = nullptr;
};

class alignas(128) Timeline final : public Stream {
 public:
  static constexpr std::uint32_t kOwnSlots = 22;  // the last is kept for the jump

  // Lines come from farther caches two at a time: the producers' with everyone's, the runner's with
  // completion's, and an operation of two slots whole.

  // --- Producers' line; under `producer` unless atomic ---
  Spinlock producer;
  // Release, for who reads it without the lock: kNothing comes after the wait that kJoin asks for.
  std::atomic<LegacyRule> legacy_rule{LegacyRule::kNothing};
  StreamKind stream_kind = StreamKind::kNonBlocking;  // constant while live
  std::atomic<std::int8_t> stream_priority{0};
  std::uint32_t slots_left = kOwnSlots - 1;
  std::atomic<Slot*> write{own_slots};   // read by others as a hint
  std::uint32_t reserved_slots = 0;      // between reserve and commit
  std::uint32_t dirty_index = 0;         // in the context's list, under its legacy mutex
  std::atomic<std::uint32_t> chunks{0};  // of pending operations: producer adds, runner subtracts
  std::uint32_t registry_index = 0;      // in the context's streams, under its mutex
  std::uint64_t stream_id = 0;           // constant while live
  std::atomic<ContextState*> context{nullptr};  // constant while live
  std::atomic<Timeline*> successor{nullptr};    // a hint: where its host enqueued next, last time

  // --- Everyone's line ---
  alignas(64) std::atomic<std::uint64_t> state{kIdle};
  Timeline* queue_next = nullptr;  // owned by the run queue while LINKED
  Timeline* free_next = nullptr;   // owned by the pool while free

  // --- Runner's line ---
  alignas(64) Slot* read = own_slots;
  ContextState* runner_context = nullptr;  // a copy: the producers' line is theirs
  std::atomic<SharedJob*> job{nullptr};    // the kernel that runs now and may be joined
  std::atomic<Timeline*> blocked_on{nullptr};
  std::atomic<Ticket> blocked_ticket{0};               // 0 while the pair changes
  std::atomic<Lifecycle> lifecycle{Lifecycle::kFree};  // written under `producer`
  Timeline* parked_next = nullptr;  // in the list of `blocked_on`, under its `waiters`

  // --- Completion's line ---
  alignas(64) std::atomic<std::uint64_t> completed{0};
  Spinlock waiters;
  Timeline* parked = nullptr;          // under `waiters`
  Sleeper* sleepers = nullptr;         // under `waiters`
  std::atomic<Chunk*> spare{nullptr};  // released by the runner, acquired by the producer

  alignas(128) Slot own_slots[kOwnSlots];

  [[nodiscard]] Ticket completed_ticket() const {
    return completed.load(order_unless(Mutant::kCompleteRelaxed, std::memory_order_acquire)) >> 1;
  }
  [[nodiscard]] bool is_complete(Ticket ticket) const { return completed_ticket() >= ticket; }
  [[nodiscard]] Ticket submitted_ticket() const {
    return submitted_of(state.load(std::memory_order_acquire));
  }

  // --- Hints for the caches, by a thread that will come here soon ---

  void prefetch_words() const {
    __builtin_prefetch(&state);
    __builtin_prefetch(&completed);
  }
  void prefetch_to_run() const {
    __builtin_prefetch(&state, 1);
    __builtin_prefetch(&read, 1);
    __builtin_prefetch(&completed, 1);
  }

  // --- Producers, `producer` held ---

  /// `count` adjacent slots at `write`. Throws std::bad_alloc.
  Slot* take_slots(std::uint32_t count) {
    if (slots_left < count) [[unlikely]]
      next_chunk();
    return write.load(std::memory_order_relaxed);
  }
  /// Submits the operation written at `write`. True if the stream must now be pushed to the run
  /// queue, which may happen after `producer` is released.
  [[nodiscard]] bool submit(std::uint32_t count, Ticket& ticket);

  // --- Runners ---

  /// READY -> RUNNING, from outside the queue. A worker may take WORKER_ONLY streams too.
  [[nodiscard]] bool claim(bool as_worker);
  /// RUNNING -> IDLE, if nothing was submitted after `done`.
  [[nodiscard]] bool try_leave(Ticket done);
  /// RUNNING -> READY. True if the stream must be pushed.
  [[nodiscard]] bool hand_back(bool worker_only);
  /// Follows a jump; gives the chunk left behind back.
  Slot* jump(Slot* from);
  /// Counts one more ticket as complete; true if `notify` must be called.
  [[nodiscard]] bool complete_one() {
    const std::uint64_t old =
        completed.fetch_add(2, order_unless(Mutant::kCompleteRelaxed, std::memory_order_acq_rel));
    return (old & 1) != 0;
  }
  /// What the stream waits for, for hosts that wait for the stream. They read the pair without owning
  /// it: ticket, timeline, ticket again.
  void show_blocked_on(Timeline& target, Ticket ticket) {
    show_not_blocked();
    blocked_on.store(&target, std::memory_order_release);
    blocked_ticket.store(ticket, std::memory_order_release);
  }
  void show_not_blocked() { blocked_ticket.store(0, std::memory_order_release); }
  /// RUNNING -> BLOCKED until `target` completed `ticket`; false if it has already: go on.
  [[nodiscard]] bool park_on(Timeline& target, Ticket ticket);

  // --- Waiting ---

  /// Puts a host thread to the list; false if `sleeper.ticket` is complete already.
  [[nodiscard]] bool add_sleeper(Sleeper& sleeper);
  /// Takes the waiters whose ticket is complete. Returns the parked streams, linked by
  /// `parked_next`, for the caller to make ready; wakes the sleeping hosts itself.
  [[nodiscard]] Timeline* notify();
  /// The first ticket that somebody waits for now, at most `most`.
  [[nodiscard]] Ticket first_awaited(Ticket most);
  /// BLOCKED -> READY, by the one who took it from the waiter list. True if it must be pushed.
  [[nodiscard]] bool unpark();

  /// Gives chunks back and starts over at the own slots. IDLE, `producer` held.
  void reset_ring();

 private:
  [[nodiscard]] bool is_own(const Slot* slot) const {
    return slot >= own_slots && slot < own_slots + kOwnSlots;
  }
  [[gnu::noinline]] void next_chunk();
  void give_chunk(Slot* inside);
};

/// Level in the run queue.
[[nodiscard]] inline unsigned level_of(const Timeline& timeline) {
  return static_cast<unsigned>(-timeline.stream_priority.load(std::memory_order_relaxed));
}

/// Out of line for Stream: every stream is a timeline.
[[nodiscard]] inline Timeline& timeline_of(Stream& stream) {
  return static_cast<Timeline&>(stream);
}
[[nodiscard]] inline const Timeline& timeline_of(const Stream& stream) {
  return static_cast<const Timeline&>(stream);
}

}  // namespace riffle::engine
