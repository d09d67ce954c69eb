// SPDX-License-Identifier: Apache-2.0
#include "platform/wake_place.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <thread>

#include "platform/futex.h"

namespace riffle::platform {
namespace {

cpu_set_t own_cpus() {
  cpu_set_t cpus;
  EXPECT_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
  return cpus;
}

/// A thread that sleeps until it is woken, and notes where it may run then.
class Sleeper {
 public:
  Sleeper() {
    while (number_.load() == 0) std::this_thread::yield();
  }
  ThreadId number() const { return number_.load(); }
  void keep_off_this_cpu() { place_.keep_off_this_cpu(habit, number()); }
  void leave_to_system() { place_.leave_to_system(); }
  void wake_and_join() {
    word_.store(1);
    futex_wake(&word_, 1);
    thread_.join();
  }

  WakeHabit habit;
  int cpu = -1;
  cpu_set_t when_woken{}, afterwards{};

 private:
  void main() {
    number_.store(current_thread_id());
    while (word_.load() == 0) futex_wait(word_, 0);
    cpu = sched_getcpu();
    when_woken = own_cpus();
    place_.begin(habit);
    afterwards = own_cpus();
  }

  std::atomic<ThreadId> number_{0};
  std::atomic<std::uint32_t> word_{0};
  WakePlace place_;
  std::thread thread_{[this] { main(); }};
};

/// Keeps the calling thread on the CPU that it is on.
class StayHere {
 public:
  StayHere() {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
    EXPECT_EQ(sched_setaffinity(0, sizeof here, &here), 0);
  }
  ~StayHere() { EXPECT_EQ(sched_setaffinity(0, sizeof before_, &before_), 0); }
  StayHere(const StayHere&) = delete;
  StayHere& operator=(const StayHere&) = delete;

 private:
  cpu_set_t before_ = own_cpus();
};

TEST(WakePlaceTest, TheWokenBeginsOnAnotherCpuAndHasAllOfThemAgain) {
  const cpu_set_t all = own_cpus();
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "one CPU";
  for (int i = 0; i < 20; ++i) {
    Sleeper sleeper;
    sleeper.habit.note_same_cpu();
    const StayHere stay;
    const int here = sched_getcpu();
    sleeper.keep_off_this_cpu();
    sleeper.wake_and_join();
    EXPECT_NE(sleeper.cpu, here);
    EXPECT_FALSE(CPU_ISSET(static_cast<unsigned>(here), &sleeper.when_woken));
    EXPECT_EQ(CPU_COUNT(&sleeper.when_woken), CPU_COUNT(&all) - 1);
    EXPECT_TRUE(CPU_EQUAL(&sleeper.afterwards, &all));
  }
}

TEST(WakePlaceTest, NobodyIsKeptOffBeforeOneWasSeenOnTheWakersCpu) {
  const cpu_set_t all = own_cpus();
  Sleeper sleeper;
  sleeper.keep_off_this_cpu();
  sleeper.wake_and_join();
  EXPECT_TRUE(CPU_EQUAL(&sleeper.when_woken, &all));
}

TEST(WakePlaceTest, AThreadOfOneCpuKeepsIt) {
  const StayHere stay;
  Sleeper sleeper;  // has what its maker has
  sleeper.habit.note_same_cpu();
  sleeper.keep_off_this_cpu();
  sleeper.wake_and_join();
  EXPECT_EQ(sleeper.cpu, sched_getcpu());
  EXPECT_EQ(CPU_COUNT(&sleeper.afterwards), 1);
}

TEST(WakePlaceTest, TheHabitIsSeenWhereTheWakerGoesOnWorking) {
  const StayHere stay;
  for (const bool goes_on : {false, true}) {
    Sleeper sleeper;  // on this CPU, too
    if (goes_on)
      sleeper.keep_off_this_cpu();
    else
      sleeper.leave_to_system();
    sleeper.wake_and_join();
    EXPECT_EQ(sleeper.habit.take_keep_off(), goes_on);
  }
}

TEST(WakePlaceTest, TheSystemIsAskedAgainNowAndThen) {
  WakeHabit habit;
  EXPECT_FALSE(habit.take_keep_off());
  habit.note_same_cpu();
  int kept_off = 0;
  while (habit.take_keep_off()) ++kept_off;
  EXPECT_GE(kept_off, 100);
  EXPECT_FALSE(habit.take_keep_off());
}

TEST(WakePlaceTest, AThreadThatIsGoneIsLeftAlone) {
  Sleeper sleeper;
  const ThreadId number = sleeper.number();
  sleeper.wake_and_join();
  WakeHabit habit;
  habit.note_same_cpu();
  WakePlace place;
  place.keep_off_this_cpu(habit, number);
  const cpu_set_t before = own_cpus();
  place.begin(habit);
  const cpu_set_t after = own_cpus();
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

}  // namespace
}  // namespace riffle::platform
