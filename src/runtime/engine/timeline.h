// SPDX-License-Identifier: Apache-2.0
// The object behind a stream: two atomic words that decide everything, and a ring of operations.
//
//   state      ticket << 4 | WORKER_ONLY | LINKED | IDLE, READY, RUNNING or BLOCKED
//   completed  ticket << 1 | HAS_WAITERS
//
// Invariants
// 1. Only the holder of RUNNING touches the runner's members and the slots between `next_` and the write position. RUNNING is
//    entered by a compare-and-swap with acquire and left by a read-modify-write with release.
// 2. Only producers leave IDLE, and they hold `producer()`. While a stream is IDLE, the holder of `producer()` owns the runner's
//    members as well.
// 3. LINKED <=> the stream is in exactly one run queue; READY implies LINKED. A LINKED stream that is not READY is a stale entry:
//    a consumer that meets it in the queue drops it.
// 4. HAS_WAITERS <=> a waiter list is not empty; both change only under `waiters()`.
// 5. A BLOCKED stream is in exactly one waiter list: that of the timeline it waits for.
// 6. Ticket k is in `completed` only after operation k's effects: the read-modify-write releases them, readers acquire.
// 7. Tickets only grow, also when the timeline serves another stream later: (timeline, ticket) of an ended stream reads "complete"
//    forever. Timelines are never freed.
//
// Who may call what
//   anyone       tickets, `blocked_on`, `joinable_job`, identity, hints for the caches
//   a producer   with `producer()` held: `take_slots`, `submit`, `open`, `begin_closing`, `end`
//   the runner   holder of RUNNING: `next`, `set_next`, `jump`, `try_leave`, `hand_back`, `park_on`, `complete_one`, `offer_job`
//   the consumer of the run queue: `unlink`, `try_drop`
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/chunk_pool.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/mutant.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/spinlock.h"

namespace riffle::engine {

class ContextState;
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

/// A host thread that sleeps until a ticket is complete; lives on that thread's stack.
struct Sleeper {
  std::atomic<std::uint32_t> word{0};  ///< 1: notified, the notifier's last access
  Ticket ticket = 0;
  Sleeper* next = nullptr;
};

class alignas(128) Timeline final : public Stream {
 public:
  static constexpr std::uint32_t kOwnSlots = 22;  // the last is kept for the jump

  // ---- Tickets ----

  [[nodiscard]] Ticket completed_ticket() const {
    return completed_.load(order_unless(Mutant::kCompleteRelaxed, std::memory_order_acquire)) >> 1;
  }
  [[nodiscard]] bool is_complete(Ticket ticket) const { return completed_ticket() >= ticket; }
  [[nodiscard]] Ticket submitted_ticket() const {
    return submitted_of(state_.load(std::memory_order_acquire));
  }
  [[nodiscard]] std::uint64_t state(std::memory_order order = std::memory_order_acquire) const {
    return state_.load(order);
  }
  /// The completed ticket, for the thread that completes them.
  [[nodiscard]] Ticket last_completed() const {
    return completed_.load(std::memory_order_relaxed) >> 1;
  }

  // ---- Identity: constant between `open` and `end` ----

  [[nodiscard]] StreamKind stream_kind() const { return stream_kind_; }
  [[nodiscard]] std::uint64_t stream_id() const { return stream_id_; }
  [[nodiscard]] ContextState& context_state() const {
    return *context_.load(std::memory_order_relaxed);
  }
  /// The same context for the runner, from its own line: the producers' line is theirs.
  [[nodiscard]] ContextState& runner_context() const { return *runner_context_; }
  [[nodiscard]] int stream_priority() const {
    return stream_priority_.load(std::memory_order_relaxed);
  }
  void set_stream_priority(int priority) {
    stream_priority_.store(static_cast<std::int8_t>(priority), std::memory_order_relaxed);
  }

  // ---- Life ----

