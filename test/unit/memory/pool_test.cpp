// SPDX-License-Identifier: Apache-2.0
// Memory pools: who gets freed memory and when, reserve and counters, memory of graphs.
#include "runtime/memory/pool.h"
#include "runtime/engine/schedule.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "runtime/engine/engine.h"
#include "runtime/memory/shared_pool.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr std::size_t kChunk = 32 * kMebibyte;

class PoolTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(context_, nullptr);
    open({});
  }
  void TearDown() override {
    opened_ = true;
    context_->synchronize();
  }

  void open(const PoolProperties& properties) {
    pool_ = new Pool;  // type-stable: never freed
    ASSERT_TRUE(pool_->open(properties, budget_));
  }

  engine::Stream& stream() { return *context_->create_stream(engine::StreamKind::kNonBlocking, 0); }

  /// The stream does nothing more until the gate opens.
  void hold(engine::Stream& stream) {
    stream.enqueue_host_function(
        [](void* user, Code) {
          auto* const opened = static_cast<std::atomic<bool>*>(user);
          opened->wait(false);
        },
        &opened_, true);
  }
  void open_gate() {
    opened_ = true;
    opened_.notify_all();
    context_->synchronize();
  }

  char* take(StreamMemory& memory, std::size_t bytes) {
    auto pointer = pool_->allocate(memory, bytes, wait_);
    return pointer ? static_cast<char*>(*pointer) : nullptr;
  }

  std::atomic<bool> opened_{false};
  std::unique_ptr<engine::ContextStreams> context_ = engine::ContextStreams::create();
  Budget budget_{std::size_t{2} << 30};
  Pool* pool_ = nullptr;
  engine::Moment wait_;
  StreamMemory a_;
  StreamMemory b_;
};

TEST_F(PoolTest, FreedMemoryIsReusedInTheStreamAtOnce) {
  if (engine::current_schedule() != nullptr) GTEST_SKIP() << "a schedule decides that";
  engine::Stream& in = stream();
  hold(in);
  char* const first = take(a_, 1000);
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(pool_->free(first, a_, in.record()));
  EXPECT_EQ(take(a_, 1000), first);
  EXPECT_TRUE(pool_->free(first, a_, in.record()));
  EXPECT_EQ(take(a_, 600), first) << "a smaller one, by the slow path";
  EXPECT_NE(take(b_, 1000), first);
  open_gate();
}

TEST_F(PoolTest, OtherStreamsGetItWhenTheFreeIsDone) {
  engine::Stream& in = stream();
  hold(in);
  char* const first = take(a_, kChunk);
  EXPECT_TRUE(pool_->free(first, a_, in.record()));
  char* const second = take(b_, kChunk);
  EXPECT_NE(second, first);
  open_gate();
  EXPECT_EQ(take(b_, kChunk), first);
}

TEST_F(PoolTest, OtherStreamsGetItAfterAnEvent) {
  engine::Stream& in = stream();
  hold(in);
  char* const first = take(a_, kChunk);
  const engine::Moment freed = in.record();
  EXPECT_TRUE(pool_->free(first, a_, freed));
  pool_->is_opportunistic = false;
  pool_->follows_events = false;
  b_.note_wait(freed);
  EXPECT_NE(take(b_, kChunk), first);
  pool_->follows_events = true;
  EXPECT_EQ(take(b_, kChunk), first);
  open_gate();
}

TEST_F(PoolTest, AFullPoolMakesTheStreamWait) {
  open({.max_bytes = 2 * kChunk});
  engine::Stream& in = stream();
  hold(in);
  char* const first = take(a_, kChunk + 1);
  const engine::Moment freed = in.record();
  EXPECT_TRUE(pool_->free(first, a_, freed));
  pool_->adds_dependencies = false;
  EXPECT_EQ(take(b_, kChunk + 1), nullptr);
  pool_->adds_dependencies = true;
  EXPECT_EQ(take(b_, kChunk + 1), first);
  EXPECT_EQ(wait_.timeline, freed.timeline);
  EXPECT_EQ(wait_.ticket, freed.ticket);
  open_gate();
}

TEST_F(PoolTest, RefusesWhatIsNotLive) {
  char* const pointer = take(a_, 4096);
  EXPECT_FALSE(pool_->free(pointer + 8, a_, {}));
  EXPECT_FALSE(pool_->free(pointer + 512, a_, {}));
  EXPECT_TRUE(pool_->free(pointer, a_, {}));
  EXPECT_FALSE(pool_->free(pointer, a_, {}));
  EXPECT_FALSE(pool_->free_now(pointer));
  EXPECT_FALSE(pool_->find(pointer).has_value());
  EXPECT_EQ(take(a_, std::size_t{1} << 60), nullptr);
}

