// SPDX-License-Identifier: Apache-2.0
// Threads of a block as fibers: positions, barriers, divergence, early exits, and what cannot go on.
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "device/cpu/fault.h"
#include "device/cpu/limits.h"
#include "test_kernel.h"

namespace riffle::device {
namespace {

using abi::BarrierReduce;
using abi::Thread;
using abi::WarpOp;

template <abi::ThreadFunction* Body>
Code run(Dim3 block, void* argument, Dim3 grid = {1}) {
  return TestKernel(&run_as_fibers<Body>, "fibers").launch(grid, block, argument);
}

/// Runs a capture-free lambda as the body of a block.
template <class Body>
Code block_of(Dim3 block, void* argument, Body) {
  return run<+Body{}>(block, argument);
}

TEST(Fibers, EveryThreadRunsOnceWithItsPosition) {
  std::vector<int> seen(6 * 5 * 4 * 12);
  constexpr auto body = [](const Thread* thread) {
    const std::uint32_t* index = thread->thread_index;
    const std::uint32_t linear = index[0] + 6 * (index[1] + 5 * index[2]);
    EXPECT_EQ(linear, thread->linear);
    const std::uint32_t* block = thread->block_index;
    argument<int>(thread)[linear + 120 * (block[0] + 2 * (block[1] + 3 * block[2]))] += 1;
  };
  EXPECT_EQ((run<+body>({6, 5, 4}, seen.data(), {2, 3, 2})), Code::kOk);
  for (const int count : seen) ASSERT_EQ(count, 1);
}

TEST(Fibers, RangesOfBlocksRunOnlyThoseBlocks) {
  std::vector<int> seen(10);
  constexpr auto body = [](const Thread* thread) {
    ++argument<int>(thread)[thread->block_index[0]];
  };
  EXPECT_EQ(TestKernel(&run_as_fibers<+body>).launch_range({10}, {33}, 3, 6, seen.data()),
            Code::kOk);
  EXPECT_EQ(seen, (std::vector<int>{0, 0, 0, 33, 33, 33, 0, 0, 0, 0}));
}

TEST(Fibers, StacksHoldLocalArraysAcrossBarriers) {
  std::vector<int> out(1024);
  EXPECT_EQ(block_of({1024}, out.data(),
                     [](const Thread* thread) {
                       volatile std::uint32_t local[256];
                       for (std::uint32_t i = 0; i < 256; ++i) local[i] = thread->linear * 256 + i;
                       for (int turn = 0; turn < 3; ++turn) syncthreads(thread);
                       std::uint32_t wrong = 0;
                       for (std::uint32_t i = 0; i < 256; ++i)
                         wrong += local[i] != thread->linear * 256 + i;
                       argument<int>(thread)[thread->linear] = wrong == 0 ? 1 : 0;
                     }),
            Code::kOk);
  EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0), 1024);
}

// ---- Barriers ----

TEST(Barrier, OrdersWritesAndReads) {
  for (const std::uint32_t threads : {1u, 2u, 31u, 32u, 33u, 100u, 1024u}) {
    std::vector<int> values(2048);
    const auto body = [](const Thread* thread) {
      int* in = argument<int>(thread);
      const std::uint32_t count = thread->launch->threads;
      // A prefix sum that is wrong if any barrier lets a thread through early.
      in[thread->linear] = 1;
      syncthreads(thread);
      for (std::uint32_t step = 1; step < count; step *= 2) {
        const int other = thread->linear >= step ? in[thread->linear - step] : 0;
        syncthreads(thread);
        in[thread->linear] += other;
        syncthreads(thread);
      }
    };
    EXPECT_EQ(block_of({threads}, values.data(), body), Code::kOk);
    for (std::uint32_t i = 0; i < threads; ++i)
      ASSERT_EQ(values[i], static_cast<int>(i) + 1) << threads;
  }
}

struct Reductions {
  std::uint32_t popc[100], all[100], any[100], none[100];
};

