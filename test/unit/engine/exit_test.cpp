// SPDX-License-Identifier: Apache-2.0
// The engine's start and the process's end. A program of its own: each case is a process.
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "engine_fixture.h"
#include "platform/fault_injection.h"

namespace riffle::engine {
namespace {

TEST(ExitTest, TheProcessMayEndWithWorkPending) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        auto* const context = ContextStreams::create().release();
        const RangeOperation some_microseconds{
            .run = [](const void*, std::uint64_t, std::uint64_t) noexcept {
              for (int p = 0; p < 1000; ++p) __builtin_ia32_pause();
              return Code::kOk;
            }};
        for (int i = 0; i < 4; ++i) {
          Stream& s = *context->create_stream(StreamKind::kBlocking, 0);
          for (int k = 0; k < 200; ++k) s.enqueue(some_microseconds, [](void*) {});
          s.enqueue_host_function([](void*, Code) { pause(); }, nullptr, false);
        }
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST(StartTest, WithoutThreadsThereIsNoContext) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        platform::refuse_requests(platform::Request::kThread, 1, 1000);
        const bool refused = ContextStreams::create() == nullptr;
        platform::refuse_requests(platform::Request::kThread, 0);
        const auto context = ContextStreams::create();
        int value = 0;
        if (context != nullptr) {
          enqueue_one(context->legacy(), [&] { value = 1; });
          context->synchronize();
        }
        _exit(refused && value == 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

#if __has_feature(address_sanitizer)
TEST(LeakTest, AContextWhoseStreamIsStillInTheQueueIsNoLeak) {
  for (int round = 0; round < 20; ++round) {
    {
      const auto context = ContextStreams::create();
      // This thread runs it: what was pushed to the queue is dropped later.
      enqueue_one(context->legacy(), [] {});
      context->legacy().synchronize();
    }
    ASSERT_EQ(__lsan_do_recoverable_leak_check(), 0);
  }
}
#endif

#if !__has_feature(thread_sanitizer)  // which does not follow a fork of many threads
TEST(ForkTest, AForkedChildIsToldAndDoesNotHang) {
  const auto context = ContextStreams::create();
  Stream& s = context->legacy();
  enqueue_one(s, [] {});
  s.synchronize();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool refused = !is_usable() && ContextStreams::create() == nullptr;
    wait_for({});
    _exit(refused ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(is_usable());
}
#endif

}  // namespace
}  // namespace riffle::engine
