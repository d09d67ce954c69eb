// SPDX-License-Identifier: Apache-2.0
// Counts of the engine's rare events, for tests and for looking into a run. Never on a fast path.
#pragma once

#include <atomic>
#include <cstdint>

namespace riffle::engine {

struct Counters {
  std::atomic<std::uint64_t> stale_pops{0};    ///< entries dropped because they were not ready
  std::atomic<std::uint64_t> keeper_wakes{0};  ///< by host threads and runners
  std::atomic<std::uint64_t> worker_wakes{0};
  std::atomic<std::uint64_t> naps{0};         ///< of the keeper
  std::atomic<std::uint64_t> rests{0};        ///< while all workers are busy
  std::atomic<std::uint64_t> dozes{0};        ///< its longer ones
  std::atomic<std::uint64_t> undisturbed{0};  ///< pushes that did not wake it from one
  std::atomic<std::uint64_t> adds{0};         ///< workers added because all were held
  std::atomic<std::uint64_t> retirements{0};
  std::atomic<std::uint64_t> joins{0};     ///< of a running operation
  std::atomic<std::uint64_t> recycled{0};  ///< timelines
  std::atomic<std::uint64_t> waves{0};     ///< and the operations in them:
  std::atomic<std::uint64_t> in_waves{0};
};

[[nodiscard]] Counters& counters();

}  // namespace riffle::engine
