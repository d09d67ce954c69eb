// SPDX-License-Identifier: Apache-2.0
// Executable graphs on the engine: order, branches that need each other, launches in several
// streams, graphs inside graphs.
#include "exec_test.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace riffle::graph {
namespace {

using engine::Stream;
using engine::StreamKind;

TEST_F(GraphExecTest, AnEmptyGraphRuns) {
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
}

TEST_F(GraphExecTest, AChainRunsInOrderEachTime) {
  std::array<int, 100> cells{};
  Node* last = nullptr;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    last = last == nullptr ? add(copy_of_value(&cells[i], &cells[i - 1]))
                           : add(copy_of_value(&cells[i], &cells[i - 1]), {last});
  }
  const auto exec = instantiate();
  for (int round = 1; round < 50; ++round) {
    cells[0] = round;
    EXPECT_TRUE(exec->launch(*stream_));
    stream_->synchronize();
    ASSERT_EQ(cells.back(), round);
  }
}

TEST_F(GraphExecTest, ACycleIsRefused) {
  Node* const a = add(EmptyParams{});
  Node* const b = add(EmptyParams{}, {a});
  ASSERT_TRUE(graph_.add_edges({&b, 1}, {&a, 1}, {}));
  const auto exec = GraphExec::instantiate(graph_, *context_, 0);
  ASSERT_FALSE(exec.has_value());
  EXPECT_EQ(exec.error().fault, LoweringFault::kStructure);
}

struct Rendezvous {
  std::atomic<int> arrived{0};
  int wanted = 0;
};
void meet(void* user) {
  auto& rendezvous = *static_cast<Rendezvous*>(user);
  rendezvous.arrived.fetch_add(1);
  while (rendezvous.arrived.load() < rendezvous.wanted) std::this_thread::yield();
}

TEST_F(GraphExecTest, BranchesThatWaitForEachOtherAllRun) {
  Rendezvous rendezvous;
  rendezvous.wanted = 12;
  Node* const root = add(EmptyParams{});
  for (int i = 0; i < rendezvous.wanted; ++i) add(call(meet, &rendezvous), {root});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(rendezvous.arrived.load(), 12);
}

TEST_F(GraphExecTest, AHostNodeThatBlocksHoldsUpOnlyWhatDependsOnIt) {
  static std::atomic<bool> release{false};
  static std::atomic<bool> reached{false};
  release = false;
  reached = false;
  Node* const blocked = add(call(
      [](void*) {
        while (!release) std::this_thread::yield();
      },
      nullptr));
  Node* const other = add(EmptyParams{});
  Node* const after = add(call([](void*) { reached = true; }, nullptr), {other});
  add(EmptyParams{}, {blocked, after});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  while (!reached) std::this_thread::yield();
  EXPECT_FALSE(stream_->query());
  release = true;
  stream_->synchronize();
}

TEST_F(GraphExecTest, OperationsBehindALaunchWaitForAllOfIt) {
  static std::atomic<int> done{0};
  static int seen = -1;
  done = 0;
  for (int i = 0; i < 8; ++i)
    add(call(
        [](void*) {
          std::this_thread::yield();
          done.fetch_add(1);
        },
        nullptr));
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->enqueue_host_function([](void*, Code) { seen = done.load(); }, nullptr, false);
  stream_->synchronize();
  EXPECT_EQ(seen, 8);
  context_->synchronize();
}

TEST_F(GraphExecTest, LaunchesInSeveralStreamsRunOneAfterTheOther) {
  static std::atomic<int> running{0};
  static std::atomic<int> overlaps{0};
  static int count = 0;  // plain: the launches' order protects it
  running = 0;
  overlaps = 0;
  count = 0;
  Node* const begin = add(call(
      [](void*) {
        if (running.fetch_add(1) != 0) overlaps.fetch_add(1);
        ++count;
      },
      nullptr));
  Node* const left = add(EmptyParams{}, {begin});
  Node* const right = add(call([](void*) {}, nullptr), {begin});
  add(call([](void*) { running.fetch_sub(1); }, nullptr), {left, right});
  auto exec = instantiate();
  Stream* const other = context_->create_stream(StreamKind::kBlocking, 0);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(exec->launch(*stream_));
    EXPECT_TRUE(exec->launch(*other));
    EXPECT_TRUE(exec->launch(context_->legacy()));
  }
  exec.reset();  // pending launches go on
  context_->synchronize();
  EXPECT_EQ(overlaps.load(), 0);
  EXPECT_EQ(count, 300);
}