TEST(Barrier, ReducesOverTheBlock) {
  Reductions got{};
  EXPECT_EQ(block_of({100}, &got,
                     [](const Thread* thread) {
                       auto& out = *argument<Reductions>(thread);
                       const std::uint32_t t = thread->linear;
                       const auto& table = runtime_table();
                       out.popc[t] =
                           table.barrier(thread, 0, 0, BarrierReduce::kPopc, t % 3 == 0 ? 5 : 0);
                       out.all[t] = table.barrier(thread, 0, 0, BarrierReduce::kAnd, t != 42);
                       out.all[t] += 2 * table.barrier(thread, 0, 0, BarrierReduce::kAnd, 1);
                       out.any[t] = table.barrier(thread, 0, 0, BarrierReduce::kOr, t == 42);
                       out.any[t] += 2 * table.barrier(thread, 0, 0, BarrierReduce::kOr, 0);
                     }),
            Code::kOk);
  for (int t = 0; t < 100; ++t) {
    ASSERT_EQ(got.popc[t], 34u);
    ASSERT_EQ(got.all[t], 2u);
    ASSERT_EQ(got.any[t], 1u);
  }
}

TEST(Barrier, CountsOnlyThreadsThatHaveNotExited) {
  // As on an H200: 40 of 100 threads leave first.
  std::uint32_t got[100] = {};
  EXPECT_EQ(block_of({100}, got,
                     [](const Thread* thread) {
                       if (thread->linear < 40) return;
                       syncthreads(thread);
                       argument<std::uint32_t>(thread)[thread->linear] = runtime_table().barrier(
                           thread, 0, 0, BarrierReduce::kPopc, thread->linear & 1);
                     }),
            Code::kOk);
  for (int t = 0; t < 100; ++t) ASSERT_EQ(got[t], t < 40 ? 0u : 30u);
}

TEST(Barrier, CompletesWhenTheLastMissingThreadExits) {
  std::uint32_t got[64] = {};
  EXPECT_EQ(block_of({64}, got,
                     [](const Thread* thread) {
                       if (thread->linear == 63) {
                         for (int i = 0; i < 5; ++i) runtime_table().yield(thread);
                         return;
                       }
                       syncthreads(thread);
                       argument<std::uint32_t>(thread)[thread->linear] = 1;
                     }),
            Code::kOk);
  EXPECT_EQ(std::accumulate(got, got + 64, 0u), 63u);
}

TEST(Barrier, MayStandInDivergentCode) {
  std::uint32_t got[64] = {};
  EXPECT_EQ(block_of({64}, got,
                     [](const Thread* thread) {
                       std::uint32_t count = 0;
                       const auto& table = runtime_table();
                       if (thread->linear < 16) {
                         count = table.barrier(thread, 0, 0, BarrierReduce::kPopc, 1);
                       } else if (thread->linear < 40) {
                         count = table.barrier(thread, 0, 0, BarrierReduce::kPopc, 1);
                       } else {
                         count = table.barrier(thread, 0, 0, BarrierReduce::kPopc, 0);
                       }
                       argument<std::uint32_t>(thread)[thread->linear] = count;
                     }),
            Code::kOk);
  for (const std::uint32_t count : got) ASSERT_EQ(count, 40u);
}

TEST(Barrier, LoopsOfDifferentLengthEnd) {
  std::uint32_t got[64] = {};
  EXPECT_EQ(block_of({64}, got,
                     [](const Thread* thread) {
                       for (std::uint32_t i = 0; i < thread->linear % 3; ++i) syncthreads(thread);
                       argument<std::uint32_t>(thread)[thread->linear] = 1;
                     }),
            Code::kOk);
  EXPECT_EQ(std::accumulate(got, got + 64, 0u), 64u);
}

