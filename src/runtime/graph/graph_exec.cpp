// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_exec.h"

#include <algorithm>
#include <new>
#include <span>
#include <utility>

#include "runtime/graph/chain.h"
#include "runtime/graph/device_node.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/memory/graph_memory.h"
#include "runtime/memory/registry.h"

namespace riffle::graph {
namespace {

EventHooks event_hooks;

}  // namespace

void set_event_hooks(const EventHooks& hooks) { event_hooks = hooks; }

std::expected<std::unique_ptr<GraphExec>, LoweringError> GraphExec::instantiate(
    Graph& graph, engine::ContextStreams& context, std::uint64_t flags) {
  const LoweringError one_at_a_time{
      {Code::kNotSupported,
       "a graph with memory nodes, conditional nodes or nodes that kernels change has one exec "
       "at a time"}};
  if (!graph.exec.expired() && (graph.has_memory_nodes() || graph.has_updatable_nodes()))
    return std::unexpected(one_at_a_time);
  auto lowered = lower(graph);
  if (!lowered) return std::unexpected(std::move(lowered.error()));
  if (!graph.exec.expired() && !lowered->program.conditionals.empty())
    return std::unexpected(one_at_a_time);
  std::unique_ptr<GraphExec> exec(new GraphExec(context, flags));
  exec->record_ = std::move(lowered->record);
  exec->index_nodes(exec->record_);
  std::ranges::sort(exec->by_node_, {}, &Place::id);
  exec->token_ = std::make_shared<char>();
  graph.exec = exec->token_;
  const MutexLock lock(exec->mutex_);
  lowered->program.uses_priorities =
      (flags & kUseNodePriority) != 0 &&
      std::ranges::any_of(lowered->program.tasks,
                          [](const Task& task) { return task.priority != 0; });
  exec->program_ = std::make_shared<GraphProgram>(std::move(lowered->program));
  if ((flags & kUpload) != 0) exec->uploaded_ = exec->program_;
  exec->waits_.reserve(exec->program_->waits.size());
  exec->records_.reserve(exec->program_->records.size());
  exec->lanes_ = std::make_shared<Lanes>(context);
  const std::vector<Task>& tasks = exec->program_->tasks;
  const bool is_one_chain = tasks.size() == 1 && !tasks.front().is_host && !tasks.front().is_wait;
  if (!exec->lanes_->prepare(is_one_chain ? 0 : tasks.size(), exec->program_->records.size()))
    throw std::bad_alloc();
  return exec;
}

GraphExec::~GraphExec() {
  graph_execs().forget(*this);
  const MutexLock lock(mutex_);
  if (program_ != nullptr && !program_->conditionals.empty() && !is_idle())
    engine::wait_for(lanes_->fence.newest());
}

void GraphExec::index_nodes(const GraphRecord& record) {
  for (const NodeRecord& node : record.nodes) by_node_.push_back({node.id, &record, &node});
  for (const GraphRecord& inner : record.inner) index_nodes(inner);
}

const GraphExec::Place* GraphExec::place_of(std::uint64_t node) const {
  const auto found = std::ranges::lower_bound(by_node_, node, {}, &Place::id);
  return found == by_node_.end() || found->id != node ? nullptr : &*found;
}

const NodeRecord* GraphExec::find(std::uint64_t node) const {
  const Place* const place = place_of(node);
  return place == nullptr ? nullptr : place->node;
}

// ---- Launches ----

void GraphExec::begin_events(const GraphProgram& program) {
  waits_.clear();
  records_.clear();
  for (const std::uint32_t step : program.waits)
    waits_.push_back(event_hooks.moment(program.steps[step].event));
  for (const std::uint32_t step : program.records) {
    engine::RecordTime* const time = event_hooks.record_time(program.steps[step].event);
    records_.push_back({time, time != nullptr ? time->begin() : 0});
  }
}

Status GraphExec::launch(engine::Stream& stream) {
  const MutexLock lock(mutex_);
  if (is_for_kernels()) [[unlikely]]
    uploaded_ = program_;
  // Programs may not launch it here and from kernels at a time; it runs once at a time all the same.
  if (!tail_end_.is_complete()) [[unlikely]]
    stream.enqueue_wait(tail_end_);
  return enqueue_launch(stream, program_, nullptr);
}

std::unique_ptr<Chain> GraphExec::make_chain(const GraphProgram& program, Chain* parent) {
  if (!program.may_launch) [[likely]]
    return nullptr;
  return std::make_unique<Chain>(context_, lanes_, is_for_kernels() ? graph_execs().show(*this) : 0,
                                 parent);
}

Status GraphExec::enqueue_launch(engine::Stream& stream, std::shared_ptr<GraphProgram> current,
                                 Chain* parent) {
  memory::before_launch();
  const GraphProgram& program = *current;
  const std::shared_ptr<GraphProgram> held = program.frees.empty() ? nullptr : current;
  if (Status allocated = allocate(program); !allocated) return allocated;
  // The same stream keeps the order by itself.
  if (last_stream_ != 0 && last_stream_ != stream.id()) stream.enqueue_wait(lanes_->fence.newest());
  const engine::ProgramOperation operation{
      .run = run_launch,
      .release = release_launch,
      .fence = &lanes_->fence,
      .payload_bytes = static_cast<std::uint32_t>(GraphLaunch::bytes(program))};
  const int priority = stream.priority();
  std::unique_ptr<Chain> chain = make_chain(program, parent);
  if (program.waits.empty() && program.records.empty()) [[likely]] {
    stream.enqueue(operation, [&](void* payload) {
      new (payload) GraphLaunch{std::move(current), lanes_, priority, chain.release()};
    });
  } else {
    begin_events(program);
    const std::span<const engine::Moment> waits = waits_;
    const std::span<const EventRecording> records = records_;
    // The program may be released as soon as it is launched.
    const std::shared_ptr<const GraphProgram> recording = current;
    stream.enqueue(operation, [&](void* payload) {
      auto* const launch =
          new (payload) GraphLaunch{std::move(current), lanes_, priority, chain.release()};
      std::ranges::copy(waits, launch->waits());
      std::ranges::copy(records, launch->records());
      for (engine::Fence& record : lanes_->records) record.issue();
    });
    for (std::size_t i = 0; i < recording->records.size(); ++i) {
      event_hooks.recorded(recording->steps[recording->records[i]].event,
                           lanes_->records[i].newest());
    }
  }
  last_stream_ = stream.id();
  // Of this graph's memory, or another's that is live: checked when the node was added.
  if (held == nullptr) return {};
  for (const GraphProgram::MemoryNode& freed : held->frees)
    (void)memory::free_graph_memory(freed.memory.get(), lanes_->fence.newest());
  return {};
}

void GraphExec::upload() {
  const MutexLock lock(mutex_);
  uploaded_ = program_;
  for (const GraphProgram::Updatable& each : program_->device_nodes) each.state->restore();
}

Code GraphExec::launch_from_kernel(engine::ContextStreams& context, Chain* parent,
                                   engine::Moment& end) {
  const MutexLock lock(mutex_);
  if (&context != &context_ || uploaded_ == nullptr || !is_idle()) return Code::kInvalidValue;
  engine::Stream* const stream = context_.create_stream(engine::StreamKind::kNonBlocking, 0);
  if (stream == nullptr) throw std::bad_alloc();
  Status status;
  try {
    status = enqueue_launch(*stream, uploaded_, parent);
  } catch (...) {
    context_.destroy_stream(stream);
    throw;
  }
  end = stream->record();
  context_.destroy_stream(stream);
  return status ? Code::kOk : status.error().code;
}

Code GraphExec::join_tail(engine::ContextStreams& context, const Lanes& first, const Lanes& runs,
                          engine::Moment end, GraphLaunch& launch) {
  const MutexLock lock(mutex_);
  if (&context != &context_ || uploaded_ == nullptr || lanes_->is_in_tail)
    return Code::kInvalidValue;
  if (lanes_.get() != &first && lanes_.get() != &runs && !is_idle()) return Code::kInvalidValue;
  launch.program = uploaded_;
  launch.lanes = lanes_;
  lanes_->is_in_tail = true;
  tail_end_ = end;
  return Code::kOk;
}

Status GraphExec::allocate(const GraphProgram& program) {
  std::size_t made = 0;
  Status status;
  for (; made < program.allocations.size() && status; ++made) {
    void* const pointer = program.allocations[made].memory.get();
    status = memory::allocate_graph_memory(pointer);
    if (status || (flags_ & kAutoFreeOnLaunch) == 0) continue;
    if (memory::free_graph_memory(pointer, lanes_->fence.newest()))
      status = memory::allocate_graph_memory(pointer);
  }
  if (status) return status;
  for (--made; made-- > 0;)
    (void)memory::free_graph_memory(program.allocations[made].memory.get(), engine::Moment{});
  return status;
}

// ---- Changes ----

bool GraphExec::is_idle() const {
  return (last_stream_ == 0 || lanes_->fence.newest().is_complete()) && !lanes_->is_in_tail &&
         !lanes_->runs_in_tail;
}

GraphProgram& GraphExec::writable() {
  // A launch that is complete may hold the program a moment longer, but does not look at it.
  if (!is_idle() || program_ == uploaded_) program_ = std::make_shared<GraphProgram>(*program_);
  return *program_;
}

Status GraphExec::change(GraphProgram& program, const NodeRecord& record,
                         const NodeParams& params) {
  if (record.kind != kind_of(params))
    return error(Code::kInvalidValue, "parameters of another kind of node");
  if (!record.fixed.allows(fixed_params(params))) {
    return error(
        Code::kInvalidValue,
        "a copy between other kinds of memory, another one of several rows, a fill of other "
        "rows, or another number of semaphores or memory operations");
  }
  ProgramStep& step = program.steps[record.step];
  if (Status status = write_step(program, step, params); !status) return status;
  // The kernel may be another one, and not proved to end.
  auto task = std::ranges::upper_bound(program.tasks, record.step, {}, &Task::first_step) - 1;
  if (GraphProgram::may_block(step)) task->may_block = true;
  task->nanoseconds.store(0, std::memory_order_relaxed);
  program.start_afresh();
  return {};
}

Status GraphExec::set_params(std::uint64_t node, const NodeParams& params) {
  const MutexLock lock(mutex_);
  const NodeRecord* const record = find(node);
  if (record == nullptr) return error(Code::kInvalidValue, "a node of another graph");
  if (record->kind != kind_of(params))
    return error(Code::kInvalidValue, "parameters of another kind of node");
  return change(writable(), *record, params);
}

Status GraphExec::set_enabled(std::uint64_t node, bool enabled) {
  const MutexLock lock(mutex_);
  const NodeRecord* const record = find(node);
  if (record == nullptr || (record->kind != NodeKind::kKernel && record->kind != NodeKind::kCopy &&
                            record->kind != NodeKind::kMemset))
    return error(Code::kInvalidValue, "only kernels, copies and memsets can be disabled");
  GraphProgram& program = writable();
  ProgramStep& step = program.steps[record->step];
  step.is_enabled = enabled;
  if (step.is_updatable) program.device_node(step).assign_enabled(enabled);
  program.start_afresh();
  return {};
}

Result<bool> GraphExec::is_enabled(std::uint64_t node) {
  const MutexLock lock(mutex_);
  const NodeRecord* const record = find(node);
  if (record == nullptr || (record->kind != NodeKind::kKernel && record->kind != NodeKind::kCopy &&
                            record->kind != NodeKind::kMemset))
    return error(Code::kInvalidValue, "only kernels, copies and memsets can be disabled");
  return bool{program_->steps[record->step].is_enabled};
}

namespace {

bool fail(UpdateFailure& failure, UpdateResult result, Node* node, Node* from = nullptr) {
  failure = {result, node, from};
  return false;
}

/// The graphs inside a node.
std::vector<const Graph*> inner_graphs(const Node& node) {
  std::vector<const Graph*> inner;
  if (const auto* const child = node.as<ChildGraphParams>()) inner.push_back(child->graph.get());
  if (const auto* const conditional = node.as<ConditionalParams>())
    for (const auto& body : conditional->bodies) inner.push_back(body.get());
  return inner;
}

}  // namespace

bool GraphExec::is_like(const NodeRecord& record, Node& node, UpdateFailure& failure) const {
  if (record.dependencies != node.dependency_count())
    return fail(failure, UpdateResult::kTopologyChanged, &node);
  if (record.kind != node.kind()) return fail(failure, UpdateResult::kNodeTypeChanged, &node);
  if (record.inner != inner_graphs(node).size())
    return fail(failure, UpdateResult::kParametersChanged, &node);
  const KernelNodeAttributes attributes = kernel_attributes(node.params);
  const bool uses_priority = (flags_ & kUseNodePriority) != 0;
  if (attributes.cooperative != record.attributes.cooperative ||
      (uses_priority && attributes.priority != record.attributes.priority))
    return fail(failure, UpdateResult::kAttributesChanged, &node);
  return true;
}

// As CUDA documents it: leaves are paired in their order, then what paired nodes depend on, in the
// order of the edges. Every node leads to a leaf in the graph that was instantiated, so all are paired.
bool GraphExec::pair(const GraphRecord& record, const Graph& graph, Pairs& pairs,
                     UpdateFailure& failure) const {
  const std::vector<Node*> leaves = graph.leaves();
  if (graph.nodes().size() != record.nodes.size() || leaves.size() < record.leaves.size())
    return fail(failure, UpdateResult::kTopologyChanged, nullptr);
  if (leaves.size() > record.leaves.size())
    return fail(failure, UpdateResult::kTopologyChanged, leaves[record.leaves.size()]);
  pairs.nodes.assign(record.nodes.size(), nullptr);
  pairs.inner.resize(record.inner.size());
  std::vector<bool> is_paired(record.nodes.size());  // by the node's index
  std::vector<std::uint32_t> found;
  const auto put_pair = [&](std::uint32_t place, Node* node) {
    if (pairs.nodes[place] == node) return true;
    if (pairs.nodes[place] != nullptr || is_paired[node->index()]) return false;
    pairs.nodes[place] = node;
    is_paired[node->index()] = true;
    found.push_back(place);
    return true;
  };
  for (std::size_t i = 0; i < leaves.size(); ++i) put_pair(record.leaves[i], leaves[i]);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const NodeRecord& entry = record.nodes[found[next]];
    Node* const node = pairs.nodes[found[next]];
    if (!is_like(entry, *node, failure)) return false;
    std::uint32_t number = entry.first_dependency;
    for (const Edge* edge = node->first_dependency(); edge; edge = edge->next_dependency) {
      const GraphRecord::Dependency& known = record.dependencies[number++];
      if (!(known.data == edge->data) || !put_pair(known.node, edge->from))
        return fail(failure, UpdateResult::kTopologyChanged, node, edge->from);
    }
    const std::vector<const Graph*> inner = inner_graphs(*node);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const std::size_t place = entry.first_inner + i;
      if (!pair(record.inner[place], *inner[i], pairs.inner[place], failure)) return false;
    }
  }
  return true;
}

