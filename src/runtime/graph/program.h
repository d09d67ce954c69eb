// SPDX-License-Identifier: Apache-2.0
// What a graph becomes when it is instantiated: a flat program.
//
// Nodes become steps; steps that can only follow each other are one task (a chain), so that only
// the heads of chains have counters. Child graphs are laid out in place. The bodies of conditional
// nodes are scopes: parts that a conditional step starts, each time afresh.
//
// Invariants:
// 1. One launch of a program runs at a time (GraphExec orders them), so counters lie in the
// program. Between launches every `pending` equals its `missing`, every `open_sinks` its `sinks`.
// 2. While a launch pends, nothing but counters and the state of launching kernels changes (GraphExec copies the program
// to change it); the launch that runs plans its sequences, before it begins.
// 3. Steps lie in a topological order, those of a task side by side.
// 4. A step that waits for an event heads its task, a conditional step ends it; a host function and a
// wait for semaphores are tasks of their own, so that they never hold up what does not depend on them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "device/cpu/launch.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/observer.h"
#include "runtime/graph/condition.h"
#include "runtime/graph/node_params.h"
#include "runtime/graph/user_object.h"

namespace riffle::graph {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

enum class StepKind : std::uint8_t {
  kNothing,      ///< an empty node, a memory node, an end of a child graph
  kRange,        ///< kernel, copy, memset: `run` over `units`
  kParent,       ///< a kernel that may launch others, complete when those are, or a cooperative one
  kHost,         ///< `host` with `user`
  kEventWait,    ///< `place`: which of the launch's awaited moments
  kEventRecord,  ///< `place`: which of the exec's record fences
  kSignal,       ///< of external semaphores: `host` with `user`; `place`: which of the program's
  kAwait,        ///< the same, may block; of stream memory operations too
  kConditional,  ///< `place`: which of the program's conditionals
};

struct ProgramStep {
  StepKind kind = StepKind::kNothing;
  bool is_enabled : 1 = true;
  bool is_updatable : 1 = false;  ///< by kernels: see GraphProgram::device_nodes
  std::uint16_t pieces = 0;       ///< of a range: room of its payload in the arena
  std::uint32_t place = 0;  ///< of a range: of its payload in the arena, in pieces of 16 bytes
  union {
    engine::RangeFunction run = nullptr;
    void (*host)(void* user);
  };
  union {
    engine::Cost* cost = nullptr;
    void* user;
    std::uintptr_t event;
  };
  std::uint64_t units = 1;
  std::uint64_t node = 0;  ///< id of the node
};

/// Short kernels on one thread, one after the other.
struct Sequence {
  device::LaunchSequence launches;
  std::uint32_t steps = 0;  ///< with those between that do nothing
};

struct Task {
  Task() = default;
  Task(const Task& other) { *this = other; }
  Task& operator=(const Task& other);

  std::uint32_t first_step = 0;
  std::uint32_t steps = 0;
  std::uint32_t first_successor = 0;
  std::uint32_t successors = 0;
  std::uint32_t missing = 0;  ///< tasks that must be done before
  std::uint32_t scope = 0;
  /// May block until something else happens: a host function, or a kernel not proved to end.
  bool may_block = false;
  bool is_host = false;  ///< only a worker runs it
  bool is_wait = false;
  std::int8_t priority = 0;          ///< of its most urgent kernel
  std::uint32_t next_ready = kNone;  ///< in a runner's list
  std::atomic<std::uint32_t> pending{0};
  std::atomic<std::uint32_t> nanoseconds{0};  ///< measured now and then; 0: not known
};

struct Scope {
  Scope() = default;
  Scope(const Scope& other) { *this = other; }
  Scope& operator=(const Scope& other);

