// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/sequences.h"

#include <algorithm>

namespace riffle::graph {
namespace {

// What runs longer gains nothing, and might be worth another core.
constexpr std::uint64_t kMostStepPs = 2'000'000;
// A fault elsewhere is noticed between sequences.
constexpr std::uint64_t kMostSequencePs = 20'000'000;

bool is_kernel(const ProgramStep& step) {
  return step.kind == StepKind::kRange && step.run == &device::run_blocks && !step.is_updatable;
}

bool does_nothing(const ProgramStep& step) {
  return step.kind == StepKind::kNothing ||
         (step.kind == StepKind::kRange && !step.is_enabled && !step.is_updatable);
}

/// Picoseconds that a kernel is expected to take if it may be part of a sequence; 0 otherwise. One that is not
/// proved to end may need the engine's attention while it runs.
std::uint64_t short_time(const ProgramStep& step) {
  if (!is_kernel(step) || !step.is_enabled || !step.cost->ends) return 0;
  const std::uint64_t known = step.cost->picoseconds(step.units);
  return known <= kMostStepPs ? known : 0;
}

class Planner {
 public:
  explicit Planner(GraphProgram& program) : program_(program) {}

  void plan(std::uint32_t first, std::uint32_t end) {
    std::uint32_t step = first;
    while (step < end) {
      const std::uint32_t steps = add_sequence(step, end);
      program_.sequence_at[step] =
          steps == 0 ? kNone : static_cast<std::uint32_t>(program_.sequences.size() - 1);
      step += std::max(steps, 1u);
    }
  }

 private:
  /// The sequence that begins with step `first`: how many steps it has, 0 if it would not be worth it.
  std::uint32_t add_sequence(std::uint32_t first, std::uint32_t end) {
    const std::size_t begin = program_.prepared.size();
    std::uint64_t total = 0;
    std::uint32_t last = first;  // behind the last kernel
    for (std::uint32_t number = first; number < end; ++number) {
      const ProgramStep& step = program_.steps[number];
      if (number > first && does_nothing(step)) continue;
      const std::uint64_t time = short_time(step);
      if (time == 0 || total + time > kMostSequencePs) break;
      const auto* payload = static_cast<const device::KernelPayload*>(program_.payload(step));
      program_.prepared.push_back(device::prepare(*payload));
      if (!device::may_follow(program_.prepared[begin], program_.prepared.back())) {
        program_.prepared.pop_back();
        break;
      }
      total += time;
      last = number + 1;
    }
    const std::size_t launches = program_.prepared.size() - begin;
    if (launches < 2) {
      program_.prepared.resize(begin);
      return 0;
    }
    program_.sequences.push_back(
        {.launches = {{program_.prepared.data() + begin, launches}}, .steps = last - first});
    return last - first;
  }

  GraphProgram& program_;
};

}  // namespace

void reserve_sequences(GraphProgram& program) {
  // A step that is a kernel stays one, whichever kernel that is: no change of parameters asks for more room.
  const auto most = static_cast<std::size_t>(
      std::ranges::count(program.steps, StepKind::kRange, &ProgramStep::kind));
  program.prepared.reserve(most);
  program.sequences.reserve(most / 2);
  program.sequence_at.assign(program.steps.size(), kNone);
}

void plan_sequences(GraphProgram& program) noexcept {
  program.prepared.clear();
  program.sequences.clear();
  Planner planner(program);
  if (program.is_plain) {
    planner.plan(0, static_cast<std::uint32_t>(program.steps.size()));
  } else {
    for (const Task& task : program.tasks)
      planner.plan(task.first_step, task.first_step + task.steps);
  }
}

}  // namespace riffle::graph
