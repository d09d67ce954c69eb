// SPDX-License-Identifier: Apache-2.0
// Nodes that signal semaphores and wait for them.
#include "exec_test.h"

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace riffle::graph {
namespace {

struct Signal {
  std::atomic<bool> is_given{false};
  static void give(void* signal) { static_cast<Signal*>(signal)->is_given = true; }
  static void await(void* signal) {
    while (!static_cast<Signal*>(signal)->is_given) std::this_thread::yield();
  }
};

template <class Params>
Params semaphore(const std::shared_ptr<Signal>& signal, void (*use)(void*)) {
  Params params;
  params.handles = {1};
  params.semaphores = signal;
  params.use = use;
  return params;
}

TEST_F(GraphExecTest, AWaitForASemaphoreHoldsUpOnlyWhatDependsOnIt) {
  const auto signal = std::make_shared<Signal>();
  std::array<int, 3> cells = {7, 0, 0};
  Node* const wait = add(semaphore<SemaphoreWaitParams>(signal, Signal::await));
  add(copy_of_value(&cells[1], &cells[0]), {wait});
  // The other branch gives the signal.
  Node* const first = add(copy_of_value(&cells[2], &cells[0]));
  add(semaphore<SemaphoreSignalParams>(signal, Signal::give), {first});
  const auto exec = instantiate();
  for (int i = 0; i < 20; ++i) {
    signal->is_given = false;
    cells = {i + 1, 0, 0};
    EXPECT_TRUE(exec->launch(*stream_));
    stream_->synchronize();
    EXPECT_EQ(cells[1], i + 1);
    EXPECT_EQ(cells[2], i + 1);
  }
}

TEST_F(GraphExecTest, SemaphoresAreSignalledAfterAFaultAndKeptAlive) {
  auto signal = std::make_shared<Signal>();
  add(semaphore<SemaphoreSignalParams>(signal, Signal::give));
  const auto exec = instantiate();
  const std::weak_ptr<Signal> seen = signal;
  context_->raise(Code::kIllegalAddress);
  signal.reset();
  EXPECT_TRUE(exec->launch(*stream_));
  stream_->synchronize();
  ASSERT_FALSE(seen.expired());
  EXPECT_TRUE(seen.lock()->is_given);
}

TEST_F(GraphExecTest, AnExecKeepsItsNumberOfSemaphoresAndTheDirectionOfItsCopies) {
  const auto signal = std::make_shared<Signal>();
  Node* const give = add(semaphore<SemaphoreSignalParams>(signal, Signal::give));
  std::array<int, 2> cells{};
  Node* const copy = add(copy_of_value(&cells[1], &cells[0]));
  const auto exec = instantiate();
  auto two = semaphore<SemaphoreSignalParams>(signal, Signal::give);
  EXPECT_TRUE(exec->set_params(give->id(), NodeParams(two)));
  two.handles = {1, 2};
  EXPECT_FALSE(exec->set_params(give->id(), NodeParams(two)));
  CopyParams other = copy_of_value(&cells[1], &cells[0]);
  EXPECT_TRUE(exec->set_params(copy->id(), NodeParams(other)));
  other.direction = memory::Direction::kHostToHost;
  EXPECT_FALSE(exec->set_params(copy->id(), NodeParams(other)));
}

}  // namespace
}  // namespace riffle::graph
