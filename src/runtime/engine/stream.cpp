// SPDX-License-Identifier: Apache-2.0
// The producers' side: operations into a stream's ring.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/engine/context_state.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/enqueue.h"
#include "runtime/engine/notice.h"
#include "runtime/engine/observer.h"

namespace riffle::engine {
namespace {

constexpr std::uint64_t kLongPs = 5'000'000;  // 5 us: not worth waiting for the host's next move
constexpr std::uint64_t kTinyPs = 2'000'000;  // 2 us: cheaper to run by whoever enqueued it

[[gnu::noinline, gnu::cold]] void publish_enqueued(Timeline& timeline, const Slot& slot) {
  if (slot.kind == SlotKind::kProgram && slot.is_part) return;
  OperationNotice notice = notice_of(timeline, slot, timeline.submitted_ticket() + 1);
  if (slot.kind == SlotKind::kProgram) notice.fence = {slot.fence, slot.fence_ticket};
  current_observer()->enqueued(notice);
}

[[gnu::noinline, gnu::cold]] void publish_wait_over(Timeline& timeline, Moment moment) {
  OperationNotice notice;
  notice.stream_id = timeline.stream_id();
  notice.timeline = &timeline;
  notice.ticket = timeline.submitted_ticket();
  notice.kind = OperationKind::kWait;
  notice.awaited = moment;
  current_observer()->wait_was_over(notice);
}

/// Adjacent slots for an operation without payload.
Slot& take_slots(Timeline& timeline, SlotKind kind, std::uint32_t count)
    RIFFLE_REQUIRES(timeline.producer()) {
  Slot& slot = *timeline.take_slots(count);
  slot.kind = kind;
  slot.payload_is_outside = false;
  slot.slots = static_cast<std::uint16_t>(count);
  slot.payload_bytes = 0;
  return slot;
}

/// What is left to do for an operation that was submitted.
enum Rest : unsigned {
  kNothing = 0,
  kPush = 1,   ///< the stream is ready now
  kPoint = 2,  ///< there is a schedule: the host has come to a point of it
};

/// Submits the operation at `write`; the lock stays held. Returns what is left to do. A schedule is an observer: where there
/// is none, no question is asked about it either.
[[nodiscard]] unsigned submit(Timeline& timeline, std::uint32_t slots, bool is_tiny, Ticket& ticket)
    RIFFLE_REQUIRES(timeline.producer()) {
  if (is_tiny) engine_state().production.count();
  unsigned rest = kNothing;
  if (current_observer() != nullptr) [[unlikely]] {
    publish_enqueued(timeline, *timeline.write_position());
    if (current_schedule() != nullptr) rest = kPoint;
  }
  return timeline.submit(slots, ticket) ? rest | kPush : rest;
}

ContextState& context_of(const Timeline& timeline) { return timeline.context_state(); }

enum class Length : std::uint8_t { kTiny, kMedium, kLong };

Ticket submit_and_unlock(Timeline& timeline, std::uint32_t slots, Length length)
    RIFFLE_RELEASE(timeline.producer()) {
  Ticket ticket = 0;
  const unsigned rest = submit(timeline, slots, length == Length::kTiny, ticket);
  context_of(timeline).unlock(timeline, ticket);
  if (rest == kNothing) return ticket;
  if ((rest & kPush) != 0) make_available(timeline, length == Length::kLong);
  if ((rest & kPoint) != 0) [[unlikely]]
    current_schedule()->enqueue_done();
  return ticket;
}

constinit thread_local Timeline* previous [[gnu::tls_model("initial-exec")]] = nullptr;

/// Hosts with many streams mostly go round them in the same order, and each one's lines have left the
/// nearer caches since its last turn: fetches those that come two and three after this one.
void fetch_ahead(Timeline& timeline) {
  Timeline* const before = previous;
  if (before == &timeline) return;
  previous = &timeline;
  if (before != nullptr && before->successor() != &timeline) before->set_successor(timeline);
  const Timeline* next = timeline.successor();
  if (next == nullptr) return;
  next = next->successor();
  if (next == nullptr) return;
  const Slot* const slot = next->write_position();
  __builtin_prefetch(slot, 1);
  __builtin_prefetch(slot + 1, 1);
  next = next->successor();
  if (next == nullptr) return;
  next->prefetch_to_enqueue();
}

/// Of a range operation, if it is known; parts of programs are sent to other threads on purpose.
Length length_of(const Slot& slot) {
  if (slot.kind == SlotKind::kProgram) return slot.is_part ? Length::kLong : Length::kMedium;
  const std::uint64_t ps = slot.cost == nullptr ? 0 : slot.cost->picoseconds(slot.units);
  if (ps == 0) return Length::kMedium;
  return ps > kLongPs ? Length::kLong : ps < kTinyPs ? Length::kTiny : Length::kMedium;
}

/// Locks; if there is no memory for a slot, unlocks again and throws.
[[gnu::always_inline]] inline Slot& lock_and_take(Timeline& timeline, SlotKind kind,
                                                  std::uint32_t slots = 1)
    RIFFLE_ACQUIRE(timeline.producer()) {
  ContextState& context = context_of(timeline);
  context.lock_for_enqueue(timeline);
  try {
    return take_slots(timeline, kind, slots);
  } catch (...) {
    context.unlock(timeline, 0);
    throw;
  }
}

}  // namespace

void append_wait(Timeline& timeline, Timeline& target, Ticket ticket) {
  Slot& slot = take_slots(timeline, SlotKind::kWait, 1);
  slot.awaited = &target;
  slot.awaited_ticket = ticket;
  Ticket own = 0;
  if ((submit(timeline, 1, true, own) & kPush) != 0) make_available(timeline);
}

namespace {

/// Room for an operation with a payload: locks, fills in what all such operations have.
[[gnu::always_inline]] inline Slot& reserve_slot(Timeline& timeline, SlotKind kind,
                                                 std::uint32_t payload_bytes, void*& payload)
    RIFFLE_ACQUIRE(timeline.producer()) {
  const bool outside = payload_bytes > kMostPayloadInside;
  void* heap = nullptr;
  if (outside) {
    heap = std::aligned_alloc(16, (std::size_t{payload_bytes} + 15) / 16 * 16);
    if (heap == nullptr) throw std::bad_alloc();
  }
  const std::uint32_t slots = outside ? 1 : slots_for(payload_bytes);
  Slot* slot = nullptr;
  try {
    slot = &lock_and_take(timeline, kind, slots);
  } catch (...) {
    std::free(heap);
    throw;
  }
  slot->payload_is_outside = outside;
  slot->payload_bytes = payload_bytes;
  timeline.set_reserved_slots(slots);
  payload = slot->inside;
  if (outside) {
    std::memcpy(slot->inside, &heap, sizeof heap);
    timeline.add_chunks(payload_bytes / sizeof(Chunk) + 1);
    payload = heap;
  }
  return *slot;
}

}  // namespace

// The lock is held from `reserve` to `commit`, which the analysis cannot follow.
void* Stream::reserve(const RangeOperation& operation) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  void* payload = nullptr;
  Slot& slot = reserve_slot(timeline_of(*this), SlotKind::kRange, operation.payload_bytes, payload);
  slot.run = operation.run;
  slot.release = operation.release;
  slot.units = operation.units;
  slot.cost = operation.cost;
  return payload;
}

