// SPDX-License-Identifier: Apache-2.0
// A context that may use some threads only: no more of them run one operation, unless it might not end so.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "engine_fixture.h"
#include "runtime/engine/engine_state.h"

namespace riffle::engine {
namespace {

class LimitTest : public EngineTest {
 protected:
  void SetUp() override {
    if (is_scheduled()) GTEST_SKIP() << "a schedule runs each operation on one thread";
    EngineTest::SetUp();
  }

  /// The threads that were seen in one operation whose units are long.
  int most_at_once(unsigned limit) {
    context->limit_threads(limit);
    Cost cost;
    cost.ends = true;
    cost.picoseconds_per_unit = 1'000'000'000;
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    Stream& s = stream();
    enqueue_range(
        s, 24,
        [&](std::uint64_t, std::uint64_t) {
          const int now = ++running;
          int seen = most.load();
          while (seen < now && !most.compare_exchange_weak(seen, now)) {
          }
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          --running;
          return Code::kOk;
        },
        &cost);
    s.synchronize();
    return most;
  }
};

TEST_F(LimitTest, NoMoreThreadsThanAllowed) {
  for (const unsigned limit : {1U, 2U, 1U}) {
    EXPECT_LE(most_at_once(limit), static_cast<int>(limit));
    EXPECT_EQ(engine_state().workers.open_jobs, 0U);
  }
  // The work is such that others do come.
  int most = 0;
  for (int attempt = 0; most < 2 && attempt < 100; ++attempt) most = most_at_once(0);
  EXPECT_GE(most, 2);
  EXPECT_EQ(engine_state().workers.open_jobs, 0U);
}

/// The host is one thread beside the workers, who alone are as many as there are cores.
TEST_F(LimitTest, NoMoreThreadsThanCores) {
  const int cores = static_cast<int>(std::max(engine_state().workers.wanted(), 2U));
  for (int attempt = 0; attempt < 5; ++attempt) EXPECT_LE(most_at_once(0), cores);
  EXPECT_EQ(engine_state().workers.open_jobs, 0U);
}

TEST_F(LimitTest, UnitsThatWaitForEachOtherGetTheThreadsThatTheyNeed) {
  context->limit_threads(1);
  std::atomic<int> started{0};
  Stream& s = stream();
  enqueue_range(s, 2, [&](std::uint64_t first, std::uint64_t end) {
    started += static_cast<int>(end - first);
    while (started < 2) std::this_thread::yield();
    return Code::kOk;
  });
  s.synchronize();
  EXPECT_EQ(started, 2);
}

/// Such a host does not wake the keeper from a doze: it runs what it enqueues by itself, as a rule.
TEST_F(LimitTest, UnitsThatWaitForEachOtherAreHelpedThoughTheHostRunsItsOwnWork) {
  Stream& s = stream();
  for (int attempt = 0; attempt < 5; ++attempt) {
    for (int i = 0; i < 8; ++i) {
      enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kOk; });
      s.synchronize();
    }
    // Long enough for workers to sleep and the keeper to doze, before the operation and within it.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      return Code::kOk;
    });
    std::atomic<int> started{0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    enqueue_range(s, 2, [&](std::uint64_t first, std::uint64_t last) {
      started += static_cast<int>(last - first);
      while (started < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      return started < 2 ? Code::kLaunchFailure : Code::kOk;
    });
    s.synchronize();
    ASSERT_EQ(context->fault(), Code::kOk);
  }
}

}  // namespace
}  // namespace riffle::engine
