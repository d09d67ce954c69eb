// SPDX-License-Identifier: Apache-2.0
// One launch of a program, as the launching stream's ring carries it.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/engine/program.h"
#include "runtime/engine/record_time.h"
#include "runtime/graph/lanes.h"
#include "runtime/graph/program.h"

namespace riffle::graph {

/// Where the time of one event record belongs; without time for most events of graphs.
struct Recording {
  engine::RecordTime* time = nullptr;
  engine::RecordTime::Record record = 0;
};

/// Payload of the operation; the moments of event waits and the times of event records follow it.
struct Launch {
  std::shared_ptr<Program> program;
  std::shared_ptr<Lanes> lanes;
  int priority = 0;

  [[nodiscard]] static std::size_t bytes(const Program& program) {
    return sizeof(Launch) + program.waits.size() * sizeof(engine::Moment) +
           program.records.size() * sizeof(Recording);
  }
  [[nodiscard]] engine::Moment* waits() const {
    return reinterpret_cast<engine::Moment*>(const_cast<Launch*>(this) + 1);
  }
  [[nodiscard]] Recording* records() const {
    return reinterpret_cast<Recording*>(waits() + program->waits.size());
  }
};
static_assert(sizeof(Launch) % alignof(engine::Moment) == 0);

/// Engine operations: begins a launch; lets go of what the launch holds.
void run_launch(engine::Executor& executor, const void* payload) noexcept;
void release_launch(const void* payload) noexcept;

}  // namespace riffle::graph
