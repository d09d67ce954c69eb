// SPDX-License-Identifier: Apache-2.0
#include "base/handle_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace riffle {
namespace {

class HandleTableTest : public testing::Test {
 protected:
  // Tables live as long as the process: they do not free their segments.
  static HandleTable<int>* kept(std::uint8_t kind) {
    static auto& tables = *new std::vector<HandleTable<int>*>;
    return tables.emplace_back(new HandleTable<int>(kind));
  }

  HandleTable<int>* const table = kept(7);
  HandleTable<int>* const other = kept(8);
  int value = 1;
};

TEST_F(HandleTableTest, FindsWhatWasInserted) {
  const auto handle = table->insert(&value);
  EXPECT_EQ(table->find(handle), &value);
  EXPECT_EQ(table->size(), 1u);
}

TEST_F(HandleTableTest, HandleIsNoCanonicalAddress) {
  for (int i = 0; i < 10; ++i) {
    const auto handle = table->insert(&value);
    const auto high = static_cast<std::intptr_t>(handle) >> 47;
    EXPECT_NE(high, 0);
    EXPECT_NE(high, -1);
  }
}

TEST_F(HandleTableTest, RemovedHandleIsDeadForEver) {
  const auto handle = table->insert(&value);
  EXPECT_EQ(table->remove(handle), &value);
  EXPECT_EQ(table->remove(handle), nullptr);
  int second = 2;
  for (int i = 0; i < 1000; ++i) {
    const auto fresh = table->insert(&second);
    EXPECT_NE(fresh, handle);
    EXPECT_EQ(table->find(handle), nullptr);
    table->remove(fresh);
  }
  EXPECT_EQ(table->size(), 0u);
}

TEST_F(HandleTableTest, HandleOfAnotherKindIsUnknown) {
  const auto handle = other->insert(&value);
  EXPECT_EQ(table->find(handle), nullptr);
  EXPECT_EQ(table->remove(handle), nullptr);
  EXPECT_EQ(other->find(handle), &value);
}

TEST_F(HandleTableTest, GarbageIsUnknown) {
  const auto handle = table->insert(&value);
  std::mt19937_64 random(1);
  for (std::uintptr_t garbage = 0; garbage < 100; ++garbage)
    EXPECT_EQ(table->find(garbage), nullptr);
  for (int i = 0; i < 100'000; ++i) {
    const auto garbage = random();
    if (garbage != handle) EXPECT_EQ(table->find(garbage), nullptr);
    const auto flipped = handle ^ (std::uintptr_t{1} << (i % 64));
    EXPECT_EQ(table->find(flipped), nullptr);
  }
}

TEST_F(HandleTableTest, ManyHandlesAreDistinct) {
  std::set<std::uintptr_t> handles;
  std::vector<int> values(10'000);
  for (int& v : values) handles.insert(table->insert(&v));
  EXPECT_EQ(handles.size(), values.size());
  std::size_t visited = 0;
  table->for_each([&](std::uintptr_t handle, int*) { visited += handles.count(handle); });
  EXPECT_EQ(visited, values.size());
}

TEST_F(HandleTableTest, ReadersRaceWithRemovalAndReuse) {
  // A reader gets the object that the handle was made for, or null: never that of a later handle.
  constexpr int kRounds = 20'000;
  std::vector<int> values(64);
  struct Published {
    std::atomic<std::uintptr_t> handle{0};
    std::atomic<int> index{0};
  };
  Published published;
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop.load()) {
      const auto handle = published.handle.load();
      const int index = published.index.load();
      if (published.handle.load() != handle || handle == 0) continue;
      int* const found = table->find(handle);
      if (found != nullptr) EXPECT_EQ(found, &values[static_cast<std::size_t>(index)]);
    }
  });
  for (int round = 0; round < kRounds; ++round) {
    published.handle.store(0);
    const auto index = static_cast<std::size_t>(round) % values.size();
    const auto handle = table->insert(&values[index]);
    published.index.store(static_cast<int>(index));
    published.handle.store(handle);
    table->remove(handle);
  }
  stop.store(true);
  reader.join();
}

TEST_F(HandleTableTest, OneOfTwoRemovalsWins) {
  for (int round = 0; round < 200; ++round) {
    const auto handle = table->insert(&value);
    std::atomic<int> winners{0};
    std::thread second([&] { winners += table->remove(handle) != nullptr; });
    winners += table->remove(handle) != nullptr;
    second.join();
    EXPECT_EQ(winners, 1);
  }
}

}  // namespace
}  // namespace riffle
