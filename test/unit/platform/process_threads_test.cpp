// SPDX-License-Identifier: Apache-2.0
#include "platform/process_threads.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "platform/futex.h"
#include "platform/thread.h"

namespace riffle::platform {
namespace {

/// A thread that does something until it is let go; its own number is known when the constructor returns.
class Doing {
 public:
  explicit Doing(std::function<void()> what)
      : thread_([this, what = std::move(what)] {
          id_.store(static_cast<std::uint32_t>(current_thread_id()));
          futex_wake(&id_, 1);
          what();
        }) {
    while (id_.load() == 0) futex_wait(id_, 0);
  }
  ~Doing() { thread_.join(); }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

  [[nodiscard]] ThreadId id() const { return static_cast<ThreadId>(id_.load()); }
  /// It is about to do that.
  void expect(Activity activity) const {
    ThreadLook look = look_at_thread(id());
    while (look.activity != activity) {
      std::this_thread::yield();
      look = look_at_thread(id());
    }
    if (activity == Activity::kRuns) return;
    EXPECT_EQ(look_at_thread(id()).sleeps, look.sleeps);
  }

 private:
  std::atomic<std::uint32_t> id_{0};
  std::thread thread_;
};

TEST(ProcessThreadsTest, WhoSleepsUntilWoken) {
  std::atomic<std::uint32_t> word{0};
  const Doing sleeper([&] {
    while (word.load() == 0) futex_wait(word, 0);
  });
  sleeper.expect(Activity::kSleepsUntilWoken);
  word.store(1);
  futex_wake(&word, 1);
}

TEST(ProcessThreadsTest, WhoSleepsAndGoesOnByItself) {
  std::atomic<std::uint32_t> word{0};
  const Doing sleeper([&] {
    while (word.load() == 0) futex_wait_for(word, 0, 3'000'000'000);
  });
  sleeper.expect(Activity::kSleeps);
  word.store(1);
  futex_wake(&word, 1);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Doing reader([&] {
    char letter = 0;
    EXPECT_EQ(read(ends[0], &letter, 1), 1);
    close(ends[0]);
  });
  reader.expect(Activity::kSleeps);
  EXPECT_EQ(write(ends[1], "x", 1), 1);
  close(ends[1]);
}

TEST(ProcessThreadsTest, WhoRuns) {
  EXPECT_EQ(look_at_thread(current_thread_id()).activity, Activity::kRuns);
  std::atomic<bool> goes_on{true};
  const Doing runner([&] {
    while (goes_on) {
    }
  });
  runner.expect(Activity::kRuns);
  goes_on = false;
}

TEST(ProcessThreadsTest, ThreadsInTheOrderOfTheirStart) {
  std::atomic<std::uint32_t> word{0};
  const auto sleeps = [&] {
    while (word.load() == 0) futex_wait(word, 0);
  };
  ThreadId ended = 0;
  {
    const Doing first(sleeps);
    const Doing second(sleeps);
    ended = first.id();
    const std::vector<ThreadId> ids = thread_ids();
    EXPECT_EQ(ids.front(), getpid());
    const auto place = [&](ThreadId id) { return std::ranges::find(ids, id); };
    EXPECT_LT(place(first.id()), place(second.id()));
    EXPECT_NE(place(second.id()), ids.end());
    EXPECT_EQ(thread_count(), ids.size());
    word.store(1);
    futex_wake(&word, 2);
  }
  // The end of a thread is known to others before the system has put it away.
  while (look_at_thread(ended).activity != Activity::kGone) std::this_thread::yield();
}

TEST(ProcessThreadsTest, OwnThreadsAreKnown) {
  static std::atomic<std::uint32_t> id{0};
  static std::atomic<std::uint32_t> goes{0};
  const std::size_t before = own_thread_count();
  ASSERT_TRUE(start_thread(
      "riffle-test", 64 << 10,
      [](void*) {
        id.store(static_cast<std::uint32_t>(current_thread_id()));
        futex_wake(&id, 1);
        while (goes.load() == 0) futex_wait(goes, 0);
      },
      nullptr));
  while (id.load() == 0) futex_wait(id, 0);
  EXPECT_TRUE(is_own_thread(static_cast<ThreadId>(id.load())));
  EXPECT_FALSE(is_own_thread(current_thread_id()));
  EXPECT_EQ(own_thread_count(), before + 1);
  goes.store(1);
  futex_wake(&goes, 1);
  while (is_own_thread(static_cast<ThreadId>(id.load()))) std::this_thread::yield();
  EXPECT_EQ(own_thread_count(), before);
}

}  // namespace
}  // namespace riffle::platform
