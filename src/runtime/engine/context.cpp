// SPDX-License-Identifier: Apache-2.0
// Contexts: creation and end of streams, the legacy rule, device synchronisation.
#include <algorithm>
#include <new>
#include <vector>

#include "runtime/engine/context_state.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/enqueue.h"
#include "runtime/engine/host_look.h"
#include "runtime/engine/host_wait.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/use.h"

namespace riffle::engine {
namespace {

Mutex free_states_mutex;
ContextState* free_states RIFFLE_GUARDED_BY(free_states_mutex) = nullptr;
// Those that await the end of their last stream too, which only its timeline knows: that lies in pages where checkers of
// leaks do not look.
ContextState* all_states RIFFLE_GUARDED_BY(free_states_mutex) = nullptr;

/// How far ahead of a walk over streams their lines are fetched.
constexpr std::size_t kAhead = 8;

/// Whether one more ended stream gets its timeline for itself: of a program that makes streams without end not all do.
bool may_keep_apart() {
  constexpr std::uint32_t kMost = 1024;
  static constinit std::atomic<std::uint32_t> kept{0};
  return kept.fetch_add(1, std::memory_order_relaxed) < kMost;
}

int clamp_priority(int priority) { return std::clamp(priority, -5, 0); }

void append_wait_if_pending(Timeline& timeline, const Moment& moment) {
  const SpinlockHolder lock(timeline.producer());
  if (!moment.is_complete()) append_wait(timeline, *moment.timeline, moment.ticket);
}

}  // namespace

// ---- Streams ----

Timeline* ContextState::create(StreamKind kind, int priority) {
  Timeline* const timeline = engine_state().timelines.take();
  if (timeline == nullptr) return nullptr;
  std::vector<Moment> awaited;
  {
    const MutexLock lock(streams_mutex_);
    try {
      awaited = awaited_by_all_;
      streams_.push_back(timeline);
    } catch (const std::bad_alloc&) {
      engine_state().timelines.give(*timeline);
      return nullptr;
    }
    timeline->registry_index() = static_cast<std::uint32_t>(streams_.size() - 1);
  }
  {
    const SpinlockHolder lock(timeline->producer());
    timeline->open(*this, kind, clamp_priority(priority), engine_state().timelines.new_stream_id());
  }
  if (Observer* const subscriber = current_observer(); subscriber != nullptr) [[unlikely]]
    subscriber->stream_created({timeline->stream_id(), kind, clamp_priority(priority), &facade()});
  try {
    for (const Moment& moment : awaited) append_wait_if_pending(*timeline, moment);
  } catch (const std::bad_alloc&) {
    destroy(*timeline);
    return nullptr;
  }
  return timeline;
}

void ContextState::destroy(Timeline& timeline) {
  {
    const SpinlockHolder lock(timeline.producer());
    timeline.begin_closing();
  }
  recycle_if_closed(timeline);
}

void recycle_if_closed(Timeline& timeline) {
  if (timeline.is_closing()) timeline.context_state().recycle(timeline);
}

void ContextState::recycle(Timeline& timeline) {
  {
    const MutexLock lock(legacy_mutex_);
    const SpinlockHolder producer(timeline.producer());
    // Somebody may have been faster, and the timeline may serve a stream of another context by now.
    if (!timeline.is_closing_in(*this)) return;
    const SpinlockHolder waiters(timeline.waiters());
    if (!timeline.is_at_rest()) return;
    const bool is_dirty = timeline.stream_kind() == StreamKind::kBlocking &&
                          timeline.legacy_rule(std::memory_order_relaxed) == LegacyRule::kNothing;
    // The legacy stream's wait for it is still to come, or nobody has declared that the next stream comes after it. It is not used
    // again then.
    if (keeps_every_wait() && (is_dirty || may_keep_apart())) [[unlikely]] {
      if (Schedule* const schedule = current_schedule()) schedule->forget(timeline.stream_id());
      return;
    }
    if (is_dirty) remove_dirty(timeline);
    timeline.end();
  }
  if (Schedule* const schedule = current_schedule()) [[unlikely]]
    schedule->forget(timeline.stream_id());
  counters().recycled.fetch_add(1, std::memory_order_relaxed);
  unregister(timeline);
}

void ContextState::remove_dirty(Timeline& timeline) {
  Timeline* const last = dirty_.back();
  dirty_[timeline.dirty_index()] = last;
  last->dirty_index() = timeline.dirty_index();
  dirty_.pop_back();
  has_dirty_.store(!dirty_.empty(), std::memory_order_release);
}

void ContextState::unregister(Timeline& timeline) {
  bool last = false;
  {
    const MutexLock lock(streams_mutex_);
    Timeline* const moved = streams_.back();
    streams_[timeline.registry_index()] = moved;
    moved->registry_index() = timeline.registry_index();
    streams_.pop_back();
    last = closed_ && streams_.empty();
  }
  engine_state().timelines.give(timeline);
  if (!last) return;
  const MutexLock lock(free_states_mutex);
  free_next_ = free_states;
  free_states = this;
}

// ---- The legacy rule ----

void ContextState::join_legacy_order(Timeline& timeline) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  timeline.producer().unlock();  // the legacy mutex comes first
  const MutexLock lock(legacy_mutex_);
  // Room first: nothing may fail between the wait and the entry.
  if (dirty_.size() == dirty_.capacity())
    dirty_.reserve(std::max<std::size_t>(16, 2 * dirty_.size()));
  timeline.producer().lock();
  if (timeline.legacy_rule(std::memory_order_relaxed) != LegacyRule::kJoin)
    return;  // another producer was faster
  if (!legacy_->is_complete(legacy_last_) || (keeps_every_wait() && legacy_last_ != 0)) {
    try {
      append_wait(timeline, *legacy_, legacy_last_);
    } catch (...) {
      timeline.producer().unlock();
      throw;
    }
  }
  timeline.set_legacy_rule(LegacyRule::kNothing, std::memory_order_release);
  timeline.dirty_index() = static_cast<std::uint32_t>(dirty_.size());
  dirty_.push_back(&timeline);
  has_dirty_.store(true, std::memory_order_release);
}

