// SPDX-License-Identifier: Apache-2.0
#include "explore/side_by_side.h"

#include <gtest/gtest.h>

namespace riffle::tool::explore {
namespace {

TEST(SideBySideTest, OnlyWhatIsNearADifference) {
  const std::vector<std::string> usual = {"1", "2", "3", "copy", "read", "4", "5", "6", "7"};
  const std::vector<std::string> other = {"1", "2", "3", "read", "4", "copy", "5", "6", "7"};
  const std::string blank(46, ' ');
  const auto column = [](std::string text) { return "    " + text.append(46 - text.size(), ' '); };
  EXPECT_EQ(side_by_side(usual, other),
            column("usual order") + "   this schedule\n    ...\n" + column("2") + " | 2\n" +
                column("3") + " | 3\n" + column("copy") + " <\n" + column("read") + " | read\n" +
                column("4") + " | 4\n    " + blank + " > copy\n" + column("5") + " | 5\n" +
                column("6") + " | 6\n    ...\n");
}

TEST(SideBySideTest, WhatIsLongIsCut) {
  const std::string drawn = side_by_side({std::string(100, 'x')}, {});
  EXPECT_NE(drawn.find(std::string(43, 'x') + "... <\n"), std::string::npos);
}

TEST(SideBySideTest, SeveralCallersAreTold) {
  TraceTimeline timeline;
  timeline.names = {"cudaMemsetAsync"};
  timeline.threads = {{.id = 72, .name = {}}, {.id = 70, .name = {}}};
  timeline.calls = {{.thread = 0, .name = 0, .begin = 1}, {.thread = 1, .name = 0, .begin = 2}};
  EXPECT_EQ(events_of(timeline), (std::vector<std::string>{"host thread 2: cudaMemsetAsync",
                                                           "host thread 1: cudaMemsetAsync"}));
  timeline.calls.pop_back();
  EXPECT_EQ(events_of(timeline), std::vector<std::string>{"cudaMemsetAsync"});
}

TEST(SideBySideTest, DecisionsInWords) {
  TraceTimeline timeline;
  timeline.names = {"memset", "cudaMemsetAsync"};
  timeline.streams.push_back({.id = 5, .name = "stream 5"});
  timeline.calls.push_back({.thread = 0, .name = 1});
  timeline.operations.push_back({.stream = 0, .name = 0, .call = 0, .ticket = 3});
  EXPECT_EQ(describe({.decision = 4, .who = 5, .ticket = 3}, timeline, timeline),
            "stream 5 is deferred at its operation 3, memset (cudaMemsetAsync)");
  // It has not run in this schedule.
  EXPECT_EQ(describe({.decision = 4, .who = 5, .ticket = 3}, TraceTimeline{}, timeline),
            "stream 5 is deferred at its operation 3, memset (cudaMemsetAsync)");
  EXPECT_EQ(describe({.decision = 4, .who = 5, .ticket = 2}, timeline, timeline),
            "stream 5 is deferred at its operation 2");
  EXPECT_EQ(describe({.decision = 4, .who = 6}, timeline, timeline),
            "a branch of a graph is deferred");
  EXPECT_EQ(describe({.decision = 4, .who = host_number(2), .ticket = 7}, timeline, timeline),
            "host thread 2 is deferred at its point 7");
  EXPECT_EQ(describe({.decision = 2, .is_memory = 1}, timeline, timeline),
            "allocation 2 takes memory from another place");
}

}  // namespace
}  // namespace riffle::tool::explore