TEST(Barrier, NamedBarriersAreIndependent) {
  int order[4] = {};
  EXPECT_EQ(block_of({128}, order,
                     [](const Thread* thread) {
                       const auto& table = runtime_table();
                       // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2, three times.
                       const std::uint32_t id = 1 + thread->linear / 64;
                       for (int i = 0; i < 3; ++i) {
                         const std::uint32_t met =
                             table.barrier(thread, id, 64, BarrierReduce::kPopc, 1);
                         if (met != 64) argument<int>(thread)[0] = -1;
                       }
                       if (thread->linear % 32 == 0) ++argument<int>(thread)[thread->linear / 32];
                     }),
            Code::kOk);
  for (const int count : order) EXPECT_EQ(count, 1);
}

TEST(Barrier, CountsPartOfAWarpAsAWholeOne) {
  // Seen on an H200: a barrier for 64 threads is complete when a block's only 48 have arrived.
  int passed = 0;
  EXPECT_EQ(block_of({48}, &passed,
                     [](const Thread* thread) {
                       runtime_table().barrier(thread, 1, 64, BarrierReduce::kNone, 0);
                       ++*argument<int>(thread);
                     }),
            Code::kOk);
  EXPECT_EQ(passed, 48);
}

// ---- Warps ----

TEST(Warp, LanesMeetFromDifferentBranches) {
  std::uint32_t got[32] = {};
  EXPECT_EQ(block_of({32}, got,
                     [](const Thread* thread) {
                       const std::uint32_t t = thread->linear;
                       std::uint32_t value = 0;
                       if (t < 16) {
                         value = warp_op(thread, WarpOp::kShuffleXor, ~0u, t + 1, 16, 31);
                       } else {
                         for (int i = 0; i < 3; ++i) runtime_table().yield(thread);
                         value = warp_op(thread, WarpOp::kShuffleXor, ~0u, t + 1, 16, 31);
                       }
                       argument<std::uint32_t>(thread)[t] = value;
                     }),
            Code::kOk);
  for (std::uint32_t t = 0; t < 32; ++t) ASSERT_EQ(got[t], (t ^ 16) + 1);
}

TEST(Warp, SubsetsMeetOnTheirOwn) {
  std::uint32_t got[32] = {};
  EXPECT_EQ(block_of({32}, got,
                     [](const Thread* thread) {
                       const std::uint32_t t = thread->linear;
                       // Four groups of lanes, each with its own number of rounds.
                       const std::uint32_t mask = 0x11111111u << t % 4;
                       std::uint32_t sum = 0;
                       for (std::uint32_t i = 0; i <= t % 4; ++i)
                         sum += warp_op(thread, WarpOp::kReduceAdd, mask, t);
                       argument<std::uint32_t>(thread)[t] = sum;
                     }),
            Code::kOk);
  for (std::uint32_t t = 0; t < 32; ++t) ASSERT_EQ(got[t], (t % 4 + 1) * (112 + 8 * (t % 4)));
}

TEST(Warp, ExitedLanesAreNotWaitedForAndGiveZero) {
  // As on an H200: lanes 24 to 31 exit, the others shuffle from lane + 8 with a full mask.
  std::uint32_t got[32] = {};
  EXPECT_EQ(block_of({32}, got,
                     [](const Thread* thread) {
                       const std::uint32_t t = thread->linear;
                       if (t >= 24) return;
                       argument<std::uint32_t>(thread)[t] =
                           warp_op(thread, WarpOp::kShuffleIndex, ~0u, t + 100, t + 8, 31);
                     }),
            Code::kOk);
  for (std::uint32_t t = 0; t < 24; ++t) ASSERT_EQ(got[t], t < 16 ? t + 108 : 0);
}

TEST(Warp, PartialWarpsUseFullMasks) {
  std::uint32_t got[40] = {};
  EXPECT_EQ(block_of({40}, got,
                     [](const Thread* thread) {
                       argument<std::uint32_t>(thread)[thread->linear] =
                           warp_op(thread, WarpOp::kVoteBallot, ~0u, 1);
                     }),
            Code::kOk);
  EXPECT_EQ(got[0], 0xffffffffu);
  EXPECT_EQ(got[39], 0xffu);
}

