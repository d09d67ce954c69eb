// SPDX-License-Identifier: Apache-2.0
// The process's one engine: built at the first context, destroyed never (workers outlive `main`).
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/engine/chunk_pool.h"
#include "runtime/engine/keeper.h"
#include "runtime/engine/pace.h"
#include "runtime/engine/run_queue.h"
#include "runtime/engine/schedule.h"
#include "runtime/engine/timeline_pool.h"
#include "runtime/engine/worker_pool.h"

namespace riffle::engine {

/// The options' thresholds, in ticks where they are times.
struct Thresholds {
  std::uint64_t ticks_per_us = 1;
  std::uint64_t spin = 0;
  std::uint64_t settle = 0;
  std::uint64_t stuck = 0;
  std::uint64_t wait_spin = 0;
  std::uint64_t nap_ns = 0;
  std::uint32_t quiet_naps = 0;
  std::uint32_t budget = 0;
  std::uint64_t budget_ticks = 0;
  std::uint64_t share_ps = 0;
  std::uint64_t share_wake_ps = 0;
  std::uint64_t wave_ps = 0;
  std::uint64_t piece_bytes = 1;
};

struct EngineState {
  Thresholds thresholds;
  Production production;
  RunQueue queue;
  ChunkPool chunk_pool;
  TimelinePool timelines;
  WorkerPool workers;
  Keeper keeper;
};

namespace detail {
extern EngineState* the_engine;  // written once, before the first timeline exists
}

/// Starts the engine at the first call; false when no worker can be started.
[[nodiscard]] bool start_engine();
/// Only after a successful start_engine.
[[nodiscard]] inline EngineState& engine_state() { return *detail::the_engine; }

/// Puts a stream that became ready into the run queue, and sees to it that somebody will look
/// there.
inline void make_available(Timeline& timeline, bool is_long = false) {
  if (Schedule* const schedule = current_schedule()) [[unlikely]]
    return schedule->offer(timeline);
  EngineState& engine = engine_state();
  engine.queue.push(timeline, is_long);
  engine.keeper.wake_if_asleep();
}

/// Gives the timeline of a destroyed stream to the next one, if nothing refers to it any more.
/// Called by whoever ended the last of the things that refer to it; takes locks: call it with none
/// held.
void recycle_if_closed(Timeline& timeline);

}  // namespace riffle::engine