  void open(ContextState& context, StreamKind kind, int priority, std::uint64_t id)
      RIFFLE_REQUIRES(producer_);
  /// seq_cst: against a runner that leaves for IDLE, or a consumer that drops a stale entry, and then looks here; the caller stores
  /// here and then looks at the state.
  void begin_closing() RIFFLE_REQUIRES(producer_) {
    lifecycle_.store(Lifecycle::kClosing, std::memory_order_seq_cst);
  }
  [[nodiscard]] bool is_closing() const {
    return lifecycle_.load(std::memory_order_seq_cst) == Lifecycle::kClosing;
  }
  [[nodiscard]] bool is_live() const {
    return lifecycle_.load(std::memory_order_relaxed) == Lifecycle::kLive;
  }
  /// Timelines are used again, so a stream of another context may be live here by now.
  [[nodiscard]] bool is_live_in(const ContextState& context) const RIFFLE_REQUIRES(producer_) {
    return is_live() && context_.load(std::memory_order_relaxed) == &context;
  }
  [[nodiscard]] bool is_closing_in(const ContextState& context) const RIFFLE_REQUIRES(producer_) {
    return lifecycle_.load(std::memory_order_relaxed) == Lifecycle::kClosing &&
           context_.load(std::memory_order_relaxed) == &context;
  }
  /// No operation is left, no queue has it, nobody waits for it.
  [[nodiscard]] bool is_at_rest() const RIFFLE_REQUIRES(waiters_);
  /// From now on it may serve another stream. At rest.
  void end() RIFFLE_REQUIRES(producer_);

  // ---- Locks ----

  [[nodiscard]] Spinlock& producer() RIFFLE_RETURN_CAPABILITY(producer_) { return producer_; }
  [[nodiscard]] Spinlock& waiters() RIFFLE_RETURN_CAPABILITY(waiters_) { return waiters_; }

  // ---- Producers ----

  /// Read without the lock with acquire: kNothing comes after the wait that kJoin asks for.
  [[nodiscard]] LegacyRule legacy_rule(std::memory_order order) const {
    return legacy_rule_.load(order);
  }
  void set_legacy_rule(LegacyRule rule, std::memory_order order) RIFFLE_REQUIRES(producer_) {
    legacy_rule_.store(rule, order);
  }
  /// `count` adjacent slots at the write position. Throws std::bad_alloc.
  Slot* take_slots(std::uint32_t count) RIFFLE_REQUIRES(producer_) {
    if (slots_left_ < count) [[unlikely]]
      next_chunk();
    return write_.load(std::memory_order_relaxed);
  }
  /// The slots of an operation between its `reserve` and its `commit`.
  void set_reserved_slots(std::uint32_t count) RIFFLE_REQUIRES(producer_) {
    reserved_slots_ = count;
  }
  [[nodiscard]] std::uint32_t reserved_slots() const RIFFLE_REQUIRES(producer_) {
    return reserved_slots_;
  }
  /// Submits the operation written at the write position. True if the stream must now be pushed to the run
  /// queue, which may happen after `producer()` is released.
  [[nodiscard]] bool submit(std::uint32_t count, Ticket& ticket) RIFFLE_REQUIRES(producer_);
  /// Of a fence: one more ticket, which no operation stands behind. The phase stays IDLE.
  [[nodiscard]] Ticket issue_ticket() {
    return submitted_of(state_.fetch_add(kOneTicket, std::memory_order_acq_rel)) + 1;
  }
  /// Where the next operation is written; without `producer()` a hint.
  [[nodiscard]] const Slot* write_position() const {
    return write_.load(std::memory_order_relaxed);
  }
  /// Memory of pending operations, in chunks: producers add, runners subtract.
  [[nodiscard]] std::uint32_t chunks() const { return chunks_.load(std::memory_order_relaxed); }
  void add_chunks(std::uint32_t count) { chunks_.fetch_add(count, std::memory_order_relaxed); }
  void subtract_chunks(std::uint32_t count) { chunks_.fetch_sub(count, std::memory_order_relaxed); }

