// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/worker_pool.h"

#include <new>

#include "base/log.h"
#include "base/options.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/pause.h"
#include "platform/thread.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/runner.h"
#include "runtime/engine/shared_range.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

constexpr std::uint64_t kNoTime = 0;

/// Some pauses: polling harder slows down those who own the line.
void pause_a_little() {
  for (int i = 0; i < 8; ++i) platform::cpu_relax();
}

}  // namespace

bool WorkerPool::start(unsigned wanted) {
  wanted_ = wanted;
  for (unsigned i = 0; i < wanted; ++i) add_one();
  return threads() != 0;
}

void WorkerPool::add_one() {
  if (threads() >= kMostThreads) return;
  Site* const site = take_site();
  if (site == nullptr) return;
  threads_.fetch_add(1, std::memory_order_relaxed);
  if (!platform::start_thread("riffle-worker", options().stack_bytes, &WorkerPool::main, site)) {
    threads_.fetch_sub(1, std::memory_order_relaxed);
    give_site(site);
    log("engine", "the system refused a worker thread");
    return;
  }
  if (threads() > wanted_) counters().adds.fetch_add(1, std::memory_order_relaxed);
}

void WorkerPool::main(void* site) {
  auto& self = *static_cast<Site*>(site);
  WorkerPool& pool = engine_state().workers;
  pool.work(self);
  pool.give_site(&self);
}

void WorkerPool::work(Site& site) {
  std::uint64_t idle_since = kNoTime;
  for (;;) {
    Timeline* timeline = take_hint(site);
    if (timeline == nullptr) timeline = take_ripe(site);
    if (timeline != nullptr) {
      run_as_worker(site, *timeline);
      idle_since = kNoTime;
      continue;
    }
    if (open_jobs.load(std::memory_order_relaxed) != 0 && join_any(site)) {
      idle_since = kNoTime;
      continue;
    }
    // Entries that turn out stale do not count as work: the time of polling goes on.
    if (idle_since == kNoTime) idle_since = platform::ticks();
    if (poll(site, idle_since)) continue;
    if (retire_if_surplus()) return;
    sleep(site);
    idle_since = kNoTime;
  }
}

/// A stream from the queue, or null. What others wait behind is taken at once, fresh work when its
/// time has come.
Timeline* WorkerPool::take_ripe(Site& site) {
  EngineState& engine = engine_state();
  if (engine.queue.is_only_fresh()) {
    polling_.fetch_add(1, std::memory_order_relaxed);
    site.pace.let_ripen(engine);
    polling_.fetch_sub(1, std::memory_order_relaxed);
  }
  return engine.queue.pop();
}

/// True if there may be work; false if it is time to sleep.
bool WorkerPool::poll(Site& site, std::uint64_t idle_since) {
  EngineState& engine = engine_state();
  const Thresholds& thresholds = engine.thresholds;
  polling_.fetch_add(1, std::memory_order_relaxed);
  bool found = false;
  while (!found && platform::ticks() - idle_since < thresholds.spin) {
    found = open_jobs.load(std::memory_order_relaxed) != 0 || engine.queue.any();
    if (!found) pause_a_little();
  }
  site.pace.look(engine);
  polling_.fetch_sub(1, std::memory_order_relaxed);
  return found;
}

void WorkerPool::sleep(Site& site) {
  site.wake_word.store(0, std::memory_order_relaxed);
  {
    const MutexLock lock(sleep_mutex_);
    site.thread = platform::current_thread_id();
    site.sleep_next = sleepers_;
    sleepers_ = &site;
    sleeping_.fetch_add(1, std::memory_order_seq_cst);
  }
  // A worker need not win a race here: the keeper is awake while the queue holds anything, or told so now.
  engine_state().keeper.wake_if_resting();
  while (site.wake_word.load(std::memory_order_acquire) == 0)
    platform::futex_wait(site.wake_word, 0);
  site.wake_place.begin(wake_habit_);
  site.pace.look(engine_state());
}

