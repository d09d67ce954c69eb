// SPDX-License-Identifier: Apache-2.0
// Streams that wait for words: they hold no thread, and go on when the word is written, however that is.
#include "runtime/engine/until.h"

#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/thread.h"

namespace riffle::engine {
namespace {

using Word = std::atomic<int>;

/// Until the word is `value` or more.
Until until(const Word& word, int value) {
  struct What {
    const Word* word;
    int value;
  };
  Until result;
  result.holds = [](const void* what) noexcept {
    const auto& own = *static_cast<const What*>(what);
    return own.word->load() >= own.value;
  };
  new (result.what) What{&word, value};
  return result;
}

class UntilTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    if (is_scheduled()) GTEST_SKIP() << "a schedule does not park streams for what it does not see";
  }
};

TEST_F(UntilTest, WhatHoldsAlreadyDoesNotPark) {
  const Word word{1};
  std::atomic<bool> went_on{false};
  Stream& own = stream();
  ASSERT_TRUE(enqueue_until(own, until(word, 1)));
  enqueue_one(own, [&] { went_on = true; });
  own.synchronize();
  EXPECT_TRUE(went_on);
}

TEST_F(UntilTest, TheWordIsLookedAtWhenTheStreamHasComeToIt) {
  Word word{1};
  std::atomic<bool> went_on{false};
  Stream& own = stream();
  enqueue_one(own, [&] { word = 0; });
  ASSERT_TRUE(enqueue_until(own, until(word, 1)));
  enqueue_one(own, [&] { went_on = true; });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(own.query());
  EXPECT_FALSE(went_on);
  word = 1;  // without look_at_conditions: the watching thread has to find it
  own.synchronize();
  EXPECT_TRUE(went_on);
}

TEST_F(UntilTest, ManyStreamsHoldNoThreads) {
  constexpr int kStreams = 64;
  Word word{0};
  std::atomic<int> went_on{0};
  std::vector<Stream*> all;
  for (int i = 0; i < kStreams; ++i) {
    all.push_back(&stream());
    ASSERT_TRUE(enqueue_until(*all.back(), until(word, i + 1)));
    enqueue_one(*all.back(), [&] { ++went_on; });
  }
  // Other work goes on, host functions too.
  std::atomic<int> others{0};
  for (int i = 0; i < 8; ++i) {
    Stream& other = stream();
    enqueue_host(other, [&](Code) { ++others; });
    other.synchronize();
  }
  EXPECT_EQ(others, 8);
  EXPECT_EQ(went_on, 0);
  EXPECT_LT(platform::own_thread_count(), 40U);
  // In the order of the words.
  for (int i = 0; i < kStreams; ++i) {
    word = i + 1;
    look_at_conditions();
    all[static_cast<std::size_t>(i)]->synchronize();
    EXPECT_GE(went_on, i + 1);
  }
}

TEST_F(UntilTest, AStreamWritesWhatAnotherWaitsFor) {
  Word word{0};
  Stream& waits = stream();
  Stream& writes = stream();
  for (int round = 1; round <= 500; ++round) {
    ASSERT_TRUE(enqueue_until(waits, until(word, round)));
    enqueue_one(writes, [&word, round] {
      word = round;
      look_at_conditions();
    });
  }
  waits.synchronize();
  EXPECT_EQ(word, 500);
}

TEST_F(UntilTest, AFaultEndsTheWait) {
  const Word word{0};
  Stream& own = stream();
  ASSERT_TRUE(enqueue_until(own, until(word, 1)));
  context->raise(Code::kIllegalAddress);
  own.synchronize();
  EXPECT_EQ(context->fault(), Code::kIllegalAddress);
}

TEST_F(UntilTest, ADestroyedStreamEndsItsWork) {
  Word word{0};
  std::atomic<bool> went_on{false};
  Stream& own = stream();
  ASSERT_TRUE(enqueue_until(own, until(word, 1)));
  enqueue_one(own, [&] { went_on = true; });
  context->destroy_stream(&own);
  word = 1;
  context->synchronize();
  EXPECT_TRUE(went_on);
}

}  // namespace
}  // namespace riffle::engine