  // ---- The run queue ----

  /// LINKED -> not LINKED of an entry that has left its queue, and READY -> RUNNING in the same step. True if the caller now owns
  /// the stream; false if the entry was stale.
  [[nodiscard]] bool unlink();
  /// Drops a stale entry whose state was `seen`. False if the state has changed.
  [[nodiscard]] bool try_drop(std::uint64_t seen) {
    return state_.compare_exchange_strong(seen, seen & ~kLinked, std::memory_order_seq_cst,
                                          std::memory_order_relaxed);
  }

  // ---- Runners ----

  /// The operation that runs next, or is running.
  [[nodiscard]] Slot* next() const { return next_; }
  void set_next(Slot* slot) { next_ = slot; }
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
        completed_.fetch_add(2, order_unless(Mutant::kCompleteRelaxed, std::memory_order_acq_rel));
    return (old & 1) != 0;
  }
  /// The operation that runs now, for others to join. Null: none, or it cannot be joined.
  [[nodiscard]] SharedJob* joinable_job() const { return job_.load(std::memory_order_acquire); }
  void offer_job(SharedJob& job) { job_.store(&job, std::memory_order_release); }
  void withdraw_job() { job_.store(nullptr, std::memory_order_relaxed); }

  // ---- Waiting ----

  /// Shows what the stream waits for to hosts that wait for the stream.
  void show_blocked_on(Timeline& target, Ticket ticket) {
    show_not_blocked();
    blocked_on_.store(&target, std::memory_order_release);
    blocked_ticket_.store(ticket, std::memory_order_release);
  }
  void show_not_blocked() { blocked_ticket_.store(0, std::memory_order_release); }
  /// What the stream waits for; a null moment if nothing, or if that changes just now. Read without owning the stream: the pair is
  /// whole if the ticket is the same twice.
  [[nodiscard]] Moment blocked_on() const {
    const Ticket ticket = blocked_ticket_.load(std::memory_order_acquire);
    Timeline* const target = blocked_on_.load(std::memory_order_acquire);
    if (ticket == 0 || blocked_ticket_.load(std::memory_order_acquire) != ticket) return {};
    return {target, ticket};
  }
  /// RUNNING -> BLOCKED until `target` completed `ticket`; false if it has already: go on.
  [[nodiscard]] bool park_on(Timeline& target, Ticket ticket);
  /// Puts a host thread to the list; false if `sleeper.ticket` is complete already.
  [[nodiscard]] bool add_sleeper(Sleeper& sleeper);
  /// Takes the waiters whose ticket is complete. Returns the parked streams, linked by
  /// `parked_next`, for the caller to make ready; wakes the sleeping hosts itself.
  [[nodiscard]] Timeline* notify();
  [[nodiscard]] Timeline* parked_next() const { return parked_next_; }
  /// The first ticket that is waited for now, at most `most`.
  [[nodiscard]] Ticket first_awaited(Ticket most);
  /// BLOCKED -> READY, by the one who took it from the waiter list. True if it must be pushed.
  [[nodiscard]] bool unpark();

  // ---- Links of lists; each belongs to the list's owner ----

  Timeline*& queue_next() { return queue_next_; }        ///< the run queue's, while LINKED
  Timeline*& free_next() { return free_next_; }          ///< the pool's, while free
  std::uint32_t& dirty_index() { return dirty_index_; }  ///< the context's, under its legacy mutex
  std::uint32_t& registry_index() { return registry_index_; }  ///< the context's, under its mutex

  // ---- Hints for the caches, by a thread that will come here soon ----

