// SPDX-License-Identifier: Apache-2.0
// Executable graphs on the engine: order, branches that need each other, launches in several
// streams, changes, conditions, events.
#include "runtime/graph/graph_exec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>

#include "platform/clock.h"
#include "runtime/engine/record_time.h"

namespace {
std::atomic<std::size_t> allocations{0};

[[maybe_unused]] void* counted(void* memory) {
  ++allocations;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

// Sanitizers bring operators of their own.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define COUNTS_ALLOCATIONS 1
void* operator new(std::size_t bytes) { return counted(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(to, (bytes + to - 1) / to * to));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace riffle::graph {
namespace {

using engine::Context;
using engine::Moment;
using engine::Stream;
using engine::StreamKind;

class GraphExecTest : public testing::Test {
 protected:
  void SetUp() override {
    context_ = Context::create();
    ASSERT_NE(context_, nullptr);
    stream_ = context_->create_stream(StreamKind::kNonBlocking, 0);
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

  std::unique_ptr<Context> context_;
  Stream* stream_ = nullptr;
  Graph graph_;
};

template <class T>
CopyParams copy_of_value(T* to, const T* from) {
  return CopyParams::flat(to, from, sizeof(T), memory::Direction::kDefault);
}

HostParams call(void (*function)(void*), void* user) { return {function, user}; }

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

// Events as the API would keep them.
struct FakeEvent {
  Moment moment;
  engine::RecordTime* time = engine::RecordTime::take();
};
std::array<FakeEvent, 2> fake_events;
FakeEvent& fake(std::uintptr_t event) { return fake_events[event - 1]; }
constexpr EventHooks kHooks{
    .moment = [](std::uintptr_t event) { return fake(event).moment; },
    .record_time = [](std::uintptr_t event) { return fake(event).time; },
    .recorded = [](std::uintptr_t event, Moment moment) { fake(event).moment = moment; },
};

TEST_F(GraphExecTest, EventNodesWaitAndRecord) {
  set_event_hooks(kHooks);
  static std::atomic<bool> release{false};
  static std::atomic<int> stage{0};
  release = false;
  stage = 0;
  Stream* const other = context_->create_stream(StreamKind::kNonBlocking, 0);
  other->enqueue_host_function(
      [](void*, Code) {
        while (!release) std::this_thread::yield();
      },
      nullptr, false);
  fake(1).moment = other->record();
  fake(2).moment = {};
  Node* const wait = add(EventWaitParams{{1}});
  Node* const work = add(call([](void*) { stage = 1; }, nullptr), {wait});
  add(EventRecordParams{{2}}, {work});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  EXPECT_FALSE(fake(2).moment.is_complete());
  EXPECT_EQ(stage.load(), 0);
  release = true;
  engine::wait_for(fake(2).moment);
  EXPECT_EQ(stage.load(), 1);
  fake(1).time->reach(fake(1).time->begin(), platform::now_ns());
  EXPECT_GE(fake(1).time->ns_since(*fake(2).time), 0);
  stream_->synchronize();
}

#if defined(COUNTS_ALLOCATIONS)
TEST_F(GraphExecTest, LaunchingWithEventNodesAllocatesNothing) {
  set_event_hooks(kHooks);
  std::array<int, 4> cells{};
  fake(1).moment = {};
  Node* const wait = add(EventWaitParams{{1}});
  Node* const copy = add(copy_of_value(&cells[1], &cells[0]), {wait});
  Node* const other = add(copy_of_value(&cells[2], &cells[0]), {wait});
  add(EventRecordParams{{2}}, {copy, other});
  const auto exec = instantiate();
  const auto launch_often = [&] {
    for (int i = 0; i < 40; ++i) {
      EXPECT_TRUE(exec->launch(*stream_));
      stream_->synchronize();
    }
  };
  // Threads of the engine get what they keep when they are first needed, which may be late; an
  // allocation of the launch's own would be seen in every round.
  std::size_t allocated = 1;
  for (int round = 0; round < 5 && allocated > 0; ++round) {
    const std::size_t before = allocations.load();
    launch_often();
    allocated = allocations.load() - before;
  }
  EXPECT_EQ(allocated, 0U);
}
#endif

// --- Semaphores ---

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

// --- Values behind conditional nodes ---

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