TEST_F(GraphExecTest, AFaultSkipsTheRest) {
  static int ran = 0;
  ran = 0;
  add(call([](void*) { ++ran; }, nullptr));
  const auto exec = instantiate();
  context_->raise(Code::kIllegalAddress);
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(context_->fault(), Code::kIllegalAddress);
}

TEST_F(GraphExecTest, ChildGraphsRunInPlace) {
  std::array<int, 4> cells{};
  Node* const first = add(copy_of_value(&cells[1], &cells[0]));
  auto child = std::make_unique<Graph>();
  Node* const inner = add_to(*child, copy_of_value(&cells[2], &cells[1]));
  add_to(*child, EmptyParams{});
  Node* const middle = add(ChildGraphParams{std::move(child)}, {first});
  add(copy_of_value(&cells[3], &cells[2]), {middle});
  add(ChildGraphParams{std::make_unique<Graph>()});
  const auto exec = instantiate();
  cells[0] = 9;
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(cells[3], 9);
  Graph replacement;
  int forty = 40;
  add_to(replacement, copy_of_value(&cells[2], &forty));
  EXPECT_FALSE(exec->set_child(middle->id(), replacement));
  add_to(replacement, EmptyParams{});
  EXPECT_TRUE(exec->set_child(middle->id(), replacement));
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(cells[3], 40);
  EXPECT_NE(exec->find(inner->id()), nullptr);
}

// --- Random graphs: every node reads, without atomics, what its dependencies wrote. ---

struct RandomGraph {
  static constexpr std::size_t kNodes = 60;

  struct HostNode {
    RandomGraph* graph;
    std::size_t number;
  };

  std::array<std::uint64_t, kNodes + 1> cells{};  // the last is the launch's number
  std::array<std::vector<std::size_t>, kNodes> leaders;
  std::array<HostNode, kNodes> hosts{};
  std::atomic<int> errors{0};
  Graph graph;

  RandomGraph(std::mt19937& random, bool with_host_nodes) {
    std::array<Node*, kNodes> nodes{};
    for (std::size_t i = 0; i < kNodes; ++i) {
      std::vector<Dependency> dependencies;
      for (std::size_t tries = random() % 4; tries-- > 0 && i > 0;) {
        const std::size_t leader = i - 1 - random() % std::min<std::size_t>(i, 12);
        if (std::ranges::find(leaders[i], leader) != leaders[i].end()) continue;
        leaders[i].push_back(leader);
        dependencies.push_back({nodes[leader], {}});
      }
      hosts[i] = {this, i};
      const std::size_t from = leaders[i].empty() ? kNodes : leaders[i][0];
      const bool is_host = with_host_nodes && random() % 4 == 0;
      NodeParams params = is_host ? NodeParams(call(run_host, &hosts[i]))
                                  : NodeParams(copy_of_value(&cells[i], &cells[from]));
      nodes[i] = graph.add_node(std::move(params), dependencies).value();
    }
  }

  static void run_host(void* user) {
    const auto [graph, number] = *static_cast<HostNode*>(user);
    for (const std::size_t leader : graph->leaders[number])
      if (graph->cells[leader] != graph->cells[kNodes]) graph->errors.fetch_add(1);
    graph->cells[number] = graph->cells[kNodes];
  }
};

TEST_F(GraphExecTest, RandomGraphsKeepTheirOrder) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    RandomGraph made(random, seed % 2 == 0);  // without, its steps are run as they lie
    const auto exec = instantiate(made.graph);
    static std::atomic<int> wrong{0};
    wrong = 0;
    for (int round = 0; round < 20; ++round) {
      // The number changes between launches, in order with them.
      stream_->enqueue_host_function(
          [](void* user, Code) {
            auto& graph = *static_cast<RandomGraph*>(user);
            for (const std::uint64_t cell : graph.cells)
              if (cell != graph.cells.back()) wrong.fetch_add(1);
            ++graph.cells.back();
          },
          &made, false);
      ASSERT_TRUE(exec->launch(*stream_));
    }
    stream_->synchronize();
    EXPECT_EQ(made.errors.load(), 0) << "seed " << seed;
    EXPECT_EQ(wrong.load(), 0) << "seed " << seed;
    EXPECT_EQ(made.cells[0], 20u);
  }
}

}  // namespace
}  // namespace riffle::graph
