// SPDX-License-Identifier: Apache-2.0
// Conditional nodes, and the values behind them.
#include "exec_test.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

namespace riffle::graph {
namespace {

// A body that counts the condition down: the condition is a word in memory like any other.
TEST_F(GraphExecTest, AWhileNodeRepeatsItsBody) {
  Condition& condition = graph_.add_condition(1, true);
  condition.has_node = true;
  std::array<std::uint32_t, 3> values = {1, 1, 0};
  std::array<std::uint32_t, 4> shifted{};
  auto body = std::make_unique<Graph>();
  Graph& inside = *body;
  // values moves down by one place in each round, its first goes to the condition
  Node* const shift = add_to(
      inside, CopyParams::flat(shifted.data(), values.data(), 12, memory::Direction::kDefault));
  Node* const decide = add_to(
      inside, CopyParams::flat(&condition.value, &shifted[1], 4, memory::Direction::kDefault),
      {shift});
  add_to(inside, CopyParams::flat(values.data(), &shifted[1], 12, memory::Direction::kDefault),
         {shift, decide});
  ConditionalParams loop;
  loop.handle = condition.handle();
  loop.kind = ConditionalKind::kWhile;
  loop.bodies.push_back(std::move(body));
  Node* const node = add(std::move(loop));
  std::uint32_t result = 7;
  add(copy_of_value(&result, &values[0]), {node});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(result, 0u);
  EXPECT_EQ(condition.value.load(), 0u);
}

TEST_F(GraphExecTest, ASwitchRunsOneBodyOrNone) {
  Condition& condition = graph_.add_condition(0, false);
  condition.has_node = true;
  std::uint32_t choice = 0;
  std::array<int, 2> from = {10, 20};
  int to = 0;
  Node* const choose =
      add(CopyParams::flat(&condition.value, &choice, 4, memory::Direction::kDefault));
  ConditionalParams conditional;
  conditional.handle = condition.handle();
  conditional.kind = ConditionalKind::kSwitch;
  for (int& value : from) {
    auto body = std::make_unique<Graph>();
    add_to(*body, copy_of_value(&to, &value));
    conditional.bodies.push_back(std::move(body));
  }
  add(std::move(conditional), {choose});
  const auto exec = instantiate();
  for (const auto& [chosen, expected] : {std::pair{0u, 10}, {1u, 20}, {2u, 0}}) {
    choice = chosen;
    to = 0;
    EXPECT_TRUE(exec->launch(*stream_));
    stream_->synchronize();
    EXPECT_EQ(to, expected);
  }
}

struct IfGraph {
  explicit IfGraph(std::uint32_t default_value, bool assigns_default, int* to, const int* from)
      : condition(graph.add_condition(default_value, assigns_default)) {
    condition.has_node = true;
    ConditionalParams choice;
    choice.handle = condition.handle();
    choice.bodies.push_back(std::make_unique<Graph>());
    EXPECT_TRUE(choice.bodies.front()->add_node(copy_of_value(to, from)).has_value());
    node = graph.add_node(std::move(choice), {}).value();
  }
  Graph graph;
  Condition& condition;
  Node* node = nullptr;
};

TEST_F(GraphExecTest, AConditionBeginsAsZeroAndOutlivesAnExec) {
  const int one = 1;
  int seen = 0;
  IfGraph choice(1, false, &seen, &one);
  {
    const auto exec = instantiate(choice.graph);
    EXPECT_TRUE(exec->launch(*stream_));
    stream_->synchronize();
    EXPECT_EQ(seen, 0);
    const auto second = GraphExec::instantiate(choice.graph, *context_, 0);
    ASSERT_FALSE(second.has_value()) << "one at a time";
    EXPECT_EQ(second.error().error.code, Code::kNotSupported);
    choice.condition.value = 1;
  }
  const auto next = instantiate(choice.graph);
  EXPECT_TRUE(next->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(seen, 1);
}

TEST_F(GraphExecTest, DestroyingAnExecWithConditionsWaitsForItsLaunch) {
  const int one = 1;
  int seen = 0;
  IfGraph choice(1, true, &seen, &one);
  static std::atomic<bool> goes_on{false};
  goes_on = false;
  Node* const hold = add_to(choice.graph, call(
                                              [](void*) {
                                                while (!goes_on) std::this_thread::yield();
                                              },
                                              nullptr));
  ASSERT_TRUE(choice.graph.add_edges({&hold, 1}, {&choice.node, 1}, {}));
  auto exec = instantiate(choice.graph);
  EXPECT_TRUE(exec->launch(*stream_));
  std::thread opener([] { goes_on = true; });
  exec.reset();
  EXPECT_EQ(seen, 1);
  opener.join();
  stream_->synchronize();
}

TEST_F(GraphExecTest, AnUpdateBringsItsOwnConditions) {
  const int one = 1;
  const int two = 2;
  int seen = 0;
  IfGraph first(0, true, &seen, &one);
  auto second = std::make_unique<IfGraph>(1, true, &seen, &two);
  const auto exec = instantiate(first.graph);
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(seen, 0);
  UpdateFailure failure;
  EXPECT_TRUE(exec->update(second->graph, failure));
  second.reset();  // the exec keeps the values
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace riffle::graph
