// SPDX-License-Identifier: Apache-2.0
#include "platform/thread.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "platform/cpu.h"
#include "platform/fault_injection.h"
#include "platform/futex.h"
#include "platform/stack.h"

namespace riffle::platform {
namespace {

struct Seen {
  std::atomic<std::uint32_t> done{0};
  sigset_t mask;
  cpu_set_t cpus;
  StackRange stack;
  const void* local = nullptr;
};

void look(void* seen_pointer) {
  auto& seen = *static_cast<Seen*>(seen_pointer);
  make_current_thread_punctual();
  pthread_sigmask(SIG_SETMASK, nullptr, &seen.mask);
  sched_getaffinity(0, sizeof seen.cpus, &seen.cpus);
  seen.stack = current_stack();
  seen.local = __builtin_frame_address(0);
  seen.done.store(1, std::memory_order_release);
  futex_wake(&seen.done, 1);
}

// Static: the thread's wake may come after the test has ended.
Seen& run_and_look() {
  auto* const seen = new Seen;
  EXPECT_TRUE(start_thread("test", 256 << 10, look, seen));
  while (seen->done.load(std::memory_order_acquire) == 0) futex_wait(seen->done, 0);
  static Seen* kept[16];
  static int count = 0;
  kept[count++] = seen;
  return *seen;
}

TEST(ThreadTest, UserSignalsAreBlockedAndFaultsAreNot) {
  const Seen& seen = run_and_look();
  EXPECT_TRUE(sigismember(&seen.mask, SIGTERM));
  EXPECT_TRUE(sigismember(&seen.mask, SIGUSR1));
  EXPECT_FALSE(sigismember(&seen.mask, SIGSEGV));
  EXPECT_FALSE(sigismember(&seen.mask, SIGFPE));
  sigset_t own;
  pthread_sigmask(SIG_SETMASK, nullptr, &own);
  EXPECT_FALSE(sigismember(&own, SIGUSR1));
}

TEST(ThreadTest, APinnedStarterDoesNotPinItsThreads) {
  std::thread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const Seen& seen = run_and_look();
    EXPECT_EQ(CPU_COUNT(&seen.cpus), CPU_COUNT(&cpus_at_load()));
  }).join();
}

TEST(ThreadTest, KnowsItsStack) {
  const Seen& seen = run_and_look();
  ASSERT_TRUE(seen.stack.is_known());
  EXPECT_TRUE(seen.stack.contains(seen.local));
  EXPECT_LT(seen.stack.guard, seen.stack.low);
}

TEST(ThreadTest, RefusalIsReported) {
  refuse_requests(Request::kThread, 1);
  EXPECT_FALSE(start_thread("test", 256 << 10, look, nullptr));
  refuse_requests(Request::kThread, 0);
}

}  // namespace
}  // namespace riffle::platform
