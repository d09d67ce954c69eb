// SPDX-License-Identifier: Apache-2.0
// The thread that promises progress and never runs operations. While there is work it naps 50 us at
// a time and looks whether a ready stream is left alone; then it wakes a worker, or adds one when
// all are held by operations that may never end. So no enqueue ever pays for waking a worker.
//
// Where all workers are at what is known to end, nobody needs it until one of them has nothing more to do and goes to sleep: it
// rests for as long as a doze, or until that worker wakes it. A nap costs some fifteen microseconds of a core that works.
//
// With nothing to do it dozes for a while, a millisecond at a time, before it sleeps for good. A host thread that so far
// has run by itself what it launched, in the waits that followed, does not wake it from a doze: a system call with a
// switch to a sleeping core, tens of microseconds. If that host does not wait this time, its work starts a millisecond
// later at most. Where no such host has pushed since the last time, it sleeps at once.
//
// While a worker runs a host function it naps hardly at all before that: libraries compute in host functions, on threads of their
// own as well, and a nap takes a core from one of these while the others wait for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "runtime/engine/pace.h"

namespace riffle::engine {

class Timeline;

class Keeper {
 public:
  [[nodiscard]] bool start();

  /// After a push, or when a job is offered whose units may wait for each other. Asleep => there was neither; seq_cst
  /// against the keeper's store and look.
  void wake_if_asleep() {
    if (sleep_.load(std::memory_order_seq_cst) != kAwake) [[unlikely]]
      wake();
  }

  /// A worker goes to sleep, and is counted as asleep: seq_cst against the keeper's store and look.
  void wake_if_resting() {
    if (rests_.load(std::memory_order_seq_cst) != 0) [[unlikely]]
      end_rest();
  }

  /// This host thread has waited: `by_itself` if it ran what it waited for.
  static void note_wait(bool by_itself) {
    own_waits_ = by_itself ? std::min(own_waits_ + 1, kHabit) : 0;
  }

 private:
  enum Sleep : std::uint32_t { kAwake, kDozing, kAsleep };
  /// So many waits in a row are a habit.
  static constexpr unsigned kHabit = 4;
  /// Naps with nothing ready, while a host function runs.
  static constexpr std::uint32_t kNapsBesideHostFunctions = 2;

  static void main(void* keeper);
  void run();
  [[gnu::noinline]] void wake();
  /// Something is ready, or an operation has work for others: the host that runs it may be the only one who knows.
  [[nodiscard]] static bool is_needed();
  [[nodiscard]] static std::uint32_t most_quiet_naps();
  /// Until it is woken, or needed.
  void sleep();
  /// The same, where hosts may push that leave it asleep. Whether it has ended.
  [[nodiscard]] bool doze();
  enum class Found : std::uint8_t {
    kNothing,  ///< no ready work
    kWork,
    kAllBusy,  ///< and work, but all workers are at what is known to end
  };
  Found tick();
  void nap();
  /// Until a worker goes to sleep, or as long as a doze.
  void rest();
  [[gnu::noinline]] void end_rest();
  [[nodiscard]] static bool is_left_alone(const Timeline& timeline);
  [[nodiscard]] bool is_stuck(const void* seen, std::uint64_t position, std::uint64_t now);
  struct Held {
    unsigned by_kernels = 0;
    unsigned by_host_functions = 0;
  };
  /// Workers that have been at the same operation for a while, and it is not known to end.
  [[nodiscard]] static Held held_workers(std::uint64_t now);
  void add_worker_if_needed(const Held& held, std::uint64_t now);

  static constinit thread_local unsigned own_waits_ [[gnu::tls_model("initial-exec")]];

  std::atomic<std::uint32_t> sleep_{kAwake};
  std::atomic<std::uint32_t> rests_{0};
  std::atomic<bool> is_spared_{false};  ///< a host with the habit has pushed; a hint
  // Keeper only.
  Patience patience_;
  const void* seen_ = nullptr;
  std::uint64_t seen_position_ = 0;
  std::uint64_t seen_since_ = 0;
  std::uint64_t last_add_ = 0;
};

}  // namespace riffle::engine
