// SPDX-License-Identifier: Apache-2.0
// A graph, a stream, and what the tests of executable graphs build nodes with.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/graph/graph_exec.h"

namespace riffle::graph {

class GraphExecTest : public testing::Test {
 protected:
  void SetUp() override {
    context_ = engine::ContextStreams::create();
    ASSERT_NE(context_, nullptr);
    stream_ = context_->create_stream(engine::StreamKind::kNonBlocking, 0);
  }

  Node* add(NodeParams params, std::initializer_list<Node*> after = {}) {
    return add_to(graph_, std::move(params), after);
  }
  static Node* add_to(Graph& graph, NodeParams params, std::initializer_list<Node*> after = {}) {
    std::vector<Dependency> dependencies;
    for (Node* const node : after) dependencies.push_back({node, {}});
    return graph.add_node(std::move(params), dependencies).value();
  }
  std::unique_ptr<GraphExec> instantiate() { return instantiate(graph_); }
  std::unique_ptr<GraphExec> instantiate(Graph& graph) {
    auto exec = GraphExec::instantiate(graph, *context_, 0);
    EXPECT_TRUE(exec.has_value());
    return exec ? std::move(*exec) : nullptr;
  }

  std::unique_ptr<engine::ContextStreams> context_;
  engine::Stream* stream_ = nullptr;
  Graph graph_;
};

template <class T>
CopyParams copy_of_value(T* to, const T* from) {
  return CopyParams::flat(to, from, sizeof(T), memory::Direction::kDefault);
}

inline HostParams call(void (*function)(void*), void* user) { return {function, user}; }

}  // namespace riffle::graph