TEST_F(PoolTest, FindsByInteriorPointers) {
  char* const pointer = take(a_, 1000);
  char* const next = take(a_, 1000);
  EXPECT_EQ(pool_->find(pointer + 999)->base, pointer);
  EXPECT_FALSE(pool_->find(pointer + 1000).has_value());
  EXPECT_EQ(pool_->find(next)->bytes, 1000u);
  const std::uint64_t id = pool_->find(pointer)->id;
  EXPECT_TRUE(pool_->free(pointer, a_, {}));
  EXPECT_EQ(take(a_, 1000), pointer);
  EXPECT_NE(pool_->find(pointer)->id, id);
}

TEST_F(PoolTest, ReserveFollowsTheThreshold) {
  char* const first = take(a_, kChunk);
  char* const second = take(a_, kChunk);
  EXPECT_EQ(pool_->counters().reserved, 2 * kChunk);
  EXPECT_EQ(budget_.used_bytes(), 2 * kChunk);
  EXPECT_EQ(pool_->counters().used, 2 * kChunk);
  pool_->release_threshold = kChunk;
  EXPECT_TRUE(pool_->free(first, a_, {}));
  EXPECT_TRUE(pool_->free(second, a_, {}));
  EXPECT_EQ(pool_->counters().reserved, 2 * kChunk);
  pool_->synchronised();
  EXPECT_EQ(pool_->counters().reserved, kChunk);
  pool_->trim(0);
  EXPECT_EQ(pool_->counters().reserved, 0u);
  EXPECT_EQ(budget_.used_bytes(), 0u);
  EXPECT_EQ(pool_->counters().used_high, 2 * kChunk);
  EXPECT_EQ(pool_->counters().reserved_high, 2 * kChunk);
}

TEST_F(PoolTest, AFailedAllocationTakesNothing) {
  EXPECT_EQ(take(a_, std::size_t{3} << 30), nullptr);
  EXPECT_EQ(budget_.used_bytes(), 0u);
  char* const most = take(a_, std::size_t{2} << 30);
  EXPECT_NE(most, nullptr);
  EXPECT_EQ(take(b_, 1), nullptr);
  EXPECT_TRUE(pool_->free(most, a_, {}));
  EXPECT_NE(take(b_, 1), nullptr);
}

TEST_F(PoolTest, OutlivesTheStreamThatFreed) {
  engine::Stream& in = stream();
  hold(in);
  auto ending = std::make_unique<StreamMemory>();
  char* const pointer = take(*ending, kChunk);
  EXPECT_TRUE(pool_->free(pointer, *ending, in.record()));
  ending.reset();
  EXPECT_NE(take(a_, kChunk), pointer);
  open_gate();
  EXPECT_EQ(take(a_, kChunk), pointer);
}

TEST_F(PoolTest, ClosesWhenTheLastMemoryIsBack) {
  char* const pointer = take(a_, 100);
  EXPECT_FALSE(pool_->try_close());
  EXPECT_TRUE(pool_->free(pointer, a_, {}));
  EXPECT_TRUE(pool_->try_close());
  EXPECT_EQ(pool_at(pointer), nullptr);
  ASSERT_TRUE(pool_->open({.is_shareable = true}, budget_));
  EXPECT_NE(take(a_, 100), nullptr);
}

TEST_F(PoolTest, MemoryOfAGraphKeepsItsAddress) {
  const auto reserved = pool_->reserve_for_graph(1000);
  ASSERT_TRUE(reserved);
  char* const pointer = static_cast<char*>(*reserved);
  EXPECT_EQ(pool_->counters().reserved, 0u);
  EXPECT_FALSE(pool_->find(pointer).has_value());
  for (int launch = 0; launch < 2; ++launch) {
    EXPECT_TRUE(pool_->wake(pointer));
    EXPECT_FALSE(pool_->wake(pointer)) << "it is live";
    std::memset(pointer, 1, 1000);
    EXPECT_EQ(pool_->counters().used, 1000u);
    EXPECT_TRUE(pool_->free(pointer, a_, {}));
    char* const other = take(a_, 1000);
    EXPECT_NE(other, pointer) << "its address is the graph's";
    EXPECT_TRUE(pool_->free(other, a_, {}));
  }
  pool_->forget(pointer);
  EXPECT_FALSE(pool_->wake(pointer));
}