bool GraphExec::apply(GraphProgram& program, const GraphRecord& record, const Graph& graph,
                      const Pairs& pairs, UpdateFailure& failure) {
  program.user_objects[record.number] = hold_user_objects(graph);
  for (std::size_t number = 0; number < pairs.nodes.size(); ++number) {
    Node* const node = pairs.nodes[number];
    const NodeRecord& entry = record.nodes[number];
    const std::vector<const Graph*> inner = inner_graphs(*node);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const std::size_t place = entry.first_inner + i;
      if (!apply(program, record.inner[place], *inner[i], pairs.inner[place], failure))
        return false;
    }
    if (const auto* const conditional = node->as<ConditionalParams>()) {
      // Its kernels come with the handle that is in their arguments.
      ConditionalNode& step = program.conditionals[program.steps[entry.step].place];
      if (step.kind != conditional->kind) return fail(failure, UpdateResult::kNotSupported, node);
      step.condition = find_condition(node->graph(), conditional->handle);
    }
    if (entry.inner != 0) continue;
    if (!change(program, entry, node->params))
      return fail(failure, UpdateResult::kParametersChanged, node);
  }
  return true;
}

bool GraphExec::change_all(const GraphRecord& record, const Graph& graph, UpdateFailure& failure) {
  Pairs pairs;
  if (!pair(record, graph, pairs, failure)) return false;
  auto changed = std::make_shared<GraphProgram>(*program_);
  if (!apply(*changed, record, graph, pairs, failure)) return false;
  program_ = std::move(changed);
  return true;
}

Status GraphExec::update(const Graph& graph, UpdateFailure& failure) {
  std::shared_ptr<GraphProgram> before;  // user objects' destructors run without the lock
  const MutexLock lock(mutex_);
  before = program_;
  if (!program_->device_nodes.empty())
    return error(Code::kNotSupported, "an exec with nodes that kernels change");
  if (!change_all(record_, graph, failure))
    return error(Code::kGraphExecUpdateFailure, "the graph differs from the one instantiated");
  return {};
}

Status GraphExec::set_child(std::uint64_t node, const Graph& child) {
  std::shared_ptr<GraphProgram> before;  // user objects' destructors run without the lock
  const MutexLock lock(mutex_);
  before = program_;
  const NodeRecord* const record = find(node);
  if (record == nullptr || record->kind != NodeKind::kChildGraph)
    return error(Code::kInvalidValue, "no child graph node of this exec");
  const GraphRecord* const inner = &place_of(node)->graph->inner[record->first_inner];
  UpdateFailure failure;
  if (!change_all(*inner, child, failure))
    return error(Code::kGraphExecUpdateFailure,
                 "the child graph differs from the one instantiated");
  return {};
}

}  // namespace riffle::graph
