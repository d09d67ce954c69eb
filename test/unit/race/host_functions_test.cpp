// SPDX-License-Identifier: Apache-2.0
// When host functions begin under the checker.
#include "race/host_functions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "platform/clock.h"

namespace riffle::race {
namespace {

TEST(HostFunctionsTest, OneGoesOnAtOnceWhileTheHostWaits) {
  HostFunctions functions;
  functions.begin_wait();
  functions.note_enqueue();
  functions.let_host_go_first();  // ends
  functions.end_wait();
}

TEST(HostFunctionsTest, OneWaitsUntilTheHostHasEnqueuedNothingForAWhile) {
  HostFunctions functions;
  const std::int64_t begin = platform::now_ns();
  functions.note_enqueue();
  functions.let_host_go_first();
  EXPECT_GE(platform::now_ns() - begin, 900'000);
}

TEST(HostFunctionsTest, AHostThatEnqueuesForEverDoesNotHoldItForEver) {
  HostFunctions functions;
  std::atomic<bool> is_over{false};
  std::thread host([&] {
    while (!is_over) functions.note_enqueue();
  });
  functions.let_host_go_first();  // ends
  is_over = true;
  host.join();
}

TEST(HostFunctionsTest, AHostThatBeginsToWaitLetsItGoOn) {
  HostFunctions functions;
  std::atomic<bool> is_over{false};
  std::thread host([&] {
    functions.begin_wait();
    while (!is_over) functions.note_enqueue();
    functions.end_wait();
  });
  functions.let_host_go_first();  // ends
  is_over = true;
  host.join();
}

TEST(HostFunctionsTest, AThreadKnowsWhichItRuns) {
  EXPECT_EQ(running_function(), nullptr);
  const auto function = std::make_shared<const Operation>();
  begin_function(function);
  EXPECT_EQ(running_function(), function);
  std::thread([] { EXPECT_EQ(running_function(), nullptr); }).join();
  end_function();
  EXPECT_EQ(running_function(), nullptr);
}

}  // namespace
}  // namespace riffle::race
