// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/shared_range.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/futex.h"
#include "platform/pause.h"
#include "runtime/engine/context_state.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

constexpr std::uint64_t kMostChunkPs = 5'000'000;  // 5 us
// Where no block waits for another. Two cores that take turns in memory every 5 us lose a tenth of
// its bandwidth; longer ones keep a joiner from other streams' work.
constexpr std::uint64_t kMostEndingChunkPs = 200'000'000;
constexpr std::uint64_t kLeastChunkPs = 500'000;     // 0.5 us: grabbing costs 5-12 ns
constexpr std::uint64_t kLeastSharePs = 10'000'000;  // 10 us: another core's line costs 0.1 us
constexpr std::uint64_t kLeastShareUnits = 8;
constexpr std::uint32_t kSampleEvery = 16;
constexpr std::uint32_t kAnyNumber = ~std::uint32_t{0};

std::uint64_t picoseconds_per_unit(std::uint64_t ticks, std::uint64_t units) {
  const std::uint64_t ps = ticks * 1'000'000 / engine_state().thresholds.ticks_per_us / units;
  return std::clamp<std::uint64_t>(ps, 1, Cost::kMost);
}

/// A moving average; the first measurement counts fully.
void learn(Cost& cost, std::uint64_t ticks, std::uint64_t units) {
  const std::uint64_t measured = picoseconds_per_unit(ticks, units);
  const std::uint64_t old = cost.picoseconds_per_unit.load(std::memory_order_relaxed);
  const std::uint64_t next = old == 0 ? measured : old - old / 4 + measured / 4;
  cost.picoseconds_per_unit.store(std::max<std::uint64_t>(next, 1), std::memory_order_relaxed);
}

Code run_alone(const RangeWork& work, const void* payload, bool measure) {
  if (!measure || work.cost == nullptr) return work.run(payload, 0, work.units);
  const std::uint64_t start = platform::ticks();
  const Code code = work.run(payload, 0, work.units);
  learn(*work.cost, platform::ticks() - start, work.units);
  return code;
}

/// How many threads may run an operation of the context beside its owner: no more than there are cores, for the host is one
/// beside the workers, and threads that take turns on a core gain nothing. Blocks that may wait for each other get as many
/// as there are: they might never end with fewer.
std::uint32_t most_joiners(const Timeline& timeline, const Cost* cost) {
  if (cost == nullptr || !cost->ends) return kAnyNumber;
  const std::uint32_t cores = std::max(engine_state().workers.wanted(), 2U);
  const std::uint32_t most = timeline.runner_context().most_threads();
  return (most == 0 ? cores : std::min(most, cores)) - 1;
}

std::uint64_t together_of(const RangeWork& work, const void* payload) {
  const bool is_known = work.cost != nullptr && work.cost->together != nullptr;
  return is_known ? work.cost->together(work.run, payload) : 1;
}

void offer(SharedJob& job) {
  if (!job.is_offered.exchange(true, std::memory_order_relaxed))
    engine_state().workers.open_jobs.fetch_add(1, std::memory_order_seq_cst);  // see Keeper::sleep
}

void withdraw(SharedJob& job) {
  if (job.is_offered.exchange(false, std::memory_order_relaxed))
    engine_state().workers.open_jobs.fetch_sub(1, std::memory_order_relaxed);
}

/// At least what has to run together, and whole such groups; or else two or three times a power of two: where a few neighbouring blocks share vector registers, those that a chunk's end parts
/// from their neighbours run by themselves.
std::uint64_t rounded(std::uint64_t chunk, std::uint64_t together) {
  const std::uint64_t groups = std::max<std::uint64_t>(chunk / together, 1);
  return together * (groups & -std::max<std::uint64_t>(std::bit_floor(groups) / 2, 1));
}

std::uint64_t chunk_of(const SharedJob& job, std::uint64_t rest) {
  const std::uint64_t ps = job.picoseconds_per_unit.load(std::memory_order_relaxed);
  // What part of a group costs says nothing: each of its units takes as long as the group.
  if (ps == 0) return job.together;
  const std::uint64_t most = job.ends ? kMostEndingChunkPs : kMostChunkPs;
  const std::uint64_t chunk = std::min(rest / 8, most / ps);
  return rounded(std::max<std::uint64_t>({chunk, kLeastChunkPs / ps, 1}), job.together);
}

