// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/runner.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "base/log.h"
#include "platform/clock.h"
#include "runtime/engine/context_state.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/host_look.h"
#include "runtime/engine/notice.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/shared_range.h"
#include "runtime/engine/timeline.h"
#include "runtime/engine/wave.h"

namespace riffle::engine {
namespace {

constinit thread_local bool running_host_function [[gnu::tls_model("initial-exec")]] = false;

constexpr Ticket kNoEnd = std::numeric_limits<Ticket>::max();
constexpr std::uint32_t kClockEvery = 16;
constexpr std::uint32_t kMostHintsInARow = 64;
constexpr unsigned kMostDepth = 16;

/// One turn of one stream on one thread.
class Turn {
 public:
  Turn(Site& site, Timeline& timeline, Ticket until, unsigned depth = 0)
      : site_(site),
        timeline_(timeline),
        until_(until),
        slot_(timeline.next()),
        done_(timeline.last_completed()),
        known_(timeline.submitted_ticket()),
        level_(level_of(timeline)),
        depth_(depth),
        first_(done_) {}

  void run() {
    for (;;) {
      if (done_ == known_) {
        // Written before leaving: the next owner, or a producer, reads it.
        timeline_.set_next(slot_);
        if (timeline_.try_leave(done_)) {
          if (timeline_.is_closing()) [[unlikely]]
            recycle_if_closed(timeline_);
          return;
        }
        known_ = timeline_.submitted_ticket();
        if (site_.is_worker && site_.pace.is_lock_step(engine_state(), known_ - done_))
          return hand_back(false);
        continue;
      }
      if (done_ >= until_ || is_turn_over()) return hand_back(false);
      if (slot_->kind == SlotKind::kJump) slot_ = timeline_.jump(slot_);
      if (slot_->kind == SlotKind::kWait) {
        timeline_.set_next(slot_);  // parked, it tries the same operation again later
        Timeline& target = *slot_->awaited;
        if (!target.is_complete(slot_->awaited_ticket)) run_awaited(target, slot_->awaited_ticket);
        // After a successful park the stream is not ours any more.
        if (!target.is_complete(slot_->awaited_ticket) &&
            timeline_.park_on(target, slot_->awaited_ticket))
          return;
      }
      if (!site_.is_worker && needs_worker()) {
        hand_back(true);
        WorkerPool& workers = engine_state().workers;
        if (workers.polling() == 0) workers.wake_one(WorkerPool::Place::kAnywhere);
        return;
      }
      if (slot_->kind == SlotKind::kRange && run_wave()) continue;
      if (slot_->kind != SlotKind::kProgram) [[likely]] {
        execute();
      } else if (!execute_program()) {
        return;
      }
      finish();
    }
  }

  /// How many were run.
  [[nodiscard]] Ticket operations() const { return done_ - first_ + operations_of_others_; }

 private:
  [[nodiscard]] bool needs_worker() const {
    return slot_->kind == SlotKind::kHostFunction ||
           (slot_->kind == SlotKind::kProgram && slot_->needs_worker && !slot_->is_started);
  }

  /// What this stream waits for is often ready, and left alone: then it runs here and now, up to that
  /// ticket, which spares parking, waking and the way through the queue.
  void run_awaited(Timeline& target, Ticket ticket) {
    if (depth_ == kMostDepth || !target.claim(site_.is_worker)) return;
    timeline_.show_blocked_on(target, ticket);
    Turn turn(site_, target, ticket, depth_ + 1);
    turn.run();
    operations_of_others_ += turn.operations();
    timeline_.show_not_blocked();
  }

  void hand_back(bool worker_only) {
    timeline_.set_next(slot_);
    if (timeline_.hand_back(worker_only)) make_available(timeline_);
  }

  /// A worker's turn ends after so many operations or so much time, if others are ready; a waiting
  /// host goes on to its ticket, but calls for a worker when others are ready.
  bool is_turn_over() {
    EngineState& engine = engine_state();
    const std::uint32_t count = count_++;
    if (count == 0) return false;
    if (count % kClockEvery == 0) {
      const std::uint64_t now = platform::ticks();
      if (start_ == 0) start_ = now;
      is_long_ = now - start_ > engine.thresholds.budget_ticks;
    }
    if (!site_.is_worker) return false;
    if (engine.queue.any_above(level_)) return true;
    return (is_long_ || count >= engine.thresholds.budget) && engine.queue.any();
  }