void ContextState::lock_legacy() RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  legacy_mutex_.lock();
  legacy_->producer().lock();
  while (!dirty_.empty()) {
    Timeline& stream = *dirty_.back();
    const bool locks = !is_mutant(Mutant::kGatherWithoutLock);
    if (locks) stream.producer().lock();
    try {
      const Ticket ticket = stream.submitted_ticket();
      if (!stream.is_complete(ticket) || keeps_every_wait()) append_wait(*legacy_, stream, ticket);
    } catch (...) {
      if (locks) stream.producer().unlock();
      legacy_->producer().unlock();
      legacy_mutex_.unlock();
      throw;
    }
    stream.set_legacy_rule(LegacyRule::kJoin, std::memory_order_relaxed);
    if (locks) stream.producer().unlock();
    dirty_.pop_back();
  }
  has_dirty_.store(false, std::memory_order_release);
}

void ContextState::unlock(Timeline& timeline, Ticket ticket) RIFFLE_NO_THREAD_SAFETY_ANALYSIS {
  timeline.producer().unlock();
  if (timeline.stream_kind() != StreamKind::kLegacy) [[likely]]
    return;
  if (ticket != 0) legacy_last_ = ticket;
  legacy_mutex_.unlock();
}

bool ContextState::query_legacy() {
  const MutexLock lock(legacy_mutex_);
  const SpinlockHolder producer(legacy_->producer());
  if (keeps_every_wait()) [[unlikely]]
    return query_legacy_and_notify();
  while (!dirty_.empty()) {
    Timeline& stream = *dirty_.back();
    const SpinlockHolder other(stream.producer());
    if (!stream.is_complete(stream.submitted_ticket())) return false;
    stream.set_legacy_rule(LegacyRule::kJoin, std::memory_order_relaxed);
    dirty_.pop_back();
  }
  has_dirty_.store(false, std::memory_order_release);
  return legacy_->is_complete(legacy_->submitted_ticket());
}

// The streams stay dirty: the legacy stream's next operation waits for them, as the program has declared.
bool ContextState::query_legacy_and_notify() {
  const auto is_done = [](const Timeline* stream) {
    return stream->is_complete(stream->submitted_ticket());
  };
  if (!std::ranges::all_of(dirty_, is_done) || !is_done(legacy_)) return false;
  for (Timeline* const stream : dirty_) notify_host_saw({stream, stream->submitted_ticket()});
  notify_host_saw({legacy_, legacy_->submitted_ticket()});
  return true;
}

// ---- Back-pressure ----

std::uint32_t ContextState::chunk_limit() { return engine_state().chunk_pool.limit_per_stream(); }

void ContextState::wait_for_room(Timeline& timeline) {
  while (timeline.chunks() > chunk_limit()) {
    const Ticket done = timeline.completed_ticket();
    const Ticket submitted = timeline.submitted_ticket();
    if (done >= submitted) return;
    wait_quietly({&timeline, done + (submitted - done + 1) / 2});
  }
}

// ---- The whole ----

