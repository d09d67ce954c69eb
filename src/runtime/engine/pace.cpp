// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/pace.h"

#include "platform/clock.h"
#include "platform/pause.h"
#include "runtime/engine/engine_state.h"

namespace riffle::engine {
namespace {

/// So many operations within a settle time are a burst.
constexpr std::uint64_t kBurst = 4;
/// Taking so many at once is worth the transfers of lines that it costs.
constexpr std::uint64_t kBatch = 32;

bool is_burst(const Thresholds& thresholds, std::uint64_t operations, std::uint64_t ticks) {
  return operations >= kBurst && operations * thresholds.settle > ticks * kBurst;
}

/// A burst is over after so many settle times without it: an interrupt, or a thread that gets the core for
/// a moment, does not end it.
constexpr int kPause = 5;

/// Looking costs the pushers a line each time. A kernel to join is seen at once: that line is written for it alone.
void pause_between_looks(const WorkerPool& workers) {
  for (int i = 0; i < 64; ++i) {
    if (i % 8 == 0 && workers.open_jobs.load(std::memory_order_relaxed) != 0) return;
    platform::cpu_relax();
  }
}

}  // namespace

constinit thread_local std::atomic<std::uint64_t>* Production::mine_ = nullptr;

std::atomic<std::uint64_t>* Production::choose() {
  const std::size_t number = threads_.fetch_add(1, std::memory_order_relaxed);
  mine_ = &counters_[number % kCounters].operations;
  return mine_;
}

std::uint64_t Production::total() const {
  std::uint64_t sum = 0;
  for (const Counter& counter : counters_)
    sum += counter.operations.load(std::memory_order_relaxed);
  return sum;
}

void Pace::look(const EngineState& engine) {
  looked_at_ = platform::ticks();
  seen_ = engine.production.total();
}

void Pace::let_ripen(EngineState& engine) {
  const Thresholds& thresholds = engine.thresholds;
  int quiet_spans = 1;  // until the work is ripe
  const std::uint64_t began = platform::ticks();
  for (;;) {
    const std::uint64_t now = platform::ticks();
    if (now - looked_at_ >= thresholds.settle) {
      const std::uint64_t made = engine.production.total() - seen_;
      const bool goes_on = is_burst(thresholds, made, now - looked_at_);
      looked_at_ = now;
      seen_ += made;
      if (now - began > thresholds.stuck) return;
      if (goes_on)
        quiet_spans = kPause;
      else if (--quiet_spans <= 0)
        return;
    }
    // Known to be worth it; or a kernel to join, perhaps one that the host runs just now.
    if (engine.queue.take_long_flag() || !engine.queue.any() ||
        engine.workers.open_jobs.load(std::memory_order_relaxed) != 0)
      return;
    pause_between_looks(engine.workers);
  }
}

bool Pace::is_lock_step(const EngineState& engine, std::uint64_t batch) const {
  return batch < kBatch && is_burst(engine.thresholds, engine.production.total() - seen_,
                                    platform::ticks() - looked_at_);
}

bool Patience::holds(const Thresholds& thresholds, std::uint64_t made, std::uint64_t now) {
  const std::uint64_t fresh = made - seen_;
  const bool goes_on = is_burst(thresholds, fresh, now - looked_at_);
  seen_ = made;
  looked_at_ = now;
  if (goes_on) {
    if (began_ == 0) began_ = now;
    return now - began_ < thresholds.stuck;
  }
  // It may have begun in the middle of the nap.
  was_in_doubt_ = began_ == 0 && fresh >= kBurst && !was_in_doubt_;
  began_ = 0;
  return was_in_doubt_;
}

}  // namespace riffle::engine