  void execute() {
    Observer* const observer = current_observer();
    if (observer != nullptr) [[unlikely]]
      notify_started(*observer);
    switch (slot_->kind) {
      case SlotKind::kRange:
        execute_range();
        if (observer != nullptr) [[unlikely]]
          notify_finished(*observer);
        release(payload_of(*slot_));
        return;
      case SlotKind::kHostFunction:
        execute_host_function();
        break;
      case SlotKind::kTimestamp:
        slot_->time->reach(slot_->record, platform::now_ns());
        break;
      case SlotKind::kProgram:
      case SlotKind::kWait:
      case SlotKind::kJump:
        break;
    }
    if (observer != nullptr) [[unlikely]]
      notify_finished(*observer);
  }

  // Not inlined: the way without an observer needs no room for notices.
  [[gnu::noinline, gnu::cold]] void notify_started(Observer& observer) {
    observer.started(notice_of(timeline_, *slot_, done_ + 1));
  }
  [[gnu::noinline, gnu::cold]] void notify_finished(Observer& observer) {
    observer.finished(notice_of(timeline_, *slot_, done_ + 1));
  }

  /// Runs this operation and some behind it piece by piece, if it is long and all that may be: false if not.
  bool run_wave() {
    const Cost* const cost = slot_->cost;
    if (cost == nullptr || cost->parts == nullptr || known_ - done_ < 2) [[likely]]
      return false;
    const std::uint64_t length = cost->picoseconds(slot_->units);  // 0 where it is not known
    return length != 0 && length >= engine_state().thresholds.wave_ps && run_wave_from_here();
  }

  [[gnu::noinline]] bool run_wave_from_here() {
    if (current_observer() != nullptr || are_waves_over() ||
        timeline_.runner_context().fault() != Code::kOk)
      return false;
    // Its operations complete when all of it has run: nobody is to wait for less.
    const Ticket last = timeline_.first_awaited(std::min(known_, until_));
    Wave wave;
    if (last < done_ + 2 || !plan(wave, last - done_)) return false;
    log_wave(wave);
    Code code = run_range(site_, timeline_, {&Wave::run, &wave.cost(), wave.pieces()}, &wave);
    if (code == Code::kOk) code = wave.left_out();
    if (code != Code::kOk) [[unlikely]]
      timeline_.runner_context().raise(code);
    for (unsigned stage = 0; stage < wave.stages(); ++stage) {
      if (slot_->kind == SlotKind::kJump) slot_ = timeline_.jump(slot_);
      release(payload_of(*slot_));
      finish();
    }
    return true;
  }

  static void log_wave(const Wave& wave) {
    counters().waves.fetch_add(1, std::memory_order_relaxed);
    counters().in_waves.fetch_add(wave.stages(), std::memory_order_relaxed);
    if (log_enabled("engine"))
      log("engine", std::to_string(wave.stages()) + " operations piece by piece, " +
                        std::to_string(wave.pieces()) + " pieces");
  }

  [[nodiscard]] bool plan(Wave& wave, Ticket most) {
    try {
      return wave.plan(*slot_, most, engine_state().thresholds.piece_bytes);
    } catch (const std::bad_alloc&) {
      return false;  // one after the other, then
    }
  }

  void execute_range() {
    ContextState& context = timeline_.runner_context();
    void* const payload = payload_of(*slot_);
    if (context.fault() == Code::kOk) {
      const bool at_risk = slot_->cost == nullptr || !slot_->cost->ends;
      if (at_risk) site_.enter(Risk::kKernel);
      const Code code =
          run_range(site_, timeline_, {slot_->run, slot_->cost, slot_->units}, payload);
      if (at_risk) site_.leave();
      if (code != Code::kOk) [[unlikely]]
        context.raise(code);
    }
  }

  void release(void* payload) {
    if (slot_->release != nullptr) slot_->release(payload);
    if (slot_->payload_is_outside) {
      timeline_.subtract_chunks(slot_->payload_bytes / sizeof(Chunk) + 1);
      std::free(payload);
    }
  }

