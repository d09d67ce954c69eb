// SPDX-License-Identifier: Apache-2.0
// Why streams were idle, what ran at once, and the critical path, of recordings written by hand.
#include "trace/analysis.h"

#include <gtest/gtest.h>

#include "script.h"

namespace riffle::tool {
namespace {

constexpr std::uint64_t kUs = 1000;

std::string path_of(const TraceTimeline& timeline) {
  std::string text;
  for (const CriticalStep& step : critical_path(timeline)) {
    static constexpr const char* kLinks[] = {
        "", " -stream-> ", " -event-> ", " -default-> ", " -host-> ", " -worker-> ", " -graph-> "};
    text += kLinks[static_cast<int>(step.link)];
    text += timeline.names[timeline.operations[step.operation].name];
  }
  return text;
}

TEST(Analysis, AGapIsTheDefaultStreamsFault) {
  Script script;
  script.stream(1, 2, "cudaMalloc");
  script.stream(4, 0, "cudaStreamCreate");
  script.kernel(4, 1, "a");
  script.kernel(1, 1, "legacy");
  script.call("cudaLaunchKernel");
  script.wait(4, 2, 1, 1);
  script.kernel(4, 3, "b");
  script.run(4, 1, 2000, 2000 + 10 * kUs);
  script.run(1, 1, 2000, 2000 + 100 * kUs);
  script.run(4, 3, 2000 + 101 * kUs, 2000 + 110 * kUs);
  const TraceTimeline timeline = script.timeline();
  const std::vector<Gap> gaps = find_gaps(timeline);
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].reason, IdleReason::kDefaultStream);
  EXPECT_EQ(gaps[0].end - gaps[0].begin, 90 * kUs);
  EXPECT_EQ(explain(timeline, gaps),
            (std::vector<std::string>{
                "stream 4 waited 90 µs for the legacy default stream; longest 90 µs for legacy"}));
  EXPECT_EQ(path_of(timeline), "legacy -default-> b");
}

TEST(Analysis, AGapIsTheHosts) {
  Script script;
  script.stream(4, 0, "cudaStreamCreate");
  script.kernel(4, 1, "a");
  script.call("cudaStreamSynchronize", 50 * kUs);
  script.pass(500 * kUs);
  script.kernel(4, 2, "b");
  script.run(4, 1, 2000, 2000 + 10 * kUs);
  script.run(4, 2, 2000 + 520 * kUs, 2000 + 530 * kUs);
  const TraceTimeline timeline = script.timeline();
  const std::vector<Gap> gaps = find_gaps(timeline);
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_EQ(gaps[0].reason, IdleReason::kHost);
  EXPECT_EQ(gaps[0].text, "had no work: the program was in its own code");
  EXPECT_EQ(gaps[1].reason, IdleReason::kWorker);
  EXPECT_EQ(path_of(timeline), "a -host-> b") << "the host had waited for a before it called for b";
}

TEST(Analysis, AGapIsAnEventsAndThePathGoesThroughIt) {
  Script script;
  script.stream(4, 1, "cudaStreamCreateWithFlags");
  script.stream(5, 1, "cudaStreamCreateWithFlags");
  script.kernel(4, 1, "long");
  script.kernel(5, 1, "short");
  script.call("cudaStreamWaitEvent");
  script.wait(5, 2, 4, 1);
  script.kernel(5, 3, "last");
  script.run(4, 1, 2000, 2000 + 90 * kUs);
  script.run(5, 1, 2000, 2000 + 10 * kUs);
  script.run(5, 3, 2000 + 91 * kUs, 2000 + 95 * kUs);
  const TraceTimeline timeline = script.timeline();
  const std::vector<Gap> gaps = find_gaps(timeline);
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].text, "waited for an event of stream 4: long");
  EXPECT_EQ(path_of(timeline), "long -event-> last");
}

TEST(Analysis, ThePathGoesThroughTheNodesOfAGraph) {
  Script script;
  script.stream(4, 1, "cudaStreamCreateWithFlags");
  for (const auto& [before, after] : {std::pair{1, 2}, {1, 3}, {2, 4}, {3, 4}})
    script.graph_edge(7, before, after);
  script.kernel(4, 1, "first");
  script.graph(4, 2, 7);
  script.kernel(4, 3, "last");
  script.run(4, 1, 2000, 3000);
  script.run(4, 2, 3000, 9000);
  script.node(4, 2, 1, "root", 3000, 4000);
  script.node(4, 2, 2, "short", 4000, 5000);
  script.node(4, 2, 3, "long", 4000, 7000);
  script.node(4, 2, 4, "join", 7000, 9000);
  script.run(4, 3, 9000, 9500);
  EXPECT_EQ(path_of(script.timeline()),
            "first -stream-> root -graph-> long -graph-> join -stream-> last");
}

TEST(Analysis, CountsWhatRanAtOnce) {
  Script script;
  script.stream(4, 1, "cudaStreamCreateWithFlags");
  script.stream(5, 1, "cudaStreamCreateWithFlags");
  script.kernel(4, 1, "a");
  script.kernel(5, 1, "b");
  script.run(4, 1, 2000, 2000 + 30 * kUs);
  script.run(5, 1, 2000 + 20 * kUs, 2000 + 40 * kUs);
  const auto figures = figures_of(script.timeline());
  const auto value = [&](const std::string& label) {
    for (const auto& [key, text] : figures)
      if (key == label) return text;
    return std::string("missing");
  };
  EXPECT_EQ(value("from the first operation to the end of the last"), "40 µs");
  EXPECT_EQ(value("at least one operation running"), "40 µs, 100.0 %");
  EXPECT_EQ(value("operations at once, on average while any ran"), "1.25, at most 2");
}

TEST(Analysis, OfNothingIsNothing) {
  const TraceTimeline timeline = make_timeline(Recording{});
  EXPECT_TRUE(find_gaps(timeline).empty());
  EXPECT_TRUE(critical_path(timeline).empty());
  EXPECT_EQ(analyse(timeline).figures.size(), 1u);
}

}  // namespace
}  // namespace riffle::tool