  std::uint32_t first_root = 0;
  std::uint32_t roots = 0;
  std::uint32_t sinks = 0;       ///< tasks that nothing follows
  std::uint32_t parent = kNone;  ///< the task that ends with the conditional step
  std::atomic<std::uint32_t> open_sinks{0};
};

struct ConditionalNode {
  std::shared_ptr<Condition> condition;
  ConditionalKind kind = ConditionalKind::kIf;
  std::uint32_t first_scope = 0;
  std::uint32_t scopes = 0;
};

struct alignas(16) ArenaPiece {
  std::byte bytes[16];
};

/// Tells programs apart, also one from another that had its place. A program that is moved stays itself.
class ProgramNumber {
 public:
  ProgramNumber() : value_(next()) {}
  ProgramNumber(const ProgramNumber&) : value_(next()) {}
  ProgramNumber(ProgramNumber&&) noexcept = default;
  ProgramNumber& operator=(const ProgramNumber&) = delete;
  ~ProgramNumber() = default;
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  static std::uint64_t next() {
    static constinit std::atomic<std::uint64_t> newest{0};
    return newest.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  std::uint64_t value_;
};

struct GraphProgram {
  ProgramNumber number;
  std::vector<ProgramStep> steps;
  std::vector<Task> tasks;
  std::vector<std::uint32_t> successors;  ///< task numbers
  std::vector<std::uint32_t> roots;       ///< task numbers
  std::vector<Scope> scopes;              ///< the first is the graph itself
  std::vector<ConditionalNode> conditionals;
  std::vector<ArenaPiece> arena;       ///< payloads of ranges
  std::vector<std::uint32_t> waits;    ///< steps that wait for events
  std::vector<std::uint32_t> records;  ///< steps that record events
  struct MemoryNode {
    std::uint64_t node = 0;  ///< its id
    std::shared_ptr<void> memory;
  };
  std::vector<MemoryNode> allocations;            ///< what each launch makes live
  std::vector<MemoryNode> frees;                  ///< what is free after each launch
  std::vector<std::shared_ptr<void>> semaphores;  ///< of steps that signal or await them, or words
  struct Updatable {
    std::uint64_t node = 0;  ///< its id
    std::shared_ptr<DeviceNode> state;
  };
  std::vector<Updatable> device_nodes;
  /// What each graph of the record holds, by its number; null where that is nothing. Held until launches have ended.
  std::vector<std::shared_ptr<const UserObjectReferences>> user_objects;
  bool uses_priorities = false;  ///< nodes', not the launching stream's
  bool may_launch = false;       ///< some kernel may launch others, or graphs

  // Of the launch that runs.
  std::uint32_t launches = 0;                    ///< begun so far, since the last change
  bool is_plain = false;                         ///< see `may_run_in_place`
  std::atomic<std::uint32_t> runners{0};         ///< threads at it, and tasks on their way to one
  engine::OperationNotice notice;                ///< what notices of its nodes begin with
  std::vector<device::PreparedLaunch> prepared;  ///< of sequences
  std::vector<Sequence> sequences;               ///< see sequences.h
  /// For each step the sequence that begins with it, while there are any. Apart from the steps, which a change of the
  /// exec copies while the launch that runs finds its sequences.
  std::vector<std::uint32_t> sequence_at;

  GraphProgram() = default;
  /// Of a program that may run: without its state of running.
  GraphProgram(const GraphProgram& other);
  GraphProgram(GraphProgram&& other) noexcept;
  GraphProgram& operator=(const GraphProgram&) = delete;

  /// Whether a step may not end before something else happens, or not on the thread that began it.
  [[nodiscard]] static bool may_block(const ProgramStep& step) {
    return step.kind == StepKind::kParent || step.is_updatable ||
           (step.kind == StepKind::kRange && !step.cost->ends);
  }
  [[nodiscard]] const void* payload(const ProgramStep& step) const { return &arena[step.place]; }
  /// Of a step that is updatable.
  [[nodiscard]] DeviceNode& device_node(const ProgramStep& step) const;
  /// No launch pends: its steps are other ones now, and what was measured of them is void.
  void start_afresh() {
    launches = 0;
    is_plain = false;
    prepared.clear();
    sequences.clear();
  }
  /// Room for a payload in the arena; returns its place. Throws std::bad_alloc.
  std::uint32_t add_payload(const void* bytes, std::size_t count);
};

}  // namespace riffle::graph