TEST_F(PoolTest, MemoryOfAPendingLaunchIsNotTrimmed) {
  engine::Stream& in = stream();
  hold(in);
  const auto reserved = pool_->reserve_for_graph(kChunk);
  ASSERT_TRUE(reserved && pool_->wake(*reserved));
  EXPECT_TRUE(pool_->put_to_sleep(*reserved, in.record()));
  pool_->trim(0);
  EXPECT_EQ(pool_->counters().reserved, kChunk);
  open_gate();
  pool_->trim(0);
  EXPECT_EQ(pool_->counters().reserved, 0u);
}

TEST_F(PoolTest, AGraphThatEndsWhileItRunsGivesItsMemoryToTheNext) {
  engine::Stream& in = stream();
  hold(in);
  pool_->release_threshold = ~std::uint64_t{0};  // as the graphs' pool has it
  const auto first = pool_->reserve_for_graph(kChunk);
  ASSERT_TRUE(first && pool_->wake(*first));
  EXPECT_TRUE(pool_->put_to_sleep(*first, in.record()));
  pool_->forget(*first);
  const auto second = pool_->reserve_for_graph(kChunk);
  ASSERT_TRUE(second);
  EXPECT_NE(*second, *first);  // it is still in use
  open_gate();
  const auto third = pool_->reserve_for_graph(kChunk);
  ASSERT_TRUE(third);
  EXPECT_EQ(*third, *first);
}

TEST_F(PoolTest, AnotherMappingSeesTheSameBytes) {
  open({.is_shareable = true});
  char* const pointer = take(a_, 5000);
  std::strcpy(pointer, "shared");
  EXPECT_EQ(export_pointer(pointer).error().code, Code::kInvalidValue)
      << "the pool is not exported";
  const auto descriptor = export_pool(*pool_);
  const auto note = export_pointer(pointer);
  ASSERT_TRUE(descriptor && note);
  auto imported = ImportedPool::open(*descriptor, 0);
  ASSERT_TRUE(imported);
  const auto elsewhere = (*imported)->import(*note);
  ASSERT_TRUE(elsewhere);
  EXPECT_NE(*elsewhere, pointer);
  EXPECT_STREQ(static_cast<char*>(*elsewhere), "shared");
  EXPECT_FALSE((*imported)->import(*note)) << "imported already";
  SharedPointer forged = *note;
  ++forged.offset;
  EXPECT_FALSE((*imported)->import(forged));
  imported->reset();
  EXPECT_STREQ(static_cast<char*>(*elsewhere), "shared");
  EXPECT_TRUE(free_imported(*elsewhere));
  EXPECT_FALSE(free_imported(*elsewhere));
  EXPECT_FALSE(ImportedPool::open(0, 0).has_value());
}

// Each block is written from end to end by who has it: two owners at once would be seen.
TEST_F(PoolTest, NeverHandsOutTheSameBytesTwice) {
  constexpr int kThreads = 4;
  constexpr int kSteps = 3000;
  std::vector<engine::Stream*> streams;
  std::vector<std::unique_ptr<StreamMemory>> memories;
  for (int i = 0; i < kThreads; ++i) {
    streams.push_back(&stream());
    memories.push_back(std::make_unique<StreamMemory>());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      struct Held {
        char* pointer;
        std::size_t bytes;
      };
      std::mt19937 random(static_cast<unsigned>(i));
      std::vector<Held> held;
      const char tag = static_cast<char>('a' + i);
      for (int step = 0; step < kSteps; ++step) {
        if (held.size() < 20 && random() % 2 == 0) {
          const std::size_t bytes = 1 + random() % (random() % 8 == 0 ? 300000 : 3000);
          engine::Moment wait;
          const auto pointer = pool_->allocate(*memories[i], bytes, wait);
          ASSERT_TRUE(pointer);
          held.push_back({static_cast<char*>(*pointer), bytes});
          std::memset(held.back().pointer, tag, bytes);
        } else if (!held.empty()) {
          std::swap(held[random() % held.size()], held.back());
          const Held last = held.back();
          held.pop_back();
          ASSERT_EQ(last.pointer[0], tag);
          ASSERT_EQ(last.pointer[last.bytes - 1], tag);
          ASSERT_EQ(pool_->find(last.pointer + last.bytes / 2)->base, last.pointer);
          // Nothing is enqueued, so that the moment is complete: others may have it at once.
          ASSERT_TRUE(pool_->free(last.pointer, *memories[i], streams[i]->record()));
        }
        if (step % 500 == 0) pool_->synchronised();
      }
      for (const Held& last : held) ASSERT_TRUE(pool_->free(last.pointer, *memories[i], {}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool_->counters().used, 0u);
  pool_->trim(0);
  EXPECT_EQ(pool_->counters().reserved, 0u);
}

}  // namespace
}  // namespace riffle::memory
