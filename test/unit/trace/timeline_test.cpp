// SPDX-License-Identifier: Apache-2.0
// From records, written by hand, to operations, edges and lanes.
#include "trace/timeline.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "script.h"
#include "trace/allocations.h"

namespace riffle::tool {
namespace {

std::vector<std::string> edges_of(const TraceTimeline& timeline) {
  std::vector<std::string> found;
  for (const OrderEdge& edge : timeline.edges) {
    const auto name = [&](Index i) { return timeline.names[timeline.operations[i].name]; };
    static constexpr const char* kArrows[] = {" -> ", " => ", " in graph ", " was over "};
    found.push_back(name(edge.before) + kArrows[static_cast<int>(edge.kind)] + name(edge.after));
  }
  std::ranges::sort(found);
  return found;
}

TEST(TraceTimeline, OperationsHaveTimesNamesAndShapes) {
  Script script;
  script.stream(4, 1, "cudaStreamCreateWithFlags");
  script.kernel(4, 1, "_Z5scalePfi");
  script.run(4, 1, 2000, 2500);
  const TraceTimeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  const TracedOperation& kernel = timeline.operations[0];
  EXPECT_EQ(timeline.names[kernel.name], "scale(float*, int)");
  EXPECT_EQ(kernel.begin, 1000);
  EXPECT_EQ(kernel.duration(), 500);
  EXPECT_EQ(kernel.enqueued, 10);
  EXPECT_EQ(kernel.grid, (std::array<std::uint32_t, 3>{2, 3, 4}));
  EXPECT_EQ(kernel.block, (std::array<std::uint32_t, 3>{1024, 1, 64}));
  EXPECT_EQ(timeline.names[timeline.calls[kernel.call].name], "cudaLaunchKernel");
  EXPECT_TRUE(timeline.threads[kernel.thread].is_worker);
  ASSERT_EQ(timeline.streams.size(), 1u);
  EXPECT_EQ(timeline.streams[0].name, "stream 4");
}

TEST(TraceTimeline, AnEventsWaitIsAnEdgeToTheNextOperation) {
  Script script;
  script.kernel(4, 1, "a");
  script.kernel(5, 1, "before");
  script.call("cudaStreamWaitEvent");
  script.wait(5, 2, 4, 1);
  script.kernel(5, 3, "b");
  script.kernel(5, 4, "c");
  script.run(4, 1, 2000, 2100);
  script.run(5, 1, 2000, 2050);
  script.run(5, 3, 2100, 2200);
  script.run(5, 4, 2200, 2300);
  EXPECT_EQ(edges_of(script.timeline()), (std::vector<std::string>{"a -> b"}));
}

TEST(TraceTimeline, LayersBelongToTheInnermostOperationThatTheirThreadRan) {
  Script script;
  script.kernel(4, 1, "first");
  script.kernel(5, 1, "second");
  script.graph(6, 1, 1);
  script.run(4, 1, 2000, 2100);
  script.run(5, 1, 2200, 2300);
  script.run(6, 1, 2400, 2600);
  script.node(6, 1, 7, "node", 2450, 2500);
  // They come when all has ended, in any order.
  script.layer(1, "late", 2250, 2300);
  script.layer(1, "inside", 2020, 2030);
  script.layer(1, "outside", 2010, 2040);
  script.layer(1, "of a graph", 2460, 2470);
  script.layer(1, "between operations", 2150, 2160);
  script.layer(0, "of a call", 2020, 2030);
  const TraceTimeline timeline = script.timeline();
  std::vector<std::string> found;
  for (const Layer& layer : timeline.layers)
    found.push_back(timeline.names[timeline.operations[layer.operation].name] + ": " +
                    timeline.names[layer.name]);
  EXPECT_EQ(found, (std::vector<std::string>{"first: outside", "first: inside", "second: late",
                                             "node: of a graph"}));
  EXPECT_EQ(timeline.layers[0].begin, 1010);
  EXPECT_EQ(timeline.layers[0].end, 1040);
}

TEST(TraceTimeline, OtherWaitsAreTheDefaultStreamsRule) {
  Script script;
  script.kernel(4, 1, "a");
  script.call("cudaLaunchKernel");
  script.wait(1, 1, 4, 1);
  script.kernel(1, 2, "legacy");
  script.run(4, 1, 2000, 2100);
  script.run(1, 2, 2100, 2200);
  EXPECT_EQ(edges_of(script.timeline()), (std::vector<std::string>{"a => legacy"}));
}

TEST(TraceTimeline, WaitsOfWaitsReachTheOperationBehind) {
  Script script;
  script.kernel(4, 1, "a");
  script.call("cudaStreamWaitEvent");
  script.wait(5, 1, 4, 1);
  script.call("cudaStreamWaitEvent");
  script.wait(6, 1, 5, 1);
  script.kernel(6, 2, "c");
  script.run(4, 1, 2000, 2100);
  script.run(6, 2, 2100, 2200);
  EXPECT_EQ(edges_of(script.timeline()), (std::vector<std::string>{"a -> c"}));
}

TEST(TraceTimeline, AWaitThatWasOverIsAnEdgeOfItsOwnKind) {
  Script script;
  script.kernel(4, 1, "a");
  script.kernel(5, 1, "before");
  script.call("cudaStreamWaitEvent");
  script.wait_over(5, 1, 4, 1);
  script.call("cudaMallocAsync");
  script.wait_over(5, 1, 4, 1);
  script.kernel(5, 2, "b");
  script.run(4, 1, 1050, 1060);
  script.run(5, 1, 2000, 2050);
  script.run(5, 2, 2100, 2200);
  EXPECT_EQ(edges_of(script.timeline()), (std::vector<std::string>{"a was over b"}));
}

TEST(TraceTimeline, NodesOfAGraphFollowEachOtherThroughThoseThatAreNotShown) {
  Script script;
  for (const auto& [before, after] : {std::pair{1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}})
    script.graph_edge(7, before, after);
  script.graph(4, 1, 7);
  script.run(4, 1, 2000, 2600);
  script.node(4, 1, 1, "root", 2000, 2100);
  script.node(4, 1, 2, "left", 2100, 2200);
  script.node(4, 1, 3, "right", 2100, 2300);
  script.node(4, 1, 4, "", 2300, 2301);
  script.node(4, 1, 5, "end", 2400, 2500);
  EXPECT_EQ(edges_of(script.timeline()),
            (std::vector<std::string>{"left in graph end", "right in graph end",
                                      "root in graph left", "root in graph right"}));
}

TEST(TraceTimeline, ANodeThatRunsAgainFollowsItsLastRun) {
  Script script;
  script.graph_edge(7, 1, 2);
  script.graph(4, 1, 7);
  script.run(4, 1, 2000, 2600);
  for (std::uint64_t round = 0; round < 3; ++round) {
    script.node(4, 1, 1, "a", 2000 + round * 100, 2010 + round * 100);
    script.node(4, 1, 2, "b", 2020 + round * 100, 2030 + round * 100);
  }
  const TraceTimeline timeline = script.timeline();
  ASSERT_EQ(timeline.edges.size(), 3u);
  for (const OrderEdge& edge : timeline.edges)
    EXPECT_EQ(timeline.operations[edge.after].begin - timeline.operations[edge.before].begin, 20);
}

TEST(TraceTimeline, MemoryIsInUseUntilItIsFreed) {
  using trace::AllocationKind;
  Script script;
  script.memory(true, AllocationKind::kDevice, 0x1000, 400);
  script.memory(true, AllocationKind::kPinned, 0x2000, 50);
  script.memory(false, AllocationKind::kDevice, 0x1000, 0);
  script.memory(true, AllocationKind::kDevice, 0x1000, 7);
  script.call("cudaDeviceReset");
  const TraceTimeline timeline = script.timeline();
  ASSERT_EQ(timeline.allocations.size(), 3u);
  const std::vector<MemoryPoint> points = memory_points(timeline);
  std::vector<std::uint64_t> sums;
  for (const MemoryPoint& point : points) sums.push_back(point.all());
  EXPECT_EQ(sums, (std::vector<std::uint64_t>{400, 450, 50, 57, 0}));
  EXPECT_EQ(points[1].bytes, (std::array<std::uint64_t, 4>{400, 50, 0, 0}));
}

TEST(TraceTimeline, AnOperationThatEndsOnAnotherThreadIsWhole) {
  Script script;
  script.kernel(4, 1, "a");
  script.run(4, 1, 2000, 0);
  script.end(4, 1, 2700);
  const TraceTimeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  EXPECT_EQ(timeline.operations[0].duration(), 700);
  EXPECT_FALSE(timeline.operations[0].is_open);
}

TEST(TraceTimeline, WhatNeverEndedSaysSo) {
  Script script;
  script.kernel(4, 1, "a");
  script.kernel(4, 2, "never began");
  script.run(4, 1, 2000, 0);
  const TraceTimeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  EXPECT_TRUE(timeline.operations[0].is_open);
}

}  // namespace
}  // namespace riffle::tool
