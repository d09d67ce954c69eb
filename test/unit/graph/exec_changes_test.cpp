// SPDX-License-Identifier: Apache-2.0
// Changes of executable graphs: parameters, nodes switched off, whole updates.
#include "exec_test.h"

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace riffle::graph {
namespace {

TEST_F(GraphExecTest, PendingLaunchesKeepTheirParameters) {
  static std::atomic<bool> release{false};
  release = false;
  int from[] = {1, 2};
  std::array<int, 2> to{};
  Node* const gate = add(call(
      [](void*) {
        while (!release) std::this_thread::yield();
      },
      nullptr));
  Node* const copy = add(copy_of_value(&to[0], &from[0]), {gate});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  EXPECT_TRUE(exec->set_params(copy->id(), copy_of_value(&to[1], &from[1])));
  EXPECT_TRUE(exec->launch(*stream_));
  release = true;
  stream_->synchronize();
  EXPECT_EQ(to[0], 1);
  EXPECT_EQ(to[1], 2);
  EXPECT_FALSE(exec->set_params(gate->id(), copy_of_value(&to[1], &from[1])));
  EXPECT_FALSE(exec->set_params(12345678, copy_of_value(&to[1], &from[1])));
}

TEST_F(GraphExecTest, DisabledNodesDoNothing) {
  int from = 5;
  int to = 0;
  Node* const copy = add(copy_of_value(&to, &from));
  Node* const host = add(call([](void*) {}, nullptr), {copy});
  const auto exec = instantiate();
  EXPECT_TRUE(*exec->is_enabled(copy->id()));
  EXPECT_TRUE(exec->set_enabled(copy->id(), false));
  EXPECT_FALSE(exec->set_enabled(host->id(), false));
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(to, 0);
  EXPECT_TRUE(exec->set_enabled(copy->id(), true));
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(to, 5);
}

TEST_F(GraphExecTest, AnUpdateChangesAllNodesOrNone) {
  int from[] = {1, 2};
  int to = 0;
  Node* const copy = add(copy_of_value(&to, &from[0]));
  add(EmptyParams{}, {copy});
  const auto exec = instantiate();
  const auto other = std::move(*graph_.clone());
  other->nodes()[0]->params = copy_of_value(&to, &from[1]);
  UpdateFailure failure;
  EXPECT_TRUE(exec->update(*other, failure));
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  EXPECT_EQ(to, 2);
  add_to(*other, EmptyParams{}, {});
  EXPECT_FALSE(exec->update(*other, failure));
  EXPECT_EQ(failure.result, UpdateResult::kTopologyChanged);
  EXPECT_EQ(failure.node, nullptr);
  Graph different;
  Node* const host = add_to(different, call([](void*) {}, nullptr));
  add_to(different, EmptyParams{}, {host});
  EXPECT_FALSE(exec->update(different, failure));
  EXPECT_EQ(failure.result, UpdateResult::kNodeTypeChanged);
  EXPECT_EQ(failure.node, host);
}

// ---- User objects: an exec holds what the graph holds whose parameters it has ----

void count_destruction(void* pointer) { ++*static_cast<std::atomic<int>*>(pointer); }

/// `destroyed` counts the moment when neither the graph nor an exec needs it any more; static, as that may be in another
/// thread, or with the fixture behind the test.
void hold(Graph& graph, std::atomic<int>& destroyed) {
  graph.user_objects.add(new UserObject(&destroyed, count_destruction, 1), 1);
}

TEST_F(GraphExecTest, AnUpdateReplacesUserObjects) {
  static std::atomic<int> replaced;
  replaced = 0;
  static std::atomic<int> held;
  held = 0;
  add(call([](void*) {}, nullptr));
  auto other = std::move(*graph_.clone());
  const auto exec = instantiate();
  hold(*other, replaced);
  UpdateFailure failure;
  EXPECT_TRUE(exec->update(*other, failure));
  other = std::move(*graph_.clone());
  EXPECT_EQ(replaced, 0);
  hold(*other, held);
  Node* const surplus = add_to(*other, EmptyParams{}, {});
  EXPECT_FALSE(exec->update(*other, failure));
  EXPECT_EQ(replaced, 0);
  EXPECT_TRUE(other->remove_node(*surplus));
  EXPECT_TRUE(exec->update(*other, failure));
  EXPECT_EQ(replaced, 1);
  other.reset();
  EXPECT_EQ(held, 0);
}

TEST_F(GraphExecTest, AnUpdateOfAChildReplacesItsUserObjects) {
  static std::atomic<int> outer;
  outer = 0;
  static std::atomic<int> first;
  first = 0;
  static std::atomic<int> second;
  second = 0;
  Graph child;
  add_to(child, call([](void*) {}, nullptr));
  hold(graph_, outer);
  Node* const node = add(ChildGraphParams{std::move(*child.clone())});
  hold(*node->as<ChildGraphParams>()->graph, first);
  const auto exec = instantiate();
  const std::uint64_t id = node->id();
  EXPECT_TRUE(graph_.remove_node(*node));
  EXPECT_EQ(first, 0);
  hold(child, second);
  EXPECT_TRUE(exec->set_child(id, child));
  EXPECT_EQ(first, 1);
  EXPECT_EQ(outer + second, 0);
}

TEST_F(GraphExecTest, ReplacedUserObjectsLiveUntilLaunchesHaveEnded) {
  static std::atomic<bool> release{false};
  release = false;
  static std::atomic<int> replaced;
  replaced = 0;
  auto graph = std::make_unique<Graph>();
  hold(*graph, replaced);
  const auto wait = [](void*) {
    while (!release) std::this_thread::yield();
  };
  add_to(*graph, call(wait, nullptr));
  const auto exec = instantiate(*graph);
  Graph other;
  add_to(other, call([](void*) {}, nullptr));
  EXPECT_TRUE(exec->launch(*stream_));
  UpdateFailure failure;
  EXPECT_TRUE(exec->update(other, failure));
  graph.reset();
  EXPECT_EQ(replaced, 0);
  release = true;
  stream_->synchronize();
}

}  // namespace
}  // namespace riffle::graph
