// SPDX-License-Identifier: Apache-2.0
// Transitions of a timeline's two words. Each hand-over is one read-modify-write on one word:
// enqueue against idle and unlink against ready on `state`, wait against complete on `completed`.
// There are no fences: ThreadSanitizer does not model them.
#include "runtime/engine/timeline.h"

#include <algorithm>

#include "platform/futex.h"
#include "runtime/engine/engine_state.h"

namespace riffle::engine {

void Timeline::open(ContextState& context, StreamKind kind, int priority, std::uint64_t id) {
  stream_kind_ = kind;
  set_legacy_rule(kind == StreamKind::kBlocking ? LegacyRule::kJoin
                  : kind == StreamKind::kLegacy ? LegacyRule::kGather
                                                : LegacyRule::kNothing,
                  std::memory_order_relaxed);
  set_stream_priority(priority);
  stream_id_ = id;
  context_.store(&context, std::memory_order_relaxed);
  runner_context_ = &context;
  lifecycle_.store(Lifecycle::kLive, std::memory_order_relaxed);
}

bool Timeline::is_at_rest() const {
  const std::uint64_t state = state_.load(std::memory_order_seq_cst);
  const std::uint64_t completed = completed_.load(std::memory_order_seq_cst);
  return phase_of(state) == kIdle && (state & kLinked) == 0 && (completed & 1) == 0 &&
         completed >> 1 == submitted_of(state);
}

void Timeline::end() {
  lifecycle_.store(Lifecycle::kFree, std::memory_order_relaxed);
  reset_ring();
  if (Chunk* const spare = spare_.exchange(nullptr, std::memory_order_acquire))
    engine_state().chunk_pool.give(spare);
}

bool Timeline::submit(std::uint32_t count, Ticket& ticket) {
  write_.store(write_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  slots_left_ -= count;
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  std::uint64_t next = 0;
  do {
    next = old + kOneTicket;
    if (phase_of(old) == kIdle) next |= kReady | kLinked;
  } while (!state_.compare_exchange_weak(
      old, next, order_unless(Mutant::kPublishRelaxed, std::memory_order_acq_rel),
      std::memory_order_relaxed));
  ticket = submitted_of(next);
  return phase_of(old) == kIdle && (old & kLinked) == 0;
}

bool Timeline::unlink() {
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  for (;;) {
    const bool ready = phase_of(old) == kReady;
    const std::uint64_t next =
        ready ? (old & ~(kPhaseMask | kLinked | kWorkerOnly)) | kRunning : old & ~kLinked;
    if (is_mutant(Mutant::kUnlinkByStore) && !ready) {
      state_.store(next, std::memory_order_release);
      return false;
    }
    // seq_cst: against begin_closing, as in try_leave.
    if (state_.compare_exchange_weak(old, next,
                                     order_unless(Mutant::kClaimRelaxed, std::memory_order_seq_cst),
                                     std::memory_order_relaxed))
      return ready;
  }
}

bool Timeline::claim(bool as_worker) {
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  while (phase_of(old) == kReady && (as_worker || (old & kWorkerOnly) == 0)) {
    const std::uint64_t next = (old & ~(kPhaseMask | kWorkerOnly)) | kRunning;
    if (state_.compare_exchange_weak(old, next,
                                     order_unless(Mutant::kClaimRelaxed, std::memory_order_acquire),
                                     std::memory_order_relaxed))
      return true;
  }
  return false;
}

bool Timeline::try_leave(Ticket done) {
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  if (is_mutant(Mutant::kIdleByStore)) {
    if (submitted_of(old) != done) return false;
    state_.store((old & ~kPhaseMask) | kIdle, std::memory_order_release);
    return true;
  }
  while (submitted_of(old) == done) {
    // seq_cst: against begin_closing, after which the closing thread looks here.
    if (state_.compare_exchange_weak(old, (old & ~kPhaseMask) | kIdle, std::memory_order_seq_cst,
                                     std::memory_order_relaxed))
      return true;
  }
  return false;
}

bool Timeline::hand_back(bool worker_only) {
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  std::uint64_t next = 0;
  do {
    next = (old & ~kPhaseMask) | kReady | kLinked | (worker_only ? kWorkerOnly : 0);
  } while (!state_.compare_exchange_weak(old, next, std::memory_order_acq_rel,
                                         std::memory_order_relaxed));
  return (old & kLinked) == 0;
}

bool Timeline::unpark() {
  std::uint64_t old = state_.load(std::memory_order_relaxed);
  std::uint64_t next = 0;
  do {
    next = (old & ~kPhaseMask) | kReady | kLinked;
  } while (!state_.compare_exchange_weak(old, next, std::memory_order_acq_rel,
                                         std::memory_order_relaxed));
  return (old & kLinked) == 0;
}

bool Timeline::park_on(Timeline& target, Ticket ticket) {
  show_blocked_on(target, ticket);

  target.waiters_.lock();
  const std::uint64_t old = target.completed_.fetch_or(1, std::memory_order_acq_rel);
  if (old >> 1 >= ticket && !is_mutant(Mutant::kRegisterBlindly)) {
    const bool cleared = target.has_no_waiters();
    if (cleared) target.completed_.fetch_and(~std::uint64_t{1}, std::memory_order_seq_cst);
    target.waiters_.unlock();
    if (cleared) recycle_if_closed(target);
    return false;
  }
  parked_next_ = target.parked_;
  target.parked_ = this;
  if (is_mutant(Mutant::kBlockedAfterUnlock)) target.waiters_.unlock();
  // Before the lock is released: a notifier must find us BLOCKED.
  std::uint64_t current = state_.load(std::memory_order_relaxed);
  while (!state_.compare_exchange_weak(current, (current & ~kPhaseMask) | kBlocked,
                                       std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
  if (!is_mutant(Mutant::kBlockedAfterUnlock)) target.waiters_.unlock();
  return true;
}

bool Timeline::add_sleeper(Sleeper& sleeper) {
  waiters_.lock();
  const std::uint64_t old = completed_.fetch_or(1, std::memory_order_acq_rel);
  if (old >> 1 >= sleeper.ticket && !is_mutant(Mutant::kRegisterBlindly)) {
    const bool cleared = has_no_waiters();
    if (cleared) completed_.fetch_and(~std::uint64_t{1}, std::memory_order_seq_cst);
    waiters_.unlock();
    if (cleared) recycle_if_closed(*this);
    return false;
  }
  sleeper.next = sleepers_;
  sleepers_ = &sleeper;
  waiters_.unlock();
  return true;
}

Timeline* Timeline::notify() {
  Timeline* ready = nullptr;
  Sleeper* awake = nullptr;
  waiters_.lock();
  const Ticket done = completed_.load(std::memory_order_acquire) >> 1;
  // The lists are newest first; taking turns them round, so the oldest waiter is served first.
  for (Timeline** link = &parked_; *link != nullptr;) {
    Timeline* const stream = *link;
    if (stream->blocked_ticket_.load(std::memory_order_relaxed) > done) {
      link = &stream->parked_next_;
      continue;
    }
    *link = stream->parked_next_;
    stream->parked_next_ = ready;
    ready = stream;
  }
  for (Sleeper** link = &sleepers_; *link != nullptr;) {
    Sleeper* const sleeper = *link;
    if (sleeper->ticket > done) {
      link = &sleeper->next;
      continue;
    }
    *link = sleeper->next;
    sleeper->next = awake;
    awake = sleeper;
  }
  const bool cleared = has_no_waiters();
  if (cleared) completed_.fetch_and(~std::uint64_t{1}, std::memory_order_seq_cst);
  waiters_.unlock();

  while (awake != nullptr) {
    Sleeper* const next = awake->next;
    const std::atomic<std::uint32_t>* const word = &awake->word;
    awake->word.store(1, std::memory_order_release);  // from here on the node may be gone
    platform::futex_wake(word, 1);
    awake = next;
  }
  if (cleared) recycle_if_closed(*this);
  return ready;
}

Ticket Timeline::first_awaited(Ticket most) {
  if ((completed_.load(std::memory_order_acquire) & 1) == 0) return most;
  waiters_.lock();
  for (const Timeline* stream = parked_; stream != nullptr; stream = stream->parked_next_)
    most = std::min(most, stream->blocked_ticket_.load(std::memory_order_relaxed));
  for (const Sleeper* sleeper = sleepers_; sleeper != nullptr; sleeper = sleeper->next)
    most = std::min(most, sleeper->ticket);
  waiters_.unlock();
  return most;
}

void Timeline::next_chunk() {
  if (phase_of(state_.load(std::memory_order_acquire)) == kIdle) {
    reset_ring();  // nothing pends: every slot is free again
    return;
  }
  Chunk* chunk = spare_.exchange(nullptr, std::memory_order_acquire);
  if (chunk == nullptr) chunk = engine_state().chunk_pool.take();
  Slot& last = *write_.load(std::memory_order_relaxed);
  last.kind = SlotKind::kJump;
  last.next = chunk->slots;
  write_.store(chunk->slots, std::memory_order_relaxed);
  slots_left_ = Chunk::kSlots - 1;
  chunks_.fetch_add(1, std::memory_order_relaxed);
}

void Timeline::give_chunk(Slot* inside) {
  auto* const chunk = reinterpret_cast<Chunk*>(reinterpret_cast<std::uintptr_t>(inside) &
                                               ~std::uintptr_t{sizeof(Chunk) - 1});
  chunks_.fetch_sub(1, std::memory_order_relaxed);
  Chunk* none = nullptr;
  if (!spare_.compare_exchange_strong(none, chunk, std::memory_order_release,
                                      std::memory_order_relaxed))
    engine_state().chunk_pool.give(chunk);
}

Slot* Timeline::jump(Slot* from) {
  Slot* const to = from->next;
  if (!is_own(from)) give_chunk(from);
  return to;
}

void Timeline::reset_ring() {
  Slot* const last = write_.load(std::memory_order_relaxed);
  if (!is_own(last)) give_chunk(last);
  next_ = own_slots_;
  write_.store(own_slots_, std::memory_order_relaxed);
  slots_left_ = kOwnSlots - 1;
}

}  // namespace riffle::engine
