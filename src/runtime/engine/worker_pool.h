// SPDX-License-Identifier: Apache-2.0
// The worker threads: as many as cores, polling for some microseconds when idle, then asleep.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/mutex.h"
#include "platform/wake_place.h"
#include "runtime/engine/site.h"

namespace riffle::engine {

class WorkerPool {
 public:
  /// Starts `wanted` workers; false when not even one can be.
  [[nodiscard]] bool start(unsigned wanted);

  [[nodiscard]] unsigned wanted() const { return wanted_; }
  [[nodiscard]] unsigned threads() const { return threads_.load(std::memory_order_relaxed); }
  [[nodiscard]] unsigned sleeping() const { return sleeping_.load(std::memory_order_seq_cst); }
  [[nodiscard]] unsigned polling() const { return polling_.load(std::memory_order_relaxed); }
  /// Jobs open for joining (shared_job.h). A line of its own: idle workers read it all the time.
  alignas(64) std::atomic<std::uint32_t> open_jobs{0};

  enum class Place : std::uint8_t {
    kAnywhere,   ///< the caller will leave its core to the worker, or knows nothing
    kElsewhere,  ///< the caller goes on working on its core
  };
  /// Wakes a sleeping worker (4 us of the caller's time, up to 30 on virtual machines); false if none sleeps.
  bool wake_one(Place place) RIFFLE_EXCLUDES(sleep_mutex_);
  /// One more worker than there are; it ends when it is surplus and idle.
  void add_one();

  /// A site for a host thread, with a stack; null when out of memory.
  [[nodiscard]] Site* take_host_site() RIFFLE_EXCLUDES(sites_mutex_);
  void give_site(Site* site) RIFFLE_EXCLUDES(sites_mutex_);

  template <class Visit>
  void for_each_worker(Visit&& visit) const {
    for (Site* site = all_.load(std::memory_order_acquire); site != nullptr; site = site->all_next)
      if (site->is_live.load(std::memory_order_acquire) && site->is_worker) visit(*site);
  }
  /// Whether a worker, or a host thread that waits, is at an operation that may not end.
  [[nodiscard]] bool is_any_at_risk() const;
  [[nodiscard]] bool is_any_at(Risk risk) const;
  /// A job that nobody works on the rest of yet; null if there is none.
  [[nodiscard]] const SharedJob* unfinished_job() const;
  /// Joins some open job of another site and runs chunks of it; false if there was none.
  bool join_any(Site& self);

 private:
  static constexpr unsigned kMostThreads = 1024;

  static void main(void* site);
  void work(Site& site);
  [[nodiscard]] Timeline* take_ripe(Site& site);
  [[nodiscard]] bool poll(Site& site, std::uint64_t idle_since);
  void sleep(Site& site) RIFFLE_EXCLUDES(sleep_mutex_);
  [[nodiscard]] bool retire_if_surplus();
  [[nodiscard]] Site* take_site() RIFFLE_EXCLUDES(sites_mutex_);

  alignas(64) unsigned wanted_ = 0;  // constant after start
  std::atomic<unsigned> threads_{0};
  std::atomic<unsigned> polling_{0};
  std::atomic<unsigned> sleeping_{0};

  Mutex sleep_mutex_;
  Site* sleepers_ RIFFLE_GUARDED_BY(sleep_mutex_) = nullptr;
  platform::WakeHabit wake_habit_;

  Mutex sites_mutex_;
  Site* free_workers_ RIFFLE_GUARDED_BY(sites_mutex_) = nullptr;
  Site* free_hosts_ RIFFLE_GUARDED_BY(sites_mutex_) = nullptr;
  std::atomic<Site*> all_{nullptr};
};

}  // namespace riffle::engine
