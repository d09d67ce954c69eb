// SPDX-License-Identifier: Apache-2.0
// How the units of one operation are divided among cores: each is run once, whoever helps.
#include <sched.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/shared_job.h"

namespace riffle::engine {
namespace {

class SharesTest : public EngineTest {};

TEST(SharedJobTest, SharesAreTheUnitsInTheirOrder) {
  for (const std::uint64_t units : {8ULL, 100ULL, 129ULL, 4096ULL, 65535ULL, 1ULL << 40}) {
    for (const unsigned shares : {1U, 2U, 3U, 8U, SharedJob::kMostShares}) {
      if (units < shares) continue;
      SharedJob job;
      job.divide(units, shares);
      std::uint64_t before = 0;
      for (unsigned share = 0; share < shares; ++share) {
        EXPECT_EQ(job.next_of(share).load(), before);
        EXPECT_GT(job.end_of(share), before);
        before = job.end_of(share);
      }
      EXPECT_EQ(before, units);
      // The last one has what rounding leaves.
      EXPECT_LE(units - job.next_of(shares - 1).load(), units / shares * 2);
      EXPECT_TRUE(job.is_any_left());
      const std::uint64_t position = job.position();
      job.take_all();
      EXPECT_FALSE(job.is_any_left());
      EXPECT_NE(job.position(), position);
    }
  }
}

TEST(SharedJobTest, SharesAreWholeGroupsOfBlocks) {
  SharedJob job;
  job.divide(std::uint64_t{64} * 61, 2);
  EXPECT_EQ(job.end_of(0) % 32, 0U);
}

TEST(SharedJobTest, SharesAreWholeGroupsOfWhatRunsTogether) {
  for (const std::uint64_t together : {32ULL, 22ULL}) {
    SharedJob job;
    job.together = together;
    for (const std::uint64_t units : {64ULL, 70ULL, 100ULL, 1049ULL}) {
      job.divide(units, 2);
      EXPECT_EQ(job.end_of(0) % together, 0U) << units;
      EXPECT_NE(job.end_of(0), 0U) << units;
      EXPECT_EQ(job.end_of(1), units);
    }
  }
}

// However dear a unit is: alone it would be so all the more.
TEST_F(SharesTest, WhatRunsTogetherIsTakenTogether) {
  Stream& s = stream();
  for (const bool ends : {false, true}) {
    Cost cost;
    cost.ends = ends;
    cost.together = [](RangeFunction, const void*) noexcept -> std::uint64_t { return 22; };
    for (const std::uint64_t units : {33ULL, 64ULL, 100ULL, 1049ULL}) {
      for (const std::uint64_t known : {0ULL, 1'000'000'000ULL}) {
        cost.picoseconds_per_unit = known;
        std::atomic<int> parted = 0;
        std::atomic<std::uint64_t> runs = 0;
        enqueue_range(
            s, units,
            [&, units](std::uint64_t first, std::uint64_t end) {
              if (first % 22 != 0 || (end % 22 != 0 && end != units)) ++parted;
              runs += end - first;
              return Code::kOk;
            },
            &cost);
        s.synchronize();
        EXPECT_EQ(parted, 0) << units << " units of " << known;
        EXPECT_EQ(runs, units);
      }
    }
  }
}

TEST_F(SharesTest, EachUnitRunsOnce) {
  Stream& s = stream();
  Cost cost;
  cost.ends = true;
  for (const std::uint64_t units : {9ULL, 64ULL, 1000ULL, 5003ULL}) {
    cost.picoseconds_per_unit = 1'000'000'000 / units;  // a millisecond: as many shares as threads
    std::vector<std::atomic<int>> runs(units);
    for (int launch = 1; launch <= 20; ++launch) {
      enqueue_range(
          s, units,
          [&](std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t unit = first; unit < end; ++unit)
              for (int i = 0; i < 20; ++i) runs[unit].fetch_add(i == 0 ? 1 : 0);
            return Code::kOk;
          },
          &cost);
      s.synchronize();
      for (const std::atomic<int>& run : runs) ASSERT_EQ(run.load(), launch);
    }
  }
}

// They are kept off the core of the thread that wakes them, but only until they have begun.
TEST_F(SharesTest, WokenWorkersMayRunWhereThisThreadMay) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule has no workers";
  Stream& s = stream();
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  const std::uint64_t wakes = counters().worker_wakes.load();
  for (int launch = 0; launch < 20; ++launch) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // workers are asleep then
    Cost cost;  // its units may wait for each other: somebody else must come
    cost.picoseconds_per_unit = 1'000'000'000;
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::atomic<int> confined = 0;
    enqueue_range(
        s, 64,
        [&](std::uint64_t, std::uint64_t) {
          cpu_set_t cpus;
          if (sched_getaffinity(0, sizeof cpus, &cpus) != 0 || !CPU_EQUAL(&cpus, &all)) ++confined;
          for (;; std::this_thread::yield()) {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
            if (threads.size() > 1) return Code::kOk;
          }
        },
        &cost);
    s.synchronize();
    EXPECT_EQ(confined, 0);
    EXPECT_GE(threads.size(), 2U);
  }
  EXPECT_GT(counters().worker_wakes.load(), wakes);
}

}  // namespace
}  // namespace riffle::engine