void* Stream::reserve(const ProgramOperation& operation) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  void* payload = nullptr;
  Slot& slot =
      reserve_slot(timeline_of(*this), SlotKind::kProgram, operation.payload_bytes, payload);
  slot.program = operation.run;
  slot.release = operation.release;
  slot.fence = nullptr;
  if (operation.fence != nullptr) {
    const Moment until = operation.fence->issue();
    slot.fence = until.timeline;
    slot.fence_ticket = until.ticket;
  }
  slot.is_started = false;
  slot.runs_again = false;
  slot.is_part = operation.is_part;
  slot.needs_worker = operation.needs_worker;
  return payload;
}

Ticket Stream::commit() RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  Timeline& timeline = timeline_of(*this);
  fetch_ahead(timeline);
  const Slot& slot = *timeline.write_position();
  return submit_and_unlock(timeline, timeline.reserved_slots(), length_of(slot));
}

Ticket Stream::enqueue_host_function(HostFunction function, void* user, bool even_after_fault,
                                     const void* code) {
  Timeline& timeline = timeline_of(*this);
  Slot& slot = lock_and_take(timeline, SlotKind::kHostFunction);
  slot.host_function = function;
  slot.user = user;
  slot.code = code;
  slot.even_after_fault = even_after_fault;
  return submit_and_unlock(timeline, 1, Length::kLong);
}

