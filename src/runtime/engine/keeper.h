// SPDX-License-Identifier: Apache-2.0
// The thread that promises progress and never runs operations. While there is work it naps 50 us at
// a time and looks whether a ready stream is left alone; then it wakes a worker, or adds one when
// all are held by operations that may never end. So no enqueue ever pays for waking a worker.
#pragma once

#include <atomic>
#include <cstdint>

namespace riffle::engine {

class Timeline;

class Keeper {
 public:
  [[nodiscard]] bool start();

  /// After a push. Asleep => the queue was empty; seq_cst against the keeper's store and look.
  void wake_if_asleep() {
    if (asleep_.load(std::memory_order_seq_cst) != 0) [[unlikely]]
      wake();
  }

 private:
  static void main(void* keeper);
  void run();
  [[gnu::noinline]] void wake();
  /// True if there was ready work.
  bool tick();
  [[nodiscard]] static bool is_left_alone(const Timeline& timeline);
  [[nodiscard]] bool is_stuck(const void* seen, std::uint64_t position, std::uint64_t now);
  struct Held {
    unsigned by_kernels = 0;
    unsigned by_host_functions = 0;
  };
  /// Workers that have been at the same operation for a while, and it is not known to end.
  [[nodiscard]] static Held held_workers(std::uint64_t now);
  void add_worker_if_needed(const Held& held, std::uint64_t now);

  std::atomic<std::uint32_t> asleep_{0};
  // Keeper only.
  const void* seen_ = nullptr;
  std::uint64_t seen_position_ = 0;
  std::uint64_t seen_since_ = 0;
  std::uint64_t last_add_ = 0;
};

}  // namespace riffle::engine