void report(SharedJob& job, Code code) {
  Code none = Code::kOk;
  job.fault.compare_exchange_strong(none, code, std::memory_order_relaxed);
  job.take_all();
}

struct Units {
  std::uint64_t first = 0, end = 0;
};

/// A chunk of the share, or of the next one that has any left, which is `share` then. None: all are taken.
std::optional<Units> take(SharedJob& job, unsigned& share) {
  for (unsigned tries = 0; tries < job.shares; ++tries) {
    std::atomic<std::uint64_t>& next = job.next_of(share);
    const std::uint64_t last = job.end_of(share);
    if (const std::uint64_t taken = next.load(std::memory_order_relaxed); taken < last) {
      const std::uint64_t chunk = chunk_of(job, last - taken);
      const std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
      if (first < last) {
        const std::uint64_t end = std::min(first + chunk, last);
        if (end == last && !job.is_any_left()) job.all_taken.store(true, std::memory_order_relaxed);
        return Units{first, end};
      }
    }
    share = share + 1 == job.shares ? 0 : share + 1;
  }
  return {};
}

/// Neighbouring cores, which are near each other, begin with the same share where there are more of them than shares.
unsigned share_of_this_core(const SharedJob& job) {
  if (job.shares == 1) return 0;
  const platform::CpuPlace place = platform::current_cpu_place();
  return place.number * job.shares / place.of;
}

/// Takes chunks until there are none. The owner measures. Returns units run.
std::uint64_t work_on(Site& site, SharedJob& job, Cost* measured, bool leave_for_others) {
  EngineState& engine = engine_state();
  std::uint64_t total = 0;
  unsigned share = share_of_this_core(job);
  while (const std::optional<Units> taken = take(job, share)) {
    const auto [first, end] = *taken;
    const std::uint64_t start = platform::ticks();
    const Code code = job.run(job.payload, first, end);
    if (code != Code::kOk) {
      report(job, code);
      break;
    }
    const std::uint64_t elapsed = platform::ticks() - start;
    if (measured != nullptr) learn(*measured, elapsed, end - first);
    if (measured != nullptr || job.picoseconds_per_unit.load(std::memory_order_relaxed) == 0)
      job.picoseconds_per_unit.store(picoseconds_per_unit(elapsed, end - first),
                                     std::memory_order_relaxed);
    total += end - first;
    site.count_step();
    if (leave_for_others && engine.queue.any()) break;
  }
  return total;
}