TEST(Warp, CallersOutsideTheirMaskDoNotStopTheBlock) {
  std::uint32_t got[32] = {};
  EXPECT_EQ(block_of({32}, got,
                     [](const Thread* thread) {
                       const std::uint32_t t = thread->linear;
                       argument<std::uint32_t>(thread)[t] =
                           warp_op(thread, WarpOp::kShuffleXor, 0xffff, t + 100, 1, 31);
                       syncthreads(thread);
                     }),
            Code::kOk);
  for (std::uint32_t t = 0; t < 32; ++t) ASSERT_EQ(got[t], (t ^ 1) + 100);
}

/// A place in the code of its own, which the compiler cannot merge with another.
template <int kPlace>
[[gnu::noinline]] std::uint32_t active_mask_at(const Thread* thread) {
  const std::uint32_t mask = warp_op(thread, WarpOp::kActiveMask, 0);
  asm volatile("# %0" ::"i"(kPlace));
  return mask;
}

TEST(ActiveMask, ShowsLanesThatRunTogether) {
  // The values are those of an H200.
  std::uint32_t got[5][32] = {};
  EXPECT_EQ(block_of({32}, got,
                     [](const Thread* thread) {
                       auto* out = argument<std::uint32_t[32]>(thread);
                       const std::uint32_t t = thread->linear;
                       out[0][t] = active_mask_at<0>(thread);
                       if (t % 2 != 0) {
                         out[1][t] = active_mask_at<1>(thread);
                       } else {
                         out[1][t] = active_mask_at<2>(thread);
                       }
                       for (std::uint32_t i = 0; i < t % 4; ++i)
                         out[2][t] = active_mask_at<3>(thread);
                       if (t < 5) return;
                       out[4][t] = active_mask_at<4>(thread);
                     }),
            Code::kOk);
  constexpr std::uint32_t kLoop[4] = {0, 0xeeeeeeee, 0xcccccccc, 0x88888888};
  for (std::uint32_t t = 0; t < 32; ++t) {
    ASSERT_EQ(got[0][t], ~0u);
    ASSERT_EQ(got[1][t], t % 2 != 0 ? 0xaaaaaaaau : 0x55555555u);
    ASSERT_EQ(got[2][t], kLoop[t % 4]);
    ASSERT_EQ(got[4][t], t < 5 ? 0 : 0xffffffe0u);
  }
}

TEST(ActiveMask, DoesNotWaitForASpinningLane) {
  struct Shared {
    volatile int flag;
    std::uint32_t mask;
  } shared{};
  EXPECT_EQ(block_of({32}, &shared,
                     [](const Thread* thread) {
                       auto& both = *argument<Shared>(thread);
                       if (thread->linear == 0) {
                         while (both.flag == 0) runtime_table().yield(thread);
                         return;
                       }
                       const std::uint32_t mask = warp_op(thread, WarpOp::kActiveMask, 0);
                       if (thread->linear == 1) {
                         both.mask = mask;
                         both.flag = 1;
                       }
                     }),
            Code::kOk);
  EXPECT_EQ(shared.mask, 0xfffffffeu);
}

TEST(ActiveMask, LanesAheadAreNotHeldForEver) {
  volatile int flag = 0;
  EXPECT_EQ(block_of({32}, const_cast<int*>(&flag),
                     [](const Thread* thread) {
                       volatile int& set = *argument<int>(thread);
                       // Lane 0 may stand ahead in the code: the others ask again and again until it went on.
                       if (thread->linear == 0) {
                         active_mask_at<6>(thread);
                         active_mask_at<5>(thread);
                         set = 1;
                       } else {
                         while (set == 0) active_mask_at<5>(thread);
                       }
                     }),
            Code::kOk);
  EXPECT_EQ(flag, 1);
}

// ---- Spinning ----

