// SPDX-License-Identifier: Apache-2.0
// Contexts: start, end, generations, what the observer is told. Runs with RIFFLE_DEVICES=3.
#include "runtime/context/context.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "runtime/context/device.h"

namespace riffle::context {
namespace {

std::atomic<int> starts{0};
std::atomic<int> ends{0};

class ContextTest : public testing::Test {
 protected:
  void SetUp() override {
    starts = ends = 0;
    set_hooks({.starting = [](Context&, engine::ContextStreams&) { ++starts; },
               .ending = [](Context&) { ++ends; }});
  }
  void TearDown() override {
    for (int device = 0; device < device_count(); ++device) primary_context(device)->end();
    set_hooks({});
  }
};

TEST_F(ContextTest, EachDeviceHasOnePrimaryContext) {
  ASSERT_EQ(device_count(), 3);
  for (int device = 0; device < 3; ++device) {
    ASSERT_NE(primary_context(device), nullptr);
    EXPECT_EQ(primary_context(device)->device(), device);
    EXPECT_EQ(primary_context(device), primary_context(device));
  }
  EXPECT_EQ(primary_context(3), nullptr);
  EXPECT_EQ(primary_context(-1), nullptr);
}

TEST_F(ContextTest, StartsOnceHoweverManyAsk) {
  Context& context = *primary_context(1);
  EXPECT_EQ(context.engine(), nullptr);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { EXPECT_TRUE(context.start()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(context.engine(), nullptr);
  EXPECT_EQ(starts, 1);
}

TEST_F(ContextTest, EndIsOfOneContextAndOneGeneration) {
  Context& ended = *primary_context(0);
  Context& kept = *primary_context(1);
  ASSERT_TRUE(ended.start());
  ASSERT_TRUE(kept.start());
  const std::uint64_t generation = ended.generation();
  engine::Stream* const stream = ended.engine()->create_stream(engine::StreamKind::kBlocking, 0);
  ended.end();
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(ended.engine(), nullptr);
  EXPECT_NE(ended.generation(), generation);
  EXPECT_NE(kept.engine(), nullptr);
  ASSERT_TRUE(ended.start());
  ended.destroy_stream(stream, generation);  // of the earlier generation: nothing happens
  ended.engine()->synchronize();
  ended.end();
  ended.end();
  EXPECT_EQ(ends, 2) << "a context that is not started does not end";
}

TEST_F(ContextTest, EndPutsSettingsBack) {
  Context& context = *primary_context(2);
  ASSERT_TRUE(context.start());
  EXPECT_EQ(context.settings.flags, Settings::kMapHost);
  context.settings.flags = 9;
  context.settings.cache_config = 2;
  context.settings.peers = 3;
  context.settings.limits[0] = 4096;
  context.end();
  EXPECT_EQ(context.settings.flags, 0u);
  EXPECT_EQ(context.settings.cache_config, 0);
  EXPECT_EQ(context.settings.peers, 0u);
  EXPECT_EQ(context.settings.limits[0], 0u);
}

TEST_F(ContextTest, AnotherContextOfADeviceIsOneMore) {
  Context& primary = *primary_context(0);
  Context second(0);
  ASSERT_TRUE(primary.start());
  ASSERT_TRUE(second.start());
  EXPECT_NE(primary.engine(), second.engine());
  EXPECT_EQ(starts, 2);
  second.end();
  EXPECT_NE(primary.engine(), nullptr);
}

TEST_F(ContextTest, TheCurrentContextIsTheThreads) {
  current = primary_context(1);
  std::thread([] { EXPECT_EQ(current, nullptr); }).join();
  EXPECT_EQ(current, primary_context(1));
  current = nullptr;
}

}  // namespace
}  // namespace riffle::context
