// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a program: what each of them does, and what observers get to know of it. In a header, because the loop over
// steps (run.cpp) costs as much as a short step.
#pragma once

#include <cstdint>

#include "platform/clock.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/engine/observer.h"
#include "runtime/graph/device_node.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/graph/sequences.h"

namespace riffle::graph {

// What the engine learns of sequences is not used: one is a single unit. They end, as their kernels do.
inline constinit engine::Cost sequence_cost{.ends = true};

/// Of one thread at one launch.
class StepRunner {
 public:
  /// `may_use_sequences`: not while tasks are measured.
  StepRunner(engine::Executor& executor, const GraphLaunch& launch, bool may_use_sequences)
      : executor_(executor),
        launch_(launch),
        program_(*launch.program),
        observer_(engine::current_observer()),
        uses_sequences_(may_use_sequences && !program_.sequences.empty()) {}

  /// Runs a step, or the sequence that begins with it; how many steps that were.
  std::uint32_t run_next(const ProgramStep& step) const {
    if (observer_ != nullptr) [[unlikely]] {
      run_observed(step);
    } else if (const std::uint32_t found = sequence_at(step); found != kNone) {
      const Sequence& sequence = program_.sequences[found];
      executor_.run(&device::run_sequence, &sequence_cost, 1, &sequence.launches);
      return sequence.steps;
    } else {
      run(step);
    }
    return 1;
  }

  /// What can be run of it now; when to go on, null when it is complete.
  engine::Moment run_parent(const ProgramStep& step) const {
    auto& launch = *static_cast<dynamic::ParentLaunch*>(const_cast<void*>(program_.payload(step)));
    if (!launch.has_run) take_changes(step);
    if (!step.is_enabled) return {};
    if (observer_ != nullptr && !launch.has_run) [[unlikely]]
      observer_->started(notice_of(step));
    const engine::Moment children = dynamic::run(executor_, launch, launch_.chain);
    if (observer_ != nullptr && children.timeline == nullptr) [[unlikely]]
      observer_->finished(notice_of(step));
    return children;
  }

 private:
  [[nodiscard]] std::uint32_t sequence_at(const ProgramStep& step) const {
    return uses_sequences_ ? program_.sequence_at[&step - program_.steps.data()] : kNone;
  }

  /// What kernels have made of a step until now; they may do so while the graph runs.
  void take_changes(const ProgramStep& step) const {
    if (!step.is_updatable) [[likely]]
      return;
    ProgramStep& own = const_cast<ProgramStep&>(step);  // nobody else is at it
    auto* const room = reinterpret_cast<std::byte*>(&program_.arena[step.place]);
    const std::size_t head = step.kind == StepKind::kParent ? sizeof(dynamic::ParentLaunch) : 0;
    auto& payload = *reinterpret_cast<device::KernelPayload*>(room + head);
    own.is_enabled = program_.device_node(step).write_to(payload);
    own.units = payload.grid.count();
  }

  void run(const ProgramStep& step) const {
    switch (step.kind) {
      case StepKind::kRange:
        take_changes(step);
        if (step.is_enabled) executor_.run(step.run, step.cost, step.units, program_.payload(step));
        break;
      case StepKind::kHost:
      case StepKind::kAwait:
        executor_.run_host_function(step.host, step.user);
        break;
      case StepKind::kSignal:  // after a fault too: others must not wait for ever
        step.host(step.user);
        break;
      case StepKind::kEventRecord:
        if (const EventRecording& record = launch_.records()[step.place]; record.time != nullptr)
          record.time->reach(record.record, platform::now_ns());
        launch_.lanes->records[step.place].complete();
        break;
      case StepKind::kEventWait:
      case StepKind::kConditional:
      case StepKind::kParent:
      case StepKind::kNothing:
        break;
    }
  }

  void run_observed(const ProgramStep& step) const {
    const engine::OperationNotice notice = notice_of(step);
    observer_->started(notice);
    run(step);
    observer_->finished(notice);
  }

  [[nodiscard]] engine::OperationNotice notice_of(const ProgramStep& step) const {
    engine::OperationNotice notice = program_.notice;
    notice.part = step.node;
    notice.program = nullptr;
    notice.payload = nullptr;
    if (step.kind == StepKind::kRange) {
      notice.kind = engine::OperationKind::kRange;
      notice.run = step.run;
      notice.payload = program_.payload(step);
      notice.units = step.is_enabled ? step.units : 0;
    } else if (step.kind == StepKind::kParent) {
      notice.kind = engine::OperationKind::kRange;
      notice.run = device::run_blocks;
      notice.payload =
          &static_cast<const dynamic::ParentLaunch*>(program_.payload(step))->payload();
      notice.units = step.is_enabled ? step.units : 0;
    } else if (step.kind == StepKind::kHost || step.kind == StepKind::kAwait) {
      notice.kind = engine::OperationKind::kHostFunction;
      notice.host = step.host;
      notice.user = step.user;
      if (step.kind == StepKind::kHost) notice.code = reinterpret_cast<const void*>(step.host);
    } else if (step.kind == StepKind::kEventWait) {
      notice.kind = engine::OperationKind::kWait;
      notice.awaited = launch_.waits()[step.place];
    } else {
      notice.kind = engine::OperationKind::kTimestamp;
    }
    return notice;
  }

  engine::Executor& executor_;
  const GraphLaunch& launch_;
  GraphProgram& program_;
  engine::Observer* const observer_;
  const bool uses_sequences_;
};

}  // namespace riffle::graph
