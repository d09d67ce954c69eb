// SPDX-License-Identifier: Apache-2.0
// What the engine keeps for each OS thread that runs operations: workers, and host threads that
// wait.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/process_threads.h"
#include "platform/stack.h"
#include "platform/wake_place.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/pace.h"
#include "runtime/engine/shared_job.h"

namespace riffle::engine {

/// What a worker does now, for the keeper's question whether it may be held for good.
enum class Risk : std::uint8_t {
  kNone,    ///< idle, or an operation known to end
  kKernel,  ///< a kernel that may spin: uses a core
  kHost,    ///< a host function: may sleep
};

struct alignas(64) Site {
  // Own thread only.
  bool is_worker = false;
  bool is_busy = false;      ///< a host thread that runs operations: it must not start again
  Timeline* hint = nullptr;  ///< made ready by this runner just now; in the queue too
  std::uint32_t hints_in_a_row = 0;
  std::uint32_t sample = 0;      ///< operations run, to measure some of them
  Pace pace;                     ///< of a worker
  platform::GuardedStack stack;  ///< a host thread runs operations here

  // Read by the keeper.
  std::atomic<Risk> risk{Risk::kNone};
  std::atomic<std::uint64_t> sequence{0};  ///< grows with each operation or chunk at risk

  void enter(Risk what) {
    count_step();
    risk.store(what, std::memory_order_relaxed);
  }
  void leave() { risk.store(Risk::kNone, std::memory_order_relaxed); }
  void count_step() {
    sequence.store(sequence.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Keeper only.
  std::uint64_t seen_sequence = 0;
  std::uint64_t seen_since = 0;  ///< ticks

  // A sleeping worker.
  std::atomic<std::uint32_t> wake_word{0};
  platform::ThreadId thread = 0;  ///< written under the pool's sleep lock
  platform::WakePlace wake_place;
  Site* sleep_next = nullptr;  ///< under the pool's sleep lock

  // The list of all sites: push-only, sites are reused and never freed.
  Site* all_next = nullptr;
  Site* free_next = nullptr;  ///< under the pool's mutex
  std::atomic<bool> is_live{false};

  SharedJob job;
};

}  // namespace riffle::engine
