// SPDX-License-Identifier: Apache-2.0
// What workers may conclude from the hosts' rate. Nothing here depends on how fast anything is.
#include "runtime/engine/pace.h"

#include <atomic>
#include <memory>
#include <thread>

#include "engine_fixture.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

TEST(ProductionTest, CountsOfAllThreadsAddUp) {
  Production production;
  for (int i = 0; i < 40; ++i)  // more than there are counters, one after the other
    std::thread([&] { production.count(3); }).join();
  EXPECT_EQ(production.total(), 120u);
}

class PaceTest : public EngineTest {
 protected:
  EngineState& engine = engine_state();
  Pace pace;
};

TEST_F(PaceTest, NothingToTakeIsNotWaitedFor) {
  context->synchronize();
  engine.queue.drop_stale();
  pace.look(engine);
  pace.let_ripen(engine);  // returns
}

TEST_F(PaceTest, ManyOperationsAreWorthTakingAtAnyRate) {
  pace.look(engine);
  engine.production.count(1'000'000);
  EXPECT_FALSE(pace.is_lock_step(engine, 1000));
}

TEST_F(PaceTest, ASlowProducerIsNotInLockStep) {
  pace.look(engine);
  engine.production.count(1);
  EXPECT_FALSE(pace.is_lock_step(engine, 1));
}

constexpr std::uint64_t kNap = 50'000, kSettle = 2'000, kStuck = 1'000'000;
constexpr Thresholds kThresholds{.settle = kSettle, .stuck = kStuck};

TEST(PatienceTest, AFewOperationsAreNotWaitedFor) {
  Patience patience;
  EXPECT_FALSE(patience.holds(kThresholds, 3, kNap));
  EXPECT_FALSE(patience.holds(kThresholds, 6, 2 * kNap));
}

TEST(PatienceTest, ABurstThatMayHaveBegunGetsOneNap) {
  Patience patience;
  EXPECT_TRUE(patience.holds(kThresholds, 20, kNap));
  EXPECT_FALSE(patience.holds(kThresholds, 40, 2 * kNap)) << "it is no burst";
}

TEST(PatienceTest, ABurstIsLeftAloneButNotForEver) {
  Patience patience;
  std::uint64_t made = 20, now = kNap;
  EXPECT_TRUE(patience.holds(kThresholds, made, now));
  const std::uint64_t began = now + kNap;
  while (now < began + kStuck) {
    made += 500, now += kNap;
    EXPECT_EQ(patience.holds(kThresholds, made, now), now - began < kStuck);
  }
  made += 500, now += kNap;
  EXPECT_FALSE(patience.holds(kThresholds, made, now));
  now += kNap;
  EXPECT_FALSE(patience.holds(kThresholds, made, now)) << "it is over";
  made += 500, now += kNap;
  EXPECT_TRUE(patience.holds(kThresholds, made, now)) << "another one";
}

// A host that never pauses delays nothing for ever.
TEST_F(PaceTest, AnEndlessBurstHoldsNobodyBack) {
  static std::atomic<bool> seen;
  seen = false;
  Stream& busy = stream();
  Stream& quiet = stream();
  Cost tiny{.picoseconds_per_unit = 1000};
  const RangeOperation nothing{
      .run = [](const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; },
      .cost = &tiny};
  std::thread burst([&] {
    while (!seen) busy.enqueue(nothing, [](void*) {});
  });
  enqueue_one(quiet, [] { seen = true; }, &tiny);
  while (!seen) __builtin_ia32_pause();  // only looks: nobody but a worker can run it
  burst.join();
  context->synchronize();
}

}  // namespace
}  // namespace riffle::engine
