// SPDX-License-Identifier: Apache-2.0
// When a worker takes what hosts have just enqueued: the one place that knows about bursts.
//
// A worker at the same cache lines as a host that enqueues or runs operations costs that host several
// transfers of lines with each of them, ten times what a tiny operation itself costs. And a host that
// launches and then waits runs its stream by itself, faster than anybody could come to help. So fresh
// work is left alone for the settle time, and on and on while hosts go through tiny operations fast;
// but not longer than the keeper would leave a stream alone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace riffle::engine {

struct EngineState;
struct Thresholds;

/// How many tiny operations hosts have enqueued or run, counted without a line that they share.
class Production {
 public:
  /// Threads that share a counter may lose counts: it is a hint.
  void count(std::uint64_t operations = 1) {
    std::atomic<std::uint64_t>* counter = mine_;
    if (counter == nullptr) [[unlikely]]
      counter = choose();
    counter->store(counter->load(std::memory_order_relaxed) + operations,
                   std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t total() const;

 private:
  static constexpr std::size_t kCounters = 16;

  [[gnu::noinline]] std::atomic<std::uint64_t>* choose();

  struct alignas(64) Counter {
    std::atomic<std::uint64_t> operations{0};
  };
  std::array<Counter, kCounters> counters_;
  std::atomic<std::size_t> threads_{0};
  static constinit thread_local std::atomic<std::uint64_t>* mine_
      [[gnu::tls_model("initial-exec")]];
};

/// One worker's view of the hosts' rate. Its own thread only.
class Pace {
 public:
  /// Starts a new span of time to count in: there was nothing to take until now.
  void look(const EngineState& engine);
  /// Before taking what was pushed since the queue was emptied last: returns when it is ripe, or gone.
  void let_ripen(EngineState& engine);
  /// Whether going on with the `batch` operations that came while a stream was run would be in lock
  /// step with their producer.
  [[nodiscard]] bool is_lock_step(const EngineState& engine, std::uint64_t batch) const;

 private:
  std::uint64_t looked_at_ = 0;  // ticks: the span's start
  std::uint64_t seen_ = 0;       // Production::total then
};

/// The keeper's: whether sleeping workers are better left alone, as polling ones leave fresh work alone.
class Patience {
 public:
  /// Once a nap. `made`: Production::total; `now`: ticks. True while hosts go through tiny operations fast, and for one
  /// nap where they may have begun to, but no longer than the keeper would leave a stream alone.
  [[nodiscard]] bool holds(const Thresholds& thresholds, std::uint64_t made, std::uint64_t now);

 private:
  std::uint64_t looked_at_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t began_ = 0;  // ticks; 0: no burst
  bool was_in_doubt_ = false;
};

}  // namespace riffle::engine