  /// Where this stream's host enqueued next, last time.
  [[nodiscard]] Timeline* successor() const { return successor_.load(std::memory_order_relaxed); }
  void set_successor(Timeline& timeline) { successor_.store(&timeline, std::memory_order_relaxed); }
  void prefetch_to_enqueue() const {
    __builtin_prefetch(this, 1);
    __builtin_prefetch(&state_, 1);
  }
  void prefetch_words() const {
    __builtin_prefetch(&state_);
    __builtin_prefetch(&completed_);
  }
  void prefetch_to_run() const {
    __builtin_prefetch(&state_, 1);
    __builtin_prefetch(&next_, 1);
    __builtin_prefetch(&completed_, 1);
  }

 private:
  enum class Lifecycle : std::uint8_t { kFree, kLive, kClosing };

  [[nodiscard]] bool is_own(const Slot* slot) const {
    return slot >= own_slots_ && slot < own_slots_ + kOwnSlots;
  }
  [[gnu::noinline]] void next_chunk() RIFFLE_REQUIRES(producer_);
  void give_chunk(Slot* inside);
  /// Gives chunks back and starts over at the own slots. IDLE.
  void reset_ring() RIFFLE_REQUIRES(producer_);
  [[nodiscard]] bool has_no_waiters() const RIFFLE_REQUIRES(waiters_) {
    return parked_ == nullptr && sleepers_ == nullptr;
  }

  // Lines come from farther caches two at a time: the producers' with everyone's, the runner's with
  // completion's, and an operation of two slots whole.

  // --- Producers' line; written under `producer_` ---
  Spinlock producer_;
  std::atomic<LegacyRule> legacy_rule_{LegacyRule::kNothing};
  StreamKind stream_kind_ = StreamKind::kNonBlocking;
  std::atomic<std::int8_t> stream_priority_{0};
  std::uint32_t slots_left_ RIFFLE_GUARDED_BY(producer_) = kOwnSlots - 1;
  std::atomic<Slot*> write_{own_slots_};
  std::uint32_t reserved_slots_ RIFFLE_GUARDED_BY(producer_) = 0;
  std::uint32_t dirty_index_ = 0;
  std::atomic<std::uint32_t> chunks_{0};
  std::uint32_t registry_index_ = 0;
  std::uint64_t stream_id_ = 0;
  std::atomic<ContextState*> context_{nullptr};
  std::atomic<Timeline*> successor_{nullptr};

  // --- Everyone's line ---
  alignas(64) std::atomic<std::uint64_t> state_{kIdle};
  Timeline* queue_next_ = nullptr;
  Timeline* free_next_ = nullptr;

  // --- Runner's line; written by the holder of RUNNING (invariants 1 and 2) ---
  alignas(64) Slot* next_ = own_slots_;
  ContextState* runner_context_ = nullptr;
  std::atomic<SharedJob*> job_{nullptr};
  std::atomic<Timeline*> blocked_on_{nullptr};
  std::atomic<Ticket> blocked_ticket_{0};               // 0 while the pair changes
  std::atomic<Lifecycle> lifecycle_{Lifecycle::kFree};  // written under `producer_`
  Timeline* parked_next_ = nullptr;  // in the list of `blocked_on_`, under its `waiters_`

  // --- Completion's line ---
  alignas(64) std::atomic<std::uint64_t> completed_{0};
  Spinlock waiters_;
  Timeline* parked_ RIFFLE_GUARDED_BY(waiters_) = nullptr;
  Sleeper* sleepers_ RIFFLE_GUARDED_BY(waiters_) = nullptr;
  std::atomic<Chunk*> spare_{nullptr};  // released by the runner, acquired by the producer

  alignas(128) Slot own_slots_[kOwnSlots];
};

/// Level in the run queue.
[[nodiscard]] inline unsigned level_of(const Timeline& timeline) {
  return static_cast<unsigned>(-timeline.stream_priority());
}

/// Out of line for Stream: every stream is a timeline.
[[nodiscard]] inline Timeline& timeline_of(Stream& stream) {
  return static_cast<Timeline&>(stream);
}
[[nodiscard]] inline const Timeline& timeline_of(const Stream& stream) {
  return static_cast<const Timeline&>(stream);
}

}  // namespace riffle::engine
