// SPDX-License-Identifier: Apache-2.0
// What a block's threads know of each other, against whole vector clocks.
#include "race/thread_order.h"

#include <array>
#include <bit>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

TEST(ThreadOrder, BeginsWithNothingKnown) {
  ThreadOrder order;
  order.begin(64);
  EXPECT_TRUE(order.knows(3, 3, order.now()));
  EXPECT_FALSE(order.knows(3, 4, order.now()));
  EXPECT_FALSE(order.knows(40, 4, order.now()));
}

TEST(ThreadOrder, OthersOfAnotherWarpOnly) {
  ThreadOrder order;
  order.begin(64);
  const std::uint32_t time = order.now();
  order.leave(1, 100);
  order.leave(33, 100);
  order.learn(2, 100, true);
  EXPECT_FALSE(order.knows(2, 1, time));
  EXPECT_TRUE(order.knows(2, 33, time));
}

/// The same with a number for each pair.
class Naive {
 public:
  explicit Naive(std::size_t threads) : clocks_(threads, std::vector<int>(threads, 0)) {
    for (std::size_t i = 0; i < threads; ++i) clocks_[i][i] = 1;
  }
  [[nodiscard]] int now(std::size_t thread) const { return clocks_[thread][thread]; }
  [[nodiscard]] bool knows(std::size_t thread, std::size_t other, int time) const {
    return thread == other || clocks_[thread][other] >= time;
  }
  void meet(const std::vector<std::size_t>& who) {
    std::vector<int> all(clocks_.size(), 0);
    for (const std::size_t thread : who) join(all, clocks_[thread]);
    for (const std::size_t thread : who) {
      clocks_[thread] = all;
      ++clocks_[thread][thread];
    }
  }
  void leave(std::size_t thread, int place) {
    auto& there = places_[place];
    there.resize(clocks_.size(), 0);
    join(there, clocks_[thread]);
    ++clocks_[thread][thread];
  }
  void learn(std::size_t thread, int place) {
    if (const auto there = places_.find(place); there != places_.end())
      join(clocks_[thread], there->second);
  }

 private:
  static void join(std::vector<int>& into, const std::vector<int>& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  std::vector<std::vector<int>> clocks_;
  std::map<int, std::vector<int>> places_;
};

TEST(ThreadOrder, AgreesWithWholeClocks) {
  constexpr std::uint32_t kThreads = 80;
  std::mt19937 random(7);
  ThreadOrder order;
  for (int run = 0; run < 20; ++run) {
    order.begin(kThreads);
    Naive naive(kThreads);
    // Times of things done, in both.
    struct Done {
      std::uint32_t thread, time;
      int naive_time;
    };
    std::vector<Done> done;
    for (int step = 0; step < 300; ++step) {
      const std::uint32_t thread = random() % kThreads;
      switch (random() % 16) {
        case 0: {
          order.meet_all();
          std::vector<std::size_t> all(kThreads);
          for (std::size_t i = 0; i < kThreads; ++i) all[i] = i;
          naive.meet(all);
          break;
        }
        case 1:
        case 2:
        case 3: {
          const std::uint32_t warp = thread / 32;
          const std::uint32_t some = run % 4 == 0 || random() % 2 == 0 ? ~0U : random() | 1U;
          const std::uint32_t mask = some & (warp == 2 ? 0xffffU : ~0U);
          order.meet(warp, mask);
          std::vector<std::size_t> who;
          for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
            who.push_back(warp * 32 + static_cast<std::size_t>(std::countr_zero(rest)));
          naive.meet(who);
          break;
        }
        case 4:
          order.leave(thread, 64 + thread % 3);
          naive.leave(thread, static_cast<int>(thread % 3));
          break;
        case 5:
          order.learn(thread, 64 + thread % 3);
          naive.learn(thread, static_cast<int>(thread % 3));
          break;
        default:
          done.push_back({thread, order.now(), naive.now(thread)});
      }
      for (int look = 0; look < 4 && !done.empty(); ++look) {
        const Done& it = done[random() % done.size()];
        const std::uint32_t who = random() % kThreads;
        ASSERT_EQ(order.knows(who, it.thread, it.time), naive.knows(who, it.thread, it.naive_time))
            << "run " << run << ", step " << step;
      }
    }
  }
}

}  // namespace
}  // namespace riffle::race
