// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/keeper.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/log.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/pause.h"
#include "platform/thread.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/site.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

/// Of the time until one more worker is added beside busy ones: 4 s in the end.
constexpr unsigned kMostDoublings = 12;
/// A doze costs as much time of a core as a nap, which comes twenty times as often.
constexpr std::uint64_t kDozeNs = 1'000'000;
constexpr int kDozes = 64;

}  // namespace

constinit thread_local unsigned Keeper::own_waits_ = 0;

bool Keeper::start() {
  return platform::start_thread("riffle-keeper", 128 << 10, &Keeper::main, this);
}

void Keeper::main(void* keeper) {
  platform::make_current_thread_punctual();
  static_cast<Keeper*>(keeper)->run();
}

void Keeper::wake() {
  if (own_waits_ == kHabit) {
    is_spared_.store(true, std::memory_order_relaxed);
    // seq_cst as in wake_if_asleep: where it still dozes, it looks at the queue after this push.
    if (sleep_.load(std::memory_order_seq_cst) == kDozing) {
      counters().undisturbed.fetch_add(1, std::memory_order_relaxed);
      return;
    }
  }
  if (sleep_.exchange(kAwake, std::memory_order_seq_cst) == kAwake) return;
  counters().keeper_wakes.fetch_add(1, std::memory_order_relaxed);
  platform::futex_wake(&sleep_, 1);
}

std::uint32_t Keeper::most_quiet_naps() {
  const EngineState& engine = engine_state();
  const std::uint32_t naps = engine.thresholds.quiet_naps;
  return engine.workers.is_any_at(Risk::kHost) ? std::min(naps, kNapsBesideHostFunctions) : naps;
}

void Keeper::run() {
  std::uint32_t quiet = 0;
  bool has_waited = false;
  for (;;) {
    // What was pushed while this thread slept has waited for it to wake: as long as a nap.
    if (!std::exchange(has_waited, false)) nap();
    const Found found = tick();
    if (found == Found::kAllBusy) rest();
    if (found != Found::kNothing) {
      quiet = 0;
      continue;
    }
    if (++quiet < most_quiet_naps()) continue;
    sleep();
    quiet = 0;
    has_waited = true;
  }
}

void Keeper::nap() {
  static constinit std::atomic<std::uint32_t> never{0};
  platform::futex_wait_for(never, 0, engine_state().thresholds.nap_ns);
  counters().naps.fetch_add(1, std::memory_order_relaxed);
}

void Keeper::rest() {
  rests_.store(1, std::memory_order_seq_cst);
  if (engine_state().workers.sleeping() == 0) {
    counters().rests.fetch_add(1, std::memory_order_relaxed);
    platform::futex_wait_for(rests_, 1, kDozeNs);
  }
  rests_.store(0, std::memory_order_relaxed);
}

void Keeper::end_rest() {
  if (rests_.exchange(0, std::memory_order_relaxed) != 0) platform::futex_wake(&rests_, 1);
}

bool Keeper::is_needed() {
  const EngineState& engine = engine_state();
  return engine.queue.any_ordered() || engine.workers.unfinished_job() != nullptr;
}

bool Keeper::doze() {
  // What is pushed, or offered to other threads, while this thread dozes may be seen after the doze only; while it sleeps,
  // never: two words, both sides seq_cst. A stale entry keeps it from neither for long: the next tick drops it.
  for (int i = 0; i < kDozes; ++i) {
    sleep_.store(kDozing, std::memory_order_seq_cst);
    if (!is_needed()) {
      counters().dozes.fetch_add(1, std::memory_order_relaxed);
      platform::futex_wait_for(sleep_, kDozing, kDozeNs);
    }
    if (sleep_.load(std::memory_order_acquire) == kAwake) return true;
    if (is_needed()) {
      sleep_.store(kAwake, std::memory_order_seq_cst);
      return true;
    }
  }
  return false;
}

void Keeper::sleep() {
  if (is_spared_.exchange(false, std::memory_order_relaxed) && doze()) return;
  sleep_.store(kAsleep, std::memory_order_seq_cst);
  if (is_needed()) {
    sleep_.store(kAwake, std::memory_order_seq_cst);
    return;
  }
  while (sleep_.load(std::memory_order_acquire) != kAwake) platform::futex_wait(sleep_, kAsleep);
}

