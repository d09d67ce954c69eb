// SPDX-License-Identifier: Apache-2.0
#include "trace/graph_shapes.h"

#include <new>

#include "runtime/graph/graph_launch.h"

namespace riffle::trace {
namespace {

using graph::GraphProgram;
using graph::Task;

class ShapeWriter {
 public:
  ShapeWriter(const GraphProgram& program, ThreadLog& log) : program_(program), log_(log) {}

  void write() {
    for (const Task& task : program_.tasks) {
      for (std::uint32_t i = 1; i < task.steps; ++i)
        add(task.first_step + i - 1, task.first_step + i);
      for (std::uint32_t i = 0; i < task.successors; ++i)
        add(last_of(task),
            program_.tasks[program_.successors[task.first_successor + i]].first_step);
    }
    // A body of a conditional node begins behind the node.
    for (const graph::Scope& scope : program_.scopes) {
      if (scope.parent == graph::kNone) continue;
      for (std::uint32_t i = 0; i < scope.roots; ++i)
        add(last_of(program_.tasks[scope.parent]),
            program_.tasks[program_.roots[scope.first_root + i]].first_step);
    }
  }

 private:
  static std::uint32_t last_of(const Task& task) { return task.first_step + task.steps - 1; }

  void add(std::uint32_t before, std::uint32_t after) {
    Record& record = log_.take();
    record.timeline = program_.number.value();
    record.ticket = program_.steps[before].node;
    record.bytes = program_.steps[after].node;
    log_.commit(RecordKind::kGraphEdge);
  }

  const GraphProgram& program_;
  ThreadLog& log_;
};

}  // namespace

void GraphShapeLog::write(const engine::OperationNotice& notice, ThreadLog& log) noexcept {
  if (notice.program != graph::run_launch) return;
  const GraphProgram& program = *static_cast<const graph::GraphLaunch*>(notice.payload)->program;
  try {
    const MutexLock lock(mutex_);
    if (!written_.insert(program.number.value()).second) return;
  } catch (const std::bad_alloc&) {
    return;  // without arrows
  }
  ShapeWriter(program, log).write();
}

}  // namespace riffle::trace
