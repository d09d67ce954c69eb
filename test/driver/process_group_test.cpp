// SPDX-License-Identifier: Apache-2.0
// Child processes: messages, exit codes, input, termination.
#include <gtest/gtest.h>

#include "cc/process_group.h"

namespace riffle::tool {
namespace {

CommandLine shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(ProcessGroup, CollectsMessagesAndExitCodes) {
  ProcessGroup group;
  Result<int> first = group.start(shell("echo one >&2; exit 3"), false);
  Result<int> second = group.start(shell("echo two >&2"), false);
  ASSERT_TRUE(first && second);
  for (int i = 0; i < 2; ++i) {
    Result<FinishedProcess> finished = group.wait();
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->messages, finished->id == *first ? "one\n" : "two\n");
    EXPECT_EQ(finished->exit_code, finished->id == *first ? 3 : 0);
  }
  EXPECT_EQ(group.running(), 0U);
}

TEST(ProcessGroup, FeedsMoreThanAPipeHolds) {
  ProcessGroup group;
  Result<int> id = group.start(shell(std::string("wc -c < ") + kInputPath + " >&2"), true);
  ASSERT_TRUE(id);
  group.feed(*id, std::string(3 << 20, 'x'));
  Result<FinishedProcess> finished = group.wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(std::stol(finished->messages), 3 << 20);
}

TEST(ProcessGroup, AReaderThatLeavesEarlyDoesNoHarm) {
  ProcessGroup group;
  Result<int> id = group.start(shell("exit 5"), true);
  ASSERT_TRUE(id);
  group.feed(*id, std::string(1 << 20, 'x'));
  Result<FinishedProcess> finished = group.wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->exit_code, 5);
}

TEST(ProcessGroup, TerminatedProcessReportsItsSignal) {
  ProcessGroup group;
  // exec: a shell that dies between fork and exec would leave a sleep that holds the output open.
  Result<int> id = group.start(shell("exec sleep 60"), false);
  ASSERT_TRUE(id);
  group.terminate(*id);
  Result<FinishedProcess> finished = group.wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->exit_code, 128 + SIGTERM);
}

TEST(ProcessGroup, MoreMessagesThanAPipeHolds) {
  ProcessGroup group;
  ASSERT_TRUE(group.start(shell("head -c 1000000 /dev/zero >&2"), false));
  Result<FinishedProcess> finished = group.wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->messages.size(), 1000000U);
}

TEST(ProcessGroup, MissingProgramIsAnError) {
  ProcessGroup group;
  Result<int> id = group.start({"/nonexistent/clang"}, false);
  ASSERT_FALSE(id);
  EXPECT_NE(id.error().text.find("/nonexistent/clang"), std::string::npos);
}

}  // namespace
}  // namespace riffle::tool