TEST(Yield, LetsTheOtherLanesRun) {
  volatile int turn = 0;
  EXPECT_EQ(block_of({64}, const_cast<int*>(&turn),
                     [](const Thread* thread) {
                       volatile int& next = *argument<int>(thread);
                       // Thread 63 goes first: every other waits for one that starts later.
                       while (next != 63 - static_cast<int>(thread->linear))
                         runtime_table().yield(thread);
                       next = next + 1;
                     }),
            Code::kOk);
  EXPECT_EQ(turn, 64);
}

TEST(Yield, WaitsForAnotherHostThread) {
  std::atomic<int> flag = 0;
  std::thread setter([&] { flag = 1; });
  EXPECT_EQ(block_of({2}, &flag,
                     [](const Thread* thread) {
                       while (*argument<std::atomic<int>>(thread) == 0)
                         runtime_table().yield(thread);
                     }),
            Code::kOk);
  setter.join();
}

// ---- What cannot go on: hardware hangs, Riffle says so ----

template <class Body>
void expect_deadlock(Dim3 block, const char* text, Body body) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(block_of(block, nullptr, body), Code::kLaunchFailure);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(text), std::string::npos) << text;
  EXPECT_STREQ(last_fault().what, "deadlock in a block");
  int passed = 0;
  EXPECT_EQ(block_of({32}, &passed, [](const Thread* thread) { ++*argument<int>(thread); }),
            Code::kOk);
  EXPECT_EQ(passed, 32);
}

TEST(Deadlock, ShuffleAgainstBallot) {
  expect_deadlock(
      {32}, "warp 0 lanes 0xffff0000 wait at vote.ballot with mask 0xffffffff",
      [](const Thread* thread) {
        warp_op(thread, thread->linear < 16 ? WarpOp::kShuffleIndex : WarpOp::kVoteBallot, ~0u, 1);
      });
}

TEST(Deadlock, DifferentMasks) {
  expect_deadlock({32}, "mask 0xffffff00", [](const Thread* thread) {
    warp_op(thread, WarpOp::kVoteBallot, thread->linear < 16 ? ~0u : 0xffffff00u, 1);
  });
}

TEST(Deadlock, WarpOperationAgainstBarrier) {
  expect_deadlock({32}, "16 wait at barrier 0; warp 0 lanes 0x0000ffff wait at shfl.idx",
                  [](const Thread* thread) {
                    if (thread->linear < 16) {
                      warp_op(thread, WarpOp::kShuffleIndex, ~0u, 1);
                    } else {
                      syncthreads(thread);
                    }
                  });
}

TEST(Deadlock, TooFewThreadsForANamedBarrier) {
  expect_deadlock({64}, "32 wait at barrier 1 for 64 threads", [](const Thread* thread) {
    if (thread->linear < 32) return;
    runtime_table().barrier(thread, 1, 64, BarrierReduce::kNone, 0);
  });
}

TEST(Deadlock, NamesKernelAndBlock) {
  expect_deadlock({32}, "kernel fibers, block [0,0,0]: no thread can continue; 1 of 32 have exited",
                  [](const Thread* thread) {
                    if (thread->linear == 0) return;
                    runtime_table().barrier(thread, thread->linear % 2, 64, BarrierReduce::kNone,
                                            0);
                  });
}

TEST(Fibers, RuntimeOutsideOfFibersIsAnErrorNotACrash) {
  const auto loop = [](const abi::GridLaunch*, abi::Frame*, std::uint64_t, std::uint64_t) {
    syncthreads(nullptr);
  };
  EXPECT_EQ(TestKernel(+loop).launch({1}, {32}), Code::kLaunchFailure);
}

TEST(Fibers, ManyHostThreadsRunBlocksAtOnce) {
  constexpr int kThreads = 4;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 20; ++repeat) {
        std::vector<int> values(256);
        const Code code = block_of({256}, values.data(), [](const Thread* thread) {
          int* out = argument<int>(thread);
          out[thread->linear] = static_cast<int>(thread->linear);
          syncthreads(thread);
          const int other = out[255 - thread->linear];
          syncthreads(thread);
          out[thread->linear] += other;
        });
        for (const int value : values) failures += value != 255;
        failures += code != Code::kOk;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace riffle::device
