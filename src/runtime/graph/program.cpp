// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/graph/sequences.h"

namespace riffle::graph {

// Copies are made of programs that do not run: counters start as between launches.
Task& Task::operator=(const Task& other) {
  first_step = other.first_step;
  steps = other.steps;
  first_successor = other.first_successor;
  successors = other.successors;
  missing = other.missing;
  scope = other.scope;
  may_block = other.may_block;
  is_host = other.is_host;
  is_wait = other.is_wait;
  priority = other.priority;
  next_ready = kNone;
  pending.store(other.missing, std::memory_order_relaxed);
  nanoseconds.store(other.nanoseconds.load(std::memory_order_relaxed), std::memory_order_relaxed);
  return *this;
}

Scope& Scope::operator=(const Scope& other) {
  first_root = other.first_root;
  roots = other.roots;
  sinks = other.sinks;
  parent = other.parent;
  open_sinks.store(other.sinks, std::memory_order_relaxed);
  return *this;
}

GraphProgram::GraphProgram(const GraphProgram& other)
    : steps(other.steps),
      tasks(other.tasks),
      successors(other.successors),
      roots(other.roots),
      scopes(other.scopes),
      conditionals(other.conditionals),
      arena(other.arena),
      waits(other.waits),
      records(other.records),
      allocations(other.allocations),
      frees(other.frees),
      semaphores(other.semaphores),
      device_nodes(other.device_nodes),
      user_objects(other.user_objects),
      uses_priorities(other.uses_priorities),
      may_launch(other.may_launch) {
  reserve_sequences(*this);
}

GraphProgram::GraphProgram(GraphProgram&& other) noexcept
    : number(std::move(other.number)),
      steps(std::move(other.steps)),
      tasks(std::move(other.tasks)),
      successors(std::move(other.successors)),
      roots(std::move(other.roots)),
      scopes(std::move(other.scopes)),
      conditionals(std::move(other.conditionals)),
      arena(std::move(other.arena)),
      waits(std::move(other.waits)),
      records(std::move(other.records)),
      allocations(std::move(other.allocations)),
      frees(std::move(other.frees)),
      semaphores(std::move(other.semaphores)),
      device_nodes(std::move(other.device_nodes)),
      user_objects(std::move(other.user_objects)),
      uses_priorities(other.uses_priorities),
      may_launch(other.may_launch),
      prepared(std::move(other.prepared)),
      sequences(std::move(other.sequences)),
      sequence_at(std::move(other.sequence_at)) {}

DeviceNode& GraphProgram::device_node(const ProgramStep& step) const {
  return *std::ranges::find(device_nodes, step.node, &Updatable::node)->state;
}

std::uint32_t GraphProgram::add_payload(const void* bytes, std::size_t count) {
  const std::size_t place = arena.size();
  arena.resize(place + (count + sizeof(ArenaPiece) - 1) / sizeof(ArenaPiece));
  std::memcpy(arena.data() + place, bytes, count);
  return static_cast<std::uint32_t>(place);
}

}  // namespace riffle::graph