  /// False when the stream was parked until the program's fence is complete: it is not ours any
  /// more, and its next runner comes here again.
  bool execute_program() {
    void* const payload = payload_of(*slot_);
    Observer* const observer = slot_->is_part ? nullptr : current_observer();
    if (!slot_->is_started) {
      slot_->is_started = true;
      if (observer != nullptr) [[unlikely]]
        notify_started(*observer);
      call_program(payload);
    }
    while (Timeline* const fence = slot_->fence) {
      timeline_.set_next(slot_);
      if (slot_->runs_again && !fence->is_complete(slot_->fence_ticket))
        run_awaited(*fence, slot_->fence_ticket);
      if (!fence->is_complete(slot_->fence_ticket) &&
          timeline_.park_on(*fence, slot_->fence_ticket))
        return false;
      if (!slot_->runs_again) break;
      call_program(payload);
    }
    if (observer != nullptr) [[unlikely]]
      notify_finished(*observer);
    release(payload);
    return true;
  }

  void call_program(void* payload) {
    Executor executor(site_, timeline_);
    slot_->program(executor, payload);
    const Moment until = executor.resumption();
    const bool again = until.timeline != nullptr;
    if (again || slot_->runs_again) {
      slot_->fence = until.timeline;
      slot_->fence_ticket = until.ticket;
      slot_->runs_again = again;
    }
  }

  void execute_host_function() {
    const Code status = timeline_.runner_context().fault();
    if (status != Code::kOk && !slot_->even_after_fault) return;
    HostFunctionScope scope(site_);
    slot_->host_function(slot_->user, status);
    scope.returned();
  }

  void finish() {
    slot_ += slot_->slots;
    ++done_;
    if (!timeline_.complete_one()) [[likely]]
      return;
    Timeline* ready = timeline_.notify();
    while (ready != nullptr) {
      Timeline* const next = ready->parked_next();
      const bool push = ready->unpark();  // from here on others may own it
      site_.hint = ready;
      if (push) make_available(*ready);
      ready = next;
    }
  }

  Site& site_;
  Timeline& timeline_;
  const Ticket until_;
  Slot* slot_;
  Ticket done_;
  Ticket known_;
  const unsigned level_;
  const unsigned depth_;  // of turns inside each other on this thread
  const Ticket first_;
  Ticket operations_of_others_ = 0;
  std::uint32_t count_ = 0;
  bool is_long_ = false;
  std::uint64_t start_ = 0;
};

}  // namespace

void run_as_worker(Site& site, Timeline& timeline) { Turn(site, timeline, kNoEnd).run(); }

NextStep next_step(const Timeline& timeline) {
  const Slot* slot = timeline.next();
  if (slot->kind == SlotKind::kJump) slot = slot->next;
  switch (slot->kind) {
    case SlotKind::kWait:
    case SlotKind::kTimestamp:
      return NextStep::kPassing;
    case SlotKind::kHostFunction:
      return NextStep::kHostFunction;
    case SlotKind::kRange:
      return slot->cost != nullptr && slot->cost->ends ? NextStep::kEnds : NextStep::kOther;
    case SlotKind::kProgram:
      return slot->needs_worker ? NextStep::kHostFunction : NextStep::kOther;
    case SlotKind::kJump:
      break;
  }
  return NextStep::kOther;
}

void run_next_operation(Site& site, Timeline& timeline) {
  // At the greatest depth it runs nothing of the streams that it waits for.
  Turn(site, timeline, timeline.completed_ticket() + 1, kMostDepth).run();
  site.hint = nullptr;
}

void run_as_host(Site& site, Timeline& timeline, Ticket until) {
  Turn turn(site, timeline, until);
  turn.run();
  engine_state().production.count(turn.operations());
  site.hint = nullptr;
}

Timeline* take_hint(Site& site) {
  Timeline* const hint = std::exchange(site.hint, nullptr);
  if (hint == nullptr) return nullptr;
  // A chain of streams that wake each other must not keep its worker from the others for ever.
  const RunQueue& queue = engine_state().queue;
  if (queue.any_above(level_of(*hint))) return nullptr;
  if (++site.hints_in_a_row % kMostHintsInARow == 0 && queue.any()) return nullptr;
  return hint->claim(true) ? hint : nullptr;
}

HostFunctionScope::HostFunctionScope(Site& site) : site_(site) {
  site.enter(Risk::kHost);
  note_host_look();
  running_host_function = true;
}

HostFunctionScope::~HostFunctionScope() {
  if (!has_returned_) {
    std::fputs("riffle: a host function ended its thread; it must return\n", stderr);
    std::abort();
  }
  running_host_function = false;
  site_.leave();
}

bool in_host_function() { return running_host_function; }

}  // namespace riffle::engine