Keeper::Found Keeper::tick() {
  EngineState& engine = engine_state();
  WorkerPool& workers = engine.workers;
  // A worker that takes tiny operations from under their host's hands costs it more than it saves, and the host's core
  // where there are no more cores than workers.
  const bool is_burst =
      patience_.holds(engine.thresholds, engine.production.total(), platform::ticks());
  if (is_burst && engine.queue.is_only_fresh() && !engine.queue.has_long()) return Found::kWork;
  const unsigned polling = workers.polling();
  RunQueue::Ready ready;
  if (engine.queue.any()) ready = engine.queue.look(workers.sleeping() + polling + 1);
  const SharedJob* const job = ready.first != nullptr ? nullptr : workers.unfinished_job();
  if (ready.first == nullptr && job == nullptr) return Found::kNothing;
  const unsigned needed = std::max(1u, ready.count);
  if (needed <= polling) return Found::kWork;  // they see it by themselves
  if (workers.sleeping() != 0) {
    if (job == nullptr && needed == 1 && !is_left_alone(*ready.first)) return Found::kWork;
    for (unsigned i = polling; i < needed; ++i)
      if (!workers.wake_one(WorkerPool::Place::kAnywhere)) break;
    seen_ = nullptr;
    return Found::kWork;
  }
  if (polling == 0 && !workers.is_any_at_risk()) {
    seen_ = nullptr;
    return Found::kAllBusy;
  }
  const std::uint64_t now = platform::ticks();
  const bool stuck = job == nullptr ? is_stuck(ready.first, ready.first->completed_ticket(), now)
                                    : is_stuck(job, job->position(), now);
  const Held held = held_workers(now);  // also when not stuck: it measures from look to look
  if (stuck) add_worker_if_needed(held, now);
  return Found::kWork;
}

/// A host that launches and then waits runs its stream by itself: it is caught between the two
/// only.
bool Keeper::is_left_alone(const Timeline& timeline) {
  const Ticket ticket = timeline.completed_ticket();
  const std::uint64_t seen = platform::ticks();
  while (platform::ticks() - seen < engine_state().thresholds.settle) platform::cpu_relax();
  return phase_of(timeline.state(std::memory_order_relaxed)) == kReady &&
         timeline.completed_ticket() == ticket;
}

/// The same stream at the same ticket, or the same kernel at the same unit, for a while.
bool Keeper::is_stuck(const void* seen, std::uint64_t position, std::uint64_t now) {
  if (seen != seen_ || position != seen_position_) {
    seen_ = seen;
    seen_position_ = position;
    seen_since_ = now;
    return false;
  }
  return now - seen_since_ >= engine_state().thresholds.stuck;
}

Keeper::Held Keeper::held_workers(std::uint64_t now) {
  const EngineState& engine = engine_state();
  Held held;
  engine.workers.for_each_worker([&](Site& site) {
    const std::uint64_t sequence = site.sequence.load(std::memory_order_relaxed);
    const Risk risk = site.risk.load(std::memory_order_relaxed);
    if (sequence != site.seen_sequence || risk == Risk::kNone) {
      site.seen_sequence = sequence;
      site.seen_since = now;
      return;
    }
    if (now - site.seen_since < engine.thresholds.stuck) return;
    ++(risk == Risk::kHost ? held.by_host_functions : held.by_kernels);
  });
  return held;
}

/// Host functions may sleep, so each one that lasts leaves a core to fill. Kernels that last use
/// their core; but if all workers are held, they may be waiting for what is ready here: then one
/// more, ever more slowly, for mostly they are merely long.
void Keeper::add_worker_if_needed(const Held& held, std::uint64_t now) {
  WorkerPool& workers = engine_state().workers;
  const unsigned threads = workers.threads();
  const unsigned working = threads - std::min(threads, held.by_host_functions);
  if (working >= workers.wanted()) {
    if (held.by_kernels + held.by_host_functions < threads) return;
    const unsigned extra = std::min(working - workers.wanted(), kMostDoublings);
    if (now - last_add_ < engine_state().thresholds.stuck << extra) return;
  }
  workers.add_one();
  last_add_ = now;
  if (log_enabled("engine")) {
    log("engine", "added a worker to " + std::to_string(threads) + ": kernels hold " +
                      std::to_string(held.by_kernels) + ", host functions " +
                      std::to_string(held.by_host_functions));
  }
}

}  // namespace riffle::engine
