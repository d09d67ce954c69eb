// SPDX-License-Identifier: Apache-2.0
// One launch of a program, as the launching stream's ring carries it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/engine/program.h"
#include "runtime/graph/lanes.h"
#include "runtime/graph/program.h"

namespace riffle::graph {

/// Payload of the operation; the moments of event waits and the places for the times of event
/// records follow it.
struct Launch {
  std::shared_ptr<Program> program;
  std::shared_ptr<Lanes> lanes;
  int priority = 0;

  [[nodiscard]] static std::size_t bytes(const Program& program) {
    return sizeof(Launch) + program.waits.size() * sizeof(engine::Moment) +
           program.records.size() * sizeof(std::atomic<std::int64_t>*);
  }
  [[nodiscard]] engine::Moment* waits() const {
    return reinterpret_cast<engine::Moment*>(const_cast<Launch*>(this) + 1);
  }
  [[nodiscard]] std::atomic<std::int64_t>** stamps() const {
    return reinterpret_cast<std::atomic<std::int64_t>**>(waits() + program->waits.size());
  }
};
static_assert(sizeof(Launch) % alignof(engine::Moment) == 0);

/// Engine operations: begins a launch; lets go of what the launch holds.
void run_launch(engine::Executor& executor, const void* payload) noexcept;
void release_launch(const void* payload) noexcept;

}  // namespace riffle::graph