bool WorkerPool::wake_one(Place place) {
  if (sleeping() == 0) return false;
  Site* site = nullptr;
  {
    const MutexLock lock(sleep_mutex_);
    site = sleepers_;
    if (site == nullptr) return false;
    sleepers_ = site->sleep_next;
    sleeping_.fetch_sub(1, std::memory_order_seq_cst);
  }
  counters().worker_wakes.fetch_add(1, std::memory_order_relaxed);
  if (place == Place::kElsewhere)
    site->wake_place.keep_off_this_cpu(wake_habit_, site->thread);
  else
    site->wake_place.leave_to_system();
  site->wake_word.store(1, std::memory_order_release);
  platform::futex_wake(&site->wake_word, 1);
  return true;
}

/// An idle worker ends when enough others sleep already.
bool WorkerPool::retire_if_surplus() {
  if (threads() <= wanted_ || sleeping() < wanted_) return false;
  unsigned count = threads_.load(std::memory_order_relaxed);
  while (count > wanted_) {
    if (threads_.compare_exchange_weak(count, count - 1, std::memory_order_relaxed)) {
      counters().retirements.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

Site* WorkerPool::take_site() {
  const MutexLock lock(sites_mutex_);
  Site* site = free_workers_;
  if (site != nullptr) {
    free_workers_ = site->free_next;
    site->is_live.store(true, std::memory_order_release);
    return site;
  }
  site = new (std::nothrow) Site;
  if (site == nullptr) return nullptr;
  site->is_worker = true;
  site->is_live.store(true, std::memory_order_relaxed);
  site->all_next = all_.load(std::memory_order_relaxed);
  all_.store(site, std::memory_order_release);
  return site;
}

Site* WorkerPool::take_host_site() {
  const MutexLock lock(sites_mutex_);
  Site* site = free_hosts_;
  if (site != nullptr) {
    free_hosts_ = site->free_next;
    site->is_live.store(true, std::memory_order_release);
    return site;
  }
  platform::GuardedStack stack(options().stack_bytes);
  if (!stack.is_valid()) return nullptr;
  site = new (std::nothrow) Site;
  if (site == nullptr) return nullptr;
  site->stack = std::move(stack);
  site->is_live.store(true, std::memory_order_relaxed);
  site->all_next = all_.load(std::memory_order_relaxed);
  all_.store(site, std::memory_order_release);
  return site;
}

void WorkerPool::give_site(Site* site) {
  const MutexLock lock(sites_mutex_);
  site->is_live.store(false, std::memory_order_release);
  Site*& list = site->is_worker ? free_workers_ : free_hosts_;
  site->free_next = list;
  list = site;
}

bool WorkerPool::is_any_at_risk() const {
  for (Site* site = all_.load(std::memory_order_acquire); site != nullptr; site = site->all_next)
    if (site->risk.load(std::memory_order_relaxed) != Risk::kNone) return true;
  return false;
}

const SharedJob* WorkerPool::unfinished_job() const {
  if (open_jobs.load(std::memory_order_seq_cst) == 0) return nullptr;
  for (Site* site = all_.load(std::memory_order_acquire); site != nullptr; site = site->all_next) {
    const SharedJob& job = site->job;
    // `units` is the owner's plain member; `all_taken` says the same to those who have not joined.
    if (job.owner.load(std::memory_order_relaxed) != nullptr &&
        job.is_offered.load(std::memory_order_relaxed) &&
        !job.all_taken.load(std::memory_order_relaxed))
      return &job;
  }
  return nullptr;
}

bool WorkerPool::is_any_at(Risk risk) const {
  bool is_any = false;
  for_each_worker([&](const Site& site) {
    is_any = is_any || site.risk.load(std::memory_order_relaxed) == risk;
  });
  return is_any;
}

bool WorkerPool::join_any(Site& self) {
  for (Site* site = all_.load(std::memory_order_acquire); site != nullptr; site = site->all_next) {
    if (site == &self || site->job.owner.load(std::memory_order_relaxed) == nullptr) continue;
    if (join_job(self, site->job, Moment{})) return true;
  }
  return false;
}

}  // namespace riffle::engine