void Stream::enqueue_wait(Moment moment) {
  Timeline& timeline = timeline_of(*this);
  if (moment.timeline == &timeline || moment.timeline == nullptr) return;
  if (moment.is_complete() && !keeps_every_wait()) {
    if (current_observer() != nullptr) [[unlikely]]
      publish_wait_over(timeline, moment);
    return;
  }
  Slot& slot = lock_and_take(timeline, SlotKind::kWait);
  slot.awaited = moment.timeline;
  slot.awaited_ticket = moment.ticket;
  submit_and_unlock(timeline, 1, Length::kTiny);
}

Moment Stream::record(RecordTime& time) {
  Timeline& timeline = timeline_of(*this);
  Slot& slot = lock_and_take(timeline, SlotKind::kTimestamp);
  slot.time = &time;
  slot.record = time.begin();  // nothing can fail any more
  return {&timeline, submit_and_unlock(timeline, 1, Length::kTiny)};
}

namespace {

/// Whether the stream's own tickets say all there is to say about it.
bool stands_alone(const Timeline& timeline) {
  if (timeline.stream_kind() == StreamKind::kLegacy) return !context_of(timeline).has_dirty();
  return timeline.legacy_rule(std::memory_order_acquire) == LegacyRule::kNothing;
}

}  // namespace

Moment Stream::record() {
  Timeline& timeline = timeline_of(*this);
  if (stands_alone(timeline)) return {&timeline, timeline.submitted_ticket()};
  // The legacy stream gathers its waits, a blocking stream its wait for the legacy stream.
  ContextState& context = context_of(timeline);
  context.lock_for_enqueue(timeline);
  const Moment moment{&timeline, timeline.submitted_ticket()};
  context.unlock(timeline, 0);
  return moment;
}

bool Stream::query() {
  Timeline& timeline = timeline_of(*this);
  if (timeline.stream_kind() == StreamKind::kLegacy && !stands_alone(timeline))
    return context_of(timeline).query_legacy() ||
           (may_work_before_answer() && context_of(timeline).query_legacy());
  const Moment newest{&timeline, timeline.submitted_ticket()};
  if (!newest.is_complete() && !(may_work_before_answer() && newest.is_complete())) return false;
  notify_host_saw(newest);
  return true;
}

void Stream::synchronize() {
  Timeline& timeline = timeline_of(*this);
  if (timeline.stream_kind() == StreamKind::kLegacy) return wait_for(record());
  wait_for({&timeline, timeline.submitted_ticket()});
}

StreamKind Stream::kind() const { return timeline_of(*this).stream_kind(); }

int Stream::priority() const { return timeline_of(*this).stream_priority(); }

void Stream::set_priority(int priority) {
  timeline_of(*this).set_stream_priority(std::clamp(priority, -5, 0));
}

std::uint64_t Stream::id() const { return timeline_of(*this).stream_id(); }

ContextStreams& Stream::context() const { return context_of(timeline_of(*this)).facade(); }

bool Moment::is_complete() const { return timeline == nullptr || timeline->is_complete(ticket); }

}  // namespace riffle::engine
