// SPDX-License-Identifier: Apache-2.0
// From records, written by hand, to operations, edges and lanes.
#include "trace/timeline.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace riffle::tool {
namespace {

using trace::OperationType;
using trace::Record;
using trace::RecordKind;

/// One host thread that enqueues, one worker that runs; a tick is a nanosecond.
class Script {
 public:
  Script() {
    recording_.threads.resize(2);
    recording_.threads[0].id = 10;
    recording_.threads[0].name = "program";
    recording_.threads[1].id = 11;
    recording_.threads[1].name = "riffle-worker";
    add_call("start");
  }

  void stream(std::uint32_t id, std::uint8_t kind, const std::string& maker) {
    Record& record = add(0, RecordKind::kStream);
    record.type = static_cast<OperationType>(kind);
    record.small = id;
    record.name = text(maker);
  }
  void call(const std::string& name) {
    now_ += 10;
    add_call(name);
  }
  /// The stream's id is its timeline too.
  void kernel(std::uint32_t stream, std::uint64_t ticket, const std::string& name) {
    call("cudaLaunchKernel");
    Record& record = enqueue(OperationType::kKernel, stream, ticket);
    record.name = text(name);
    record.grid = {2, 3, 4};
    record.block = trace::pack_block(1024, 1, 64);
  }
  void wait(std::uint32_t stream, std::uint64_t ticket, std::uint64_t awaited,
            std::uint64_t awaited_ticket) {
    Record& record = enqueue(OperationType::kWait, stream, ticket);
    record.awaited_timeline = awaited;
    record.awaited_ticket = awaited_ticket;
  }
  void run(std::uint32_t stream, std::uint64_t ticket, std::uint64_t begin, std::uint64_t end) {
    Record& record = add(1, RecordKind::kRun);
    record.small = stream;
    record.begin = begin;
    record.end = end;
    record.timeline = stream;
    record.ticket = ticket;
  }
  void end(std::uint32_t stream, std::uint64_t ticket, std::uint64_t end) {
    Record& record = add(0, RecordKind::kEnd);
    record.small = stream;
    record.end = end;
    record.timeline = stream;
    record.ticket = ticket;
  }
  std::uint32_t text(const std::string& value) {
    recording_.texts[++texts_] = value;
    return texts_;
  }
  Timeline timeline() const { return make_timeline(recording_); }

 private:
  Record& add(int thread, RecordKind kind) {
    Record& record = recording_.threads[thread].records.emplace_back();
    record.kind = kind;
    return record;
  }
  void add_call(const std::string& name) {
    Record& record = add(0, RecordKind::kCall);
    record.begin = now_;
    record.end = now_ + 5;
    record.name = text(name);
  }
  Record& enqueue(OperationType type, std::uint32_t stream, std::uint64_t ticket) {
    Record& record = add(0, RecordKind::kEnqueued);
    record.type = type;
    record.small = stream;
    record.begin = now_;
    record.timeline = stream;
    record.ticket = ticket;
    return record;
  }

  Recording recording_;
  std::uint64_t now_ = 1000;
  std::uint32_t texts_ = 0;
};

std::vector<std::string> edges_of(const Timeline& timeline) {
  std::vector<std::string> found;
  for (const Edge& edge : timeline.edges) {
    const auto name = [&](Index i) { return timeline.names[timeline.operations[i].name]; };
    found.push_back(name(edge.before) + (edge.kind == EdgeKind::kEvent ? " -> " : " => ") +
                    name(edge.after));
  }
  std::ranges::sort(found);
  return found;
}

TEST(Timeline, OperationsHaveTimesNamesAndShapes) {
  Script script;
  script.stream(4, 1, "cudaStreamCreateWithFlags");
  script.kernel(4, 1, "_Z5scalePfi");
  script.run(4, 1, 2000, 2500);
  const Timeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  const Operation& kernel = timeline.operations[0];
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

TEST(Timeline, AnEventsWaitIsAnEdgeToTheNextOperation) {
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

TEST(Timeline, OtherWaitsAreTheDefaultStreamsRule) {
  Script script;
  script.kernel(4, 1, "a");
  script.call("cudaLaunchKernel");
  script.wait(1, 1, 4, 1);
  script.kernel(1, 2, "legacy");
  script.run(4, 1, 2000, 2100);
  script.run(1, 2, 2100, 2200);
  EXPECT_EQ(edges_of(script.timeline()), (std::vector<std::string>{"a => legacy"}));
}

TEST(Timeline, WaitsOfWaitsReachTheOperationBehind) {
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

TEST(Timeline, AnOperationThatEndsOnAnotherThreadIsWhole) {
  Script script;
  script.kernel(4, 1, "a");
  script.run(4, 1, 2000, 0);
  script.end(4, 1, 2700);
  const Timeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  EXPECT_EQ(timeline.operations[0].duration(), 700);
  EXPECT_FALSE(timeline.operations[0].is_open);
}

TEST(Timeline, WhatNeverEndedSaysSo) {
  Script script;
  script.kernel(4, 1, "a");
  script.kernel(4, 2, "never began");
  script.run(4, 1, 2000, 0);
  const Timeline timeline = script.timeline();
  ASSERT_EQ(timeline.operations.size(), 1u);
  EXPECT_TRUE(timeline.operations[0].is_open);
}

}  // namespace
}  // namespace riffle::tool
