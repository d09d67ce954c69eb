// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/capture.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace riffle::graph {
namespace {

const int kContext = 0;
constexpr CaptureStream kFree{.context = &kContext, .is_legacy = false, .is_blocking = false};
constexpr CaptureStream kBlocking{.context = &kContext, .is_legacy = false, .is_blocking = true};
constexpr CaptureStream kLegacy{.context = &kContext, .is_legacy = true, .is_blocking = false};

Code code_of(const Status& status) { return status ? Code::kOk : status.error().code; }

Status begin(CaptureMember& member, CaptureMode mode = CaptureMode::kGlobal,
             const CaptureStream& stream = kFree) {
  return begin_capture(member, stream, mode, nullptr, {});
}

/// The graph of a capture that ended well, or why it did not.
struct End {
  explicit End(CaptureMember& member) {
    const auto ended = end_capture(member);
    if (ended) {
      graph.reset(*ended);
    } else {
      code = ended.error().code;
    }
  }
  Code code = Code::kOk;
  std::unique_ptr<Graph> graph;
};

void work(CaptureMember& member) {
  const auto done = capture_node(member, EmptyParams{});
  ASSERT_TRUE(done.has_value());
  ASSERT_TRUE(done->has_value());
}

TEST(CaptureTest, NodesOfAStreamFollowEachOther) {
  CaptureMember stream;
  EXPECT_FALSE(capture_node(stream, EmptyParams{}).has_value());
  ASSERT_TRUE(begin(stream));
  EXPECT_TRUE(is_any_capture_in_progress());
  for (int i = 0; i < 3; ++i) work(stream);
  const End end(stream);
  ASSERT_NE(end.graph, nullptr);
  ASSERT_EQ(end.graph->nodes().size(), 3u);
  EXPECT_EQ(end.graph->edge_count(), 2u);
  EXPECT_FALSE(end.graph->is_being_captured);
  EXPECT_FALSE(is_any_capture_in_progress());
  EXPECT_EQ(End(stream).code, Code::kIllegalState);
}

TEST(CaptureTest, OnlyEdgesFromKernelsAreProgrammatic) {
  CaptureMember stream;
  const auto kernel = [&](AfterKernels after) {
    const auto done = capture_node(stream, KernelParams{}, after);
    ASSERT_TRUE(done.has_value() && done->has_value());
  };
  ASSERT_TRUE(begin(stream));
  work(stream);
  kernel(AfterKernels::kProgrammatic);
  kernel(AfterKernels::kProgrammatic);
  kernel(AfterKernels::kEnd);
  const End end(stream);
  ASSERT_NE(end.graph, nullptr);
  std::vector<EdgeData> edges;
  for (const Node* node : end.graph->nodes())
    if (node->first_dependency() != nullptr) edges.push_back(node->first_dependency()->data);
  EXPECT_EQ(edges, (std::vector<EdgeData>{{}, kProgrammaticEdge, {}}));
}

TEST(CaptureTest, ForkAndJoin) {
  CaptureMember origin;
  CaptureMember fork;
  ASSERT_TRUE(begin(origin));
  work(origin);
  const auto forked = capture_record(origin);
  ASSERT_TRUE(capture_wait(fork, kFree, *forked));
  work(fork);
  work(origin);
  const auto joined = capture_record(fork);
  ASSERT_TRUE(capture_wait(origin, kFree, *joined));
  EXPECT_EQ(capture_info(origin).dependencies.size(), 2u);
  work(origin);
  const End end(origin);
  ASSERT_NE(end.graph, nullptr);
  EXPECT_EQ(end.graph->edge_count(), 4u);
  EXPECT_FALSE(fork.is_capturing());
}

TEST(CaptureTest, WhatIsNotJoinedIsRefused) {
  CaptureMember origin;
  auto fork = std::make_unique<CaptureMember>();
  ASSERT_TRUE(begin(origin));
  ASSERT_TRUE(capture_wait(*fork, kFree, *capture_record(origin)));
  work(*fork);
  EXPECT_EQ(End(origin).code, Code::kCaptureUnjoined);
  EXPECT_FALSE(fork->is_capturing());

  ASSERT_TRUE(begin(origin));
  ASSERT_TRUE(capture_wait(*fork, kFree, *capture_record(origin)));
  work(*fork);
  fork.reset();  // what it captured stays to be joined
  EXPECT_EQ(End(origin).code, Code::kCaptureUnjoined);
}

TEST(CaptureTest, DroppedNodesNeedNotBeJoined) {
  CaptureMember origin;
  CaptureMember fork;
  ASSERT_TRUE(begin(origin));
  ASSERT_TRUE(capture_wait(fork, kFree, *capture_record(origin)));
  work(fork);
  ASSERT_TRUE(update_dependencies(fork, {}, true));
  EXPECT_EQ(End(origin).code, Code::kOk);

  // Dropped by another stream than the one that captured them.
  ASSERT_TRUE(begin(origin));
  ASSERT_TRUE(capture_wait(fork, kFree, *capture_record(origin)));
  work(fork);
  ASSERT_TRUE(capture_wait(origin, kFree, *capture_record(fork)));
  ASSERT_TRUE(update_dependencies(origin, {}, true));
  EXPECT_EQ(End(origin).code, Code::kOk);
}

TEST(CaptureTest, DestroyingTheOriginDropsTheCapture) {
  auto origin = std::make_unique<CaptureMember>();
  CaptureMember fork;
  ASSERT_TRUE(begin(*origin));
  const auto record = capture_record(*origin);
  ASSERT_TRUE(capture_wait(fork, kFree, *record));
  origin.reset();
  EXPECT_FALSE(fork.is_capturing());
  EXPECT_FALSE(is_any_capture_in_progress());
  EXPECT_EQ(refuse_captured(*record, true), Code::kInvalidValue);
}

TEST(CaptureTest, TwoCapturesDoNotMerge) {
  CaptureMember first;
  CaptureMember second;
  ASSERT_TRUE(begin(first));
  ASSERT_TRUE(begin(second));
  EXPECT_NE(capture_info(first).id, capture_info(second).id);
  EXPECT_EQ(code_of(capture_wait(second, kFree, *capture_record(first))), Code::kCaptureMerge);
  EXPECT_EQ(code_of(*capture_node(first, EmptyParams{})), Code::kCaptureInvalidated);
  EXPECT_EQ(End(first).code, Code::kCaptureInvalidated);
  EXPECT_EQ(End(second).code, Code::kCaptureInvalidated);
}

TEST(CaptureTest, EndingElsewhere) {
  CaptureMember origin;
  CaptureMember fork;
  ASSERT_TRUE(begin(origin));
  ASSERT_TRUE(capture_wait(fork, kFree, *capture_record(origin)));
  EXPECT_EQ(End(fork).code, Code::kCaptureUnmatched);
  EXPECT_EQ(origin.status(), CaptureStatus::kInvalidated);
  EXPECT_EQ(End(origin).code, Code::kCaptureInvalidated);
  for (const auto& [mode, expected] :
       {std::pair(CaptureMode::kGlobal, Code::kCaptureWrongThread),
        std::pair(CaptureMode::kThreadLocal, Code::kCaptureWrongThread),
        std::pair(CaptureMode::kRelaxed, Code::kOk)}) {
    ASSERT_TRUE(begin(origin, mode));
    std::thread([&] { EXPECT_EQ(End(origin).code, expected); }).join();
    EXPECT_FALSE(origin.is_capturing());
  }
}

TEST(CaptureTest, UnsafeCallsByModeAndThread) {
  using Mode = CaptureMode;
  using Thread = ThreadMode;
  struct Case {
    Mode capture;
    Thread thread;
    bool here;
    bool elsewhere;
  };
  for (const Case& c : {Case{Mode::kGlobal, Thread::kGlobal, true, true},
                        Case{Mode::kGlobal, Thread::kThreadLocal, true, false},
                        Case{Mode::kGlobal, Thread::kRelaxed, false, false},
                        Case{Mode::kThreadLocal, Thread::kGlobal, true, false},
                        Case{Mode::kThreadLocal, Thread::kThreadLocal, true, false},
                        Case{Mode::kRelaxed, Thread::kGlobal, false, false}}) {
    for (const bool is_here : {true, false}) {
      CaptureMember stream;
      ASSERT_TRUE(begin(stream, c.capture));
      Code code = Code::kOk;
      if (is_here) {
        code = refuse_unsafe(c.thread);
      } else {
        std::thread([&] { code = refuse_unsafe(c.thread); }).join();
      }
      const bool is_refused = is_here ? c.here : c.elsewhere;
      EXPECT_EQ(code, is_refused ? Code::kCaptureUnsupported : Code::kOk);
      EXPECT_EQ(End(stream).code, is_refused ? Code::kCaptureInvalidated : Code::kOk);
    }
  }
}

TEST(CaptureTest, TheLegacyStreamAndBlockingOnes) {
  CaptureMember stream;
  CaptureMember legacy;
  ASSERT_TRUE(begin(stream, CaptureMode::kRelaxed));
  EXPECT_EQ(refuse_legacy(&kContext, true), Code::kOk);
  EXPECT_EQ(code_of(capture_wait(legacy, kLegacy, *capture_record(stream))),
            Code::kCaptureImplicit);
  EXPECT_EQ(End(stream).code, Code::kCaptureInvalidated);
  ASSERT_TRUE(begin(stream, CaptureMode::kRelaxed, kBlocking));
  EXPECT_EQ(refuse_legacy(&legacy, true), Code::kOk);  // another context
  EXPECT_EQ(refuse_legacy(&kContext, false), Code::kCaptureImplicit);
  EXPECT_EQ(stream.status(), CaptureStatus::kActive);
  EXPECT_EQ(refuse_legacy(&kContext, true), Code::kCaptureImplicit);
  EXPECT_EQ(End(stream).code, Code::kCaptureInvalidated);
}

TEST(CaptureTest, IntoAGraphThatExists) {
  auto graph = std::make_unique<Graph>();
  Graph other;
  Node* const first = *graph->add_node(EmptyParams{});
  Node* const foreign = *other.add_node(EmptyParams{});
  CaptureMember stream;
  CaptureMember second;
  const Dependency wrong{foreign, {}};
  EXPECT_EQ(code_of(begin_capture(stream, kFree, CaptureMode::kGlobal, graph.get(), {&wrong, 1})),
            Code::kInvalidValue);
  const Dependency twice[] = {{first, {}}, {first, {}}};
  ASSERT_TRUE(begin_capture(stream, kFree, CaptureMode::kGlobal, graph.get(), twice));
  EXPECT_EQ(code_of(begin_capture(second, kFree, CaptureMode::kGlobal, graph.get(), {})),
            Code::kIllegalState);
  EXPECT_FALSE(graph->remove_node(*first));
  work(stream);
  const auto ended = end_capture(stream);
  ASSERT_TRUE(ended);
  EXPECT_EQ(*ended, graph.get());
  EXPECT_EQ(graph->edge_count(), 1u);

  // A capture that fails takes the graph with it.
  const auto handle = graphs().show(*graph);
  ASSERT_TRUE(begin_capture(stream, kFree, CaptureMode::kGlobal, graph.release(), {}));
  invalidate_capture(stream);
  EXPECT_EQ(End(stream).code, Code::kCaptureInvalidated);
  EXPECT_EQ(graphs().find(reinterpret_cast<void*>(handle)), nullptr);
}

TEST(CaptureTest, EventsOutliveTheirCapture) {
  CaptureMember stream;
  CaptureMember other;
  ASSERT_TRUE(begin(stream));
  const auto record = capture_record(stream);
  EXPECT_EQ(refuse_captured(*record, false), Code::kCapturedEvent);
  EXPECT_EQ(stream.status(), CaptureStatus::kActive);
  EXPECT_EQ(End(stream).code, Code::kOk);
  EXPECT_EQ(refuse_captured(*record, true), Code::kInvalidValue);
  EXPECT_EQ(code_of(capture_wait(other, kFree, *record)), Code::kInvalidValue);
  ASSERT_TRUE(begin(other));
  EXPECT_EQ(code_of(capture_wait(other, kFree, *record)), Code::kInvalidValue);
  EXPECT_EQ(other.status(), CaptureStatus::kInvalidated);
}

TEST(CaptureTest, ManyThreadsMayEnqueueIntoOneCapture) {
  constexpr int kThreads = 8;
  constexpr int kNodes = 500;
  CaptureMember origin;
  std::vector<std::unique_ptr<CaptureMember>> forks;
  ASSERT_TRUE(begin(origin));
  work(origin);
  const auto fork = capture_record(origin);
  for (int i = 0; i < kThreads; ++i) {
    forks.push_back(std::make_unique<CaptureMember>());
    ASSERT_TRUE(capture_wait(*forks.back(), kFree, *fork));
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&origin, &own = *forks[static_cast<std::size_t>(i)]] {
      for (int k = 0; k < kNodes; ++k) {
        work(own);
        if (k % 50 == 0) work(origin);
      }
      EXPECT_TRUE(capture_wait(origin, kFree, *capture_record(own)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const End end(origin);
  ASSERT_NE(end.graph, nullptr);
  EXPECT_EQ(end.graph->nodes().size(), 1u + kThreads * kNodes + kThreads * kNodes / 50);
  EXPECT_TRUE(end.graph->topological_order().has_value());
}

TEST(CaptureTest, EndingWhileOthersEnqueue) {
  for (int round = 0; round < 50; ++round) {
    CaptureMember stream;
    ASSERT_TRUE(begin(stream));
    std::thread other([&] {
      while (const auto done = capture_node(stream, EmptyParams{})) ASSERT_TRUE(done->has_value());
    });
    const End end(stream);
    EXPECT_EQ(end.code, Code::kOk);
    other.join();
  }
}

}  // namespace
}  // namespace riffle::graph
