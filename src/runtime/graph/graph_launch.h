// SPDX-License-Identifier: Apache-2.0
// One launch of a program, as the launching stream's ring carries it.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/engine/observer.h"
#include "runtime/engine/program.h"
#include "runtime/engine/record_time.h"
#include "runtime/graph/lanes.h"
#include "runtime/graph/program.h"

namespace riffle::graph {

class Chain;

/// Where the time of one event record belongs; without time for most events of graphs.
struct EventRecording {
  engine::RecordTime* time = nullptr;
  engine::RecordTime::Record record = 0;
};

/// Payload of the operation; the moments of event waits and the times of event records follow it.
struct GraphLaunch {
  std::shared_ptr<GraphProgram> program;
  std::shared_ptr<Lanes> lanes;
  int priority = 0;
  /// Of a program with kernels that may launch graphs; owned by the launch that began it. Else null.
  Chain* chain = nullptr;

  [[nodiscard]] static std::size_t bytes(const GraphProgram& program) {
    return sizeof(GraphLaunch) + program.waits.size() * sizeof(engine::Moment) +
           program.records.size() * sizeof(EventRecording);
  }
  [[nodiscard]] engine::Moment* waits() const {
    return reinterpret_cast<engine::Moment*>(const_cast<GraphLaunch*>(this) + 1);
  }
  [[nodiscard]] EventRecording* records() const {
    return reinterpret_cast<EventRecording*>(waits() + program->waits.size());
  }
};
static_assert(sizeof(GraphLaunch) % alignof(engine::Moment) == 0);

/// Engine operations: begins a launch; lets go of what the launch holds.
void run_launch(engine::Executor& executor, const void* payload) noexcept;
void release_launch(const void* payload) noexcept;

/// Runs what can be run now of a launch that nobody is at; true if nothing is left. Otherwise other threads are at it,
/// and the last of them completes the launch's fence, or lets its chain go on.
[[nodiscard]] bool run_graph(engine::Executor& executor, const GraphLaunch& launch,
                             const engine::OperationNotice& notice) noexcept;

}  // namespace riffle::graph
