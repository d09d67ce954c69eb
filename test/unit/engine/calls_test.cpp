// SPDX-License-Identifier: Apache-2.0
// Calls under way, and who wants to be alone.
#include "runtime/engine/calls.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace riffle::engine {
namespace {

TEST(Calls, AloneWaitsForThoseInside) {
  std::atomic<int> step{0};
  std::thread caller([&] {
    const Inside inside;
    step = 1;
    step.notify_all();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the longer, the surer it fails
    step = 2;
  });
  step.wait(0);
  {
    const Alone alone;
    EXPECT_EQ(step, 2);
  }
  caller.join();
}

TEST(Calls, WhatACallHasLookedUpLivesUntilItReturns) {
  std::atomic<int*> shared{new int(1)};
  std::atomic<bool> is_over{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      while (!is_over) {
        const Inside inside;
        const Inside nested;
        const int* const found = shared.load(std::memory_order_relaxed);
        for (int look = 0; look < 50; ++look) wrong += *found == 1 ? 0 : 1;
      }
    });
  }
  for (int round = 0; round < 2000; ++round) {
    std::unique_ptr<int> old(shared.load());
    const Alone alone;
    shared.store(new int(1), std::memory_order_relaxed);
    *old = 0;
  }
  is_over = true;
  for (std::thread& each : callers) each.join();
  delete shared.load();
  EXPECT_EQ(wrong, 0);
}

TEST(Calls, ManyMayWantToBeAloneWhileInside) {
  std::atomic<int> alone_now{0};
  std::atomic<int> most{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 300; ++round) {
        const Inside inside;
        const Alone alone;
        const Alone nested;
        const Inside again;
        if (++alone_now > most) most = alone_now.load();
        --alone_now;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(most, 1);
}

// A call that waits for another thread's call is not kept from it: others come in while the first ones are waited for.
TEST(Calls, ThoseInsideMayWaitForOthersThatCome) {
  std::atomic<int> step{0};
  std::thread first([&] {
    const Inside inside;
    step = 1;
    step.notify_all();
    step.wait(1);
  });
  step.wait(0);
  std::thread second([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // while the main thread waits
    const Inside inside;
    step = 2;
    step.notify_all();
  });
  {
    const Alone alone;
  }
  first.join();
  second.join();
  EXPECT_EQ(step, 2);
}

TEST(Calls, ThoseOfAHostFunctionAreLetIn) {
  const Alone alone;
  std::thread([] {
    const AlwaysInside host_function;
    const Inside inside;
  }).join();
}

#ifndef __SANITIZE_THREAD__
TEST(Calls, AThreadThatEndsInsideIsNotWaitedFor) {
  std::thread([] {
    alignas(Inside) std::byte place[sizeof(Inside)];
    new (place) Inside;  // as of a call that a cancelled thread never leaves
  }).join();
  const Alone alone;
  std::thread([] { const AlwaysInside host_function; }).join();
}

TEST(Calls, OtherThreadsOfTheParentAreNotWaitedFor) {
  std::atomic<int> step{0};
  std::thread caller([&] {
    const Inside inside;
    step = 1;
    step.notify_all();
    step.wait(1);
  });
  step.wait(0);
  const pid_t child = fork();
  if (child == 0) {
    {
      const Alone alone;
    }
    _exit(7);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  step = 2;
  step.notify_all();
  caller.join();
}
#endif

}  // namespace
}  // namespace riffle::engine
