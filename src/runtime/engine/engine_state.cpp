// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/engine_state.h"

#include <pthread.h>

#include "base/mutex.h"
#include "base/options.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/use.h"

namespace riffle::engine {
namespace {

constinit std::atomic<bool> used{false};
constinit std::atomic<bool> forked{false};
// From the load on: a thread may fork while another one takes its first steps here, and holds locks.
const bool follows_forks = pthread_atfork(nullptr, nullptr, [] {
                             forked.store(used.load(std::memory_order_relaxed));
                           }) == 0;
constinit Counters the_counters;

Thresholds thresholds_of(const Options& options) {
  const std::uint64_t us = platform::ticks_per_us();
  return {.ticks_per_us = us,
          .spin = options.spin_us * us,
          .settle = options.settle_ns * us / 1000,
          .stuck = options.stuck_us * us,
          .wait_spin = options.wait_spin_us * us,
          .nap_ns = std::uint64_t{options.nap_us} * 1000,
          .quiet_naps = options.quiet_naps,
          .budget = options.budget,
          .budget_ticks = 1000 * us,
          .share_ps = std::uint64_t{options.share_ns} * 1000,
          .share_wake_ps = std::uint64_t{options.share_wake_ns} * 1000,
          .wave_ps = std::uint64_t{options.wave_ns} * 1000,
          .piece_bytes = options.piece_bytes};
}

}  // namespace

namespace detail {
constinit EngineState* the_engine = nullptr;
}  // namespace detail

Counters& counters() { return the_counters; }

bool begin_use() {
  if (!used.load(std::memory_order_relaxed)) used.store(true);
  return is_usable();
}

bool is_usable() { return !forked.load(std::memory_order_relaxed); }

bool start_engine() {
  static Mutex mutex;
  static bool is_running = false;
  const MutexLock lock(mutex);
  if (is_running) return true;
  const Options& chosen = options();
  if (detail::the_engine == nullptr) detail::the_engine = new EngineState;
  EngineState& engine = *detail::the_engine;
  engine.thresholds = thresholds_of(chosen);
  engine.chunk_pool.set_limit_per_stream(
      static_cast<std::uint32_t>(chosen.pending_bytes / sizeof(Chunk)));
  start_schedule_if_asked();
  if (Schedule* const schedule = current_schedule()) return is_running = schedule->start();
  const unsigned workers = chosen.workers != 0 ? chosen.workers : platform::usable_cores();
  // The keeper first: it can add workers later, but workers without it promise nothing.
  static bool has_keeper = false;
  if (!has_keeper) has_keeper = engine.keeper.start();
  is_running = has_keeper && engine.workers.start(workers);
  return is_running;
}

}  // namespace riffle::engine