/// The joiners' last units may take long: yields at first, then sleeps in short turns.
void wait_for_joiners(SharedJob& job) {
  for (int round = 0;; ++round) {
    const std::uint32_t users = job.users.load(std::memory_order_seq_cst);
    if (users == 0) return;
    if (round < 200)
      platform::cpu_relax();
    else if (round < 400)
      platform::futex_wait_for(job.users, users, 20'000);
    else
      platform::futex_wait_for(job.users, users, 200'000);
  }
}

/// Blocks that may wait for each other begin in order.
std::uint64_t shares_of(const SharedJob& job, std::uint64_t units, std::uint64_t total_ps) {
  if (!job.ends) return 1;
  const std::uint64_t threads = std::uint64_t{job.most_joiners} + 1;
  const std::uint64_t most =
      std::min(total_ps / kLeastSharePs, units / std::max(kLeastShareUnits, job.together));
  return std::clamp<std::uint64_t>(std::min(threads, most), 1, SharedJob::kMostShares);
}

Code run_shared(Site& site, Timeline& timeline, const RangeWork& work, const void* payload,
                std::uint64_t total_ps) {
  EngineState& engine = engine_state();
  SharedJob& job = site.job;
  job.run = work.run;
  job.payload = payload;
  job.ends = work.cost != nullptr && work.cost->ends;
  job.together = together_of(work, payload);
  job.most_joiners = most_joiners(timeline, work.cost);
  job.picoseconds_per_unit.store(
      work.cost != nullptr ? work.cost->picoseconds_per_unit.load(std::memory_order_relaxed) : 0,
      std::memory_order_relaxed);
  job.fault.store(Code::kOk, std::memory_order_relaxed);
  job.divide(work.units, shares_of(job, work.units, total_ps));
  job.all_taken.store(false, std::memory_order_relaxed);
  job.owner.store(&timeline, std::memory_order_seq_cst);
  timeline.offer_job(job);
  offer(job);
  if (total_ps > engine.thresholds.share_wake_ps) {
    // A wake costs the caller 4 us: not more of them than the work is worth, beside those who poll.
    const std::uint64_t worth = std::min({total_ps / (engine.thresholds.share_wake_ps + 1),
                                          work.units - 1, std::uint64_t{job.most_joiners}});
    for (std::uint64_t i = engine.workers.polling(); i < worth; ++i)
      if (!engine.workers.wake_one(WorkerPool::Place::kElsewhere)) break;
  }
  // Its blocks may wait for each other: then somebody else must come, and the keeper sees to it.
  if (!job.ends) engine.keeper.wake_if_asleep();

  work_on(site, job, work.cost, false);

  withdraw(job);
  timeline.withdraw_job();
  job.owner.store(nullptr, std::memory_order_seq_cst);
  wait_for_joiners(job);
  withdraw(job);  // a joiner that left may have offered it again
  return job.fault.load(std::memory_order_relaxed);
}

}  // namespace

Code run_range(Site& site, Timeline& timeline, const RangeWork& work, const void* payload) {
  const Cost* const cost = work.cost;
  const std::uint64_t total_ps = cost == nullptr ? 0 : cost->picoseconds(work.units);
  const Thresholds& thresholds = engine_state().thresholds;
  const bool unknown = total_ps == 0;
  if (work.units <= 1 || (!unknown && total_ps <= thresholds.share_ps) ||
      most_joiners(timeline, cost) == 0) {
    // Short ones are measured now and then only: reading the clock twice costs as much as they do.
    const bool measure =
        unknown || total_ps > thresholds.share_ps || ++site.sample % kSampleEvery == 0;
    return work.units == 0 ? Code::kOk : run_alone(work, payload, measure);
  }
  return run_shared(site, timeline, work, payload, total_ps);
}

bool join_job(Site& site, SharedJob& job, Moment dependency) {
  const std::uint32_t others = job.users.fetch_add(1, std::memory_order_seq_cst);
  const Timeline* const owner = job.owner.load(std::memory_order_seq_cst);
  bool ran = false;
  // The owner first, then the ticket: so the open operation is one that the dependency includes.
  const bool allowed =
      owner != nullptr && others < job.most_joiners &&
      (dependency.timeline == nullptr ||
       (owner == dependency.timeline && !dependency.timeline->is_complete(dependency.ticket)));
  if (allowed) {
    if (others + 1 == job.most_joiners) withdraw(job);
    const Risk before = site.risk.load(std::memory_order_relaxed);
    site.risk.store(job.ends ? Risk::kNone : Risk::kKernel, std::memory_order_relaxed);
    Observer* const observer = current_observer();
    // Open as long as there are users: so the ticket stays.
    const Moment operation{const_cast<Timeline*>(owner), owner->completed_ticket() + 1};
    if (observer != nullptr) [[unlikely]]
      observer->helps(operation);
    ran = work_on(site, job, nullptr, dependency.timeline == nullptr) != 0;
    if (observer != nullptr) [[unlikely]]
      observer->helped(operation, ran);
    site.risk.store(before, std::memory_order_relaxed);
    if (ran) counters().joins.fetch_add(1, std::memory_order_relaxed);
    if (job.most_joiners != kAnyNumber && !job.all_taken.load(std::memory_order_relaxed))
      offer(job);
  }
  job.users.fetch_sub(1, std::memory_order_release);
  return ran;
}

}  // namespace riffle::engine