ContextState* ContextState::take(ContextStreams& facade, FaultListener listener) {
  ContextState* state = nullptr;
  {
    const MutexLock lock(free_states_mutex);
    state = free_states;
    if (state != nullptr) free_states = state->free_next_;
  }
  if (state == nullptr) {
    state = new (std::nothrow) ContextState;
    if (state == nullptr) return nullptr;
    const MutexLock lock(free_states_mutex);
    state->all_next_ = all_states;
    all_states = state;
  }
  state->facade_ = &facade;
  state->listener_ = listener;
  state->limit_threads(0);
  state->has_reported_.store(false, std::memory_order_relaxed);
  state->report_.store(Code::kOk, std::memory_order_relaxed);
  {
    const MutexLock lock(state->streams_mutex_);
    state->closed_ = false;
    state->awaited_by_all_.clear();
  }
  state->legacy_ = state->create(StreamKind::kLegacy, 0);
  {
    const MutexLock lock(state->legacy_mutex_);
    // Tickets of a timeline never restart: earlier ones belong to an earlier stream.
    state->legacy_last_ = 0;
  }
  if (state->legacy_ == nullptr) {
    const MutexLock lock(free_states_mutex);
    state->free_next_ = free_states;
    free_states = state;
    return nullptr;
  }
  return state;
}

void ContextState::raise(Code code) {
  const bool is_news =
      code != kTransient && !has_reported_.exchange(true, std::memory_order_relaxed);
  if (is_news && listener_ != nullptr) listener_(*facade_, code);
  Code known = Code::kOk;
  if (report_.compare_exchange_strong(known, code, std::memory_order_acq_rel)) return;
  if (known == kTransient) report_.compare_exchange_strong(known, code, std::memory_order_acq_rel);
}

Code ContextState::take_report() {
  Code code = report_.load(std::memory_order_acquire);
  if (code == kTransient)
    report_.compare_exchange_strong(code, Code::kOk, std::memory_order_acq_rel);
  return code;
}

std::vector<Moment> ContextState::pending() {
  std::vector<Moment> pending;
  const MutexLock lock(streams_mutex_);
  for (std::size_t i = streams_.size(); i-- > 0;) {
    if (i >= kAhead) streams_[i - kAhead]->prefetch_words();
    Timeline& timeline = *streams_[i];
    const Moment moment{&timeline, timeline.submitted_ticket()};
    if (!moment.is_complete()) pending.push_back(moment);
  }
  return pending;
}

// A stream that is created meanwhile may be missed, as it may be created a moment earlier.
void ContextState::enqueue_wait(Moment moment) {
  if (moment.is_complete()) return;
  std::vector<Timeline*> streams;
  {
    const MutexLock lock(streams_mutex_);
    streams = streams_;
    std::erase_if(awaited_by_all_, [](const Moment& known) { return known.is_complete(); });
    awaited_by_all_.push_back(moment);
  }
  for (Timeline* const timeline : streams) {
    if (timeline == moment.timeline) continue;
    const SpinlockHolder lock(timeline->producer());
    // Timelines are recycled: this one may be another context's by now.
    if (timeline->is_live_in(*this)) append_wait(*timeline, *moment.timeline, moment.ticket);
  }
}

void ContextState::synchronize() {
  // Newest first: workers come from the other end.
  const std::vector<Moment> pending = this->pending();
  for (std::size_t i = 0; i < pending.size(); ++i) {
    if (i + 2 < pending.size()) pending[i + 2].timeline->prefetch_to_run();
    wait_quietly(pending[i]);
  }
  note_host_look();
  if (Observer* const subscriber = current_observer()) [[unlikely]]
    subscriber->host_saw_all(facade());
}

void ContextState::close() {
  synchronize();
  std::vector<Timeline*> live;
  {
    const MutexLock lock(streams_mutex_);
    for (Timeline* const timeline : streams_)
      if (timeline->is_live()) live.push_back(timeline);
    closed_ = true;  // the end of the last stream gives this state back
  }
  for (Timeline* const timeline : live) destroy(*timeline);
}

std::unique_ptr<ContextStreams> ContextStreams::create(FaultListener listener) {
  if (!begin_use() || !start_engine()) return nullptr;
  std::unique_ptr<ContextStreams> context(new (std::nothrow) ContextStreams(nullptr));
  if (context == nullptr) return nullptr;
  context->state_ = ContextState::take(*context, listener);
  if (context->state_ == nullptr) return nullptr;
  return context;
}

ContextStreams::~ContextStreams() {
  if (state_ != nullptr && is_usable()) state_->close();
}

Stream& ContextStreams::legacy() { return state_->legacy(); }

Stream* ContextStreams::create_stream(StreamKind kind, int priority) {
  return state_->create(kind, priority);
}

void ContextStreams::destroy_stream(Stream* stream) { state_->destroy(timeline_of(*stream)); }

void ContextStreams::synchronize() { state_->synchronize(); }

std::vector<Moment> ContextStreams::pending() const { return state_->pending(); }

void ContextStreams::enqueue_wait(Moment moment) { state_->enqueue_wait(moment); }

Code ContextStreams::fault() const { return state_->fault(); }

Code ContextStreams::take_report() { return state_->take_report(); }

void ContextStreams::limit_threads(unsigned most) { state_->limit_threads(most); }

void ContextStreams::raise(Code code) { state_->raise(code); }

}  // namespace riffle::engine
