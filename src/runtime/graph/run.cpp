// SPDX-License-Identifier: Apache-2.0
// Running a program: every thread at it has a list of tasks that are ready, and runs them one after
// the other. What may block, or is long, goes to a stream of its own (a lane) as soon as there is
// anything else to do, so that whoever is idle takes it; so a thread that runs something that may
// block has nothing else in its list.
//
// Where nothing may block or is long, that comes to all steps on one thread, one after the other:
// then they are run as they lie, without lists and counters.
//
// Where priorities of nodes are used, all tasks are sent away but the most urgent one, the least urgent
// first; idle threads take lanes by priority.
//
// Under a schedule (engine/schedule.h) each step is an operation of a lane by itself, for the schedule to choose among.
//
// The launch is done when the last of these threads has nothing left: a task that is not ready
// waits for one that is, or that runs. The last access to the program is the count of threads; the
// last of all completes the fence.
#include <algorithm>
#include <limits>
#include <new>

#include "platform/clock.h"
#include "runtime/engine/schedule.h"
#include "runtime/graph/chain.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/graph/sequences.h"
#include "runtime/graph/step_runner.h"

namespace riffle::graph {
namespace {

constexpr std::uint32_t kLongNs = 20'000;      // worth another thread
constexpr std::uint32_t kVeryLongNs = 60'000;  // worth waking one
constexpr std::uint32_t kMeasureEvery = 16;    // launches

struct LanePart {
  const GraphLaunch* launch;
  engine::Stream* lane;
  std::uint32_t task;
  std::uint32_t first = 0;  ///< of its steps: those before are done
};

void run_part(engine::Executor& executor, const void* payload) noexcept;

/// One thread's work at a launch.
class Runner {
 public:
  Runner(engine::Executor& executor, const GraphLaunch& launch)
      : executor_(executor),
        launch_(launch),
        program_(*launch.program),
        is_scheduled_(engine::current_schedule() != nullptr),
        measures_(program_.launches % kMeasureEvery == 1),
        steps_(executor, launch, !measures_) {}

  void start() {
    for (const ConditionalNode& conditional : program_.conditionals) {
      Condition& condition = *conditional.condition;
      if (condition.assigns_default)
        condition.value.store(condition.default_value, std::memory_order_relaxed);
    }
    start_scope(0);
    run_all();
  }

  /// The same for a plain program.
  void run_in_place() {
    const ProgramStep* step = program_.steps.data();
    const ProgramStep* const end = step + program_.steps.size();
    while (step != end) step += steps_.run_next(*step);
  }

  void run_from(std::uint32_t task, std::uint32_t first) {
    run(task, first);
    run_all();
  }

 private:
  void run_all() {
    for (;;) {
      if (heavy_ != kNone) spread();
      if (cheap_ != kNone) {
        run(pop(cheap_));
      } else if (heavy_ != kNone) {
        run(pop(heavy_));
      } else {
        return;
      }
    }
  }

  /// Sends away what others had better run: all that is heavy but one, and host functions from a
  /// thread that is no worker.
  void spread() {
    while (is_scheduled_ && heavy_ != kNone)
      if (!send(pop(heavy_), {})) return;
    while (heavy_ != kNone) {
      const Task& task = program_.tasks[heavy_];
      const bool is_last = task.next_ready == kNone && cheap_ == kNone;
      if (is_last && (!task.is_host || executor_.is_worker())) return;
      if (task.next_ready == kNone && !task.is_host && !task.may_block) return;  // after the cheap
      if (!send(pop(heavy_), {})) return;
    }
  }

  std::uint32_t pop(std::uint32_t& list) {
    const std::uint32_t task = list;
    list = program_.tasks[task].next_ready;
    return task;
  }

  void push(std::uint32_t& list, std::uint32_t task) {
    std::uint32_t* place = &list;
    if (program_.uses_priorities) [[unlikely]] {  // the least urgent first: smaller is more urgent
      const std::int8_t own = program_.tasks[task].priority;
      while (*place != kNone && program_.tasks[*place].priority > own)
        place = &program_.tasks[*place].next_ready;
    }
    program_.tasks[task].next_ready = *place;
    *place = task;
  }

  void make_ready(std::uint32_t number) {
    const Task& task = program_.tasks[number];
    if (task.is_wait) [[unlikely]] {
      const engine::Moment moment = launch_.waits()[program_.steps[task.first_step].place];
      if (!moment.is_complete() && send(number, moment)) return;
    }
    const bool is_heavy =
        task.may_block || program_.uses_priorities || is_scheduled_ || duration_ns(task) > kLongNs;
    push(is_heavy ? heavy_ : cheap_, number);
  }

  /// As measured, or what is known about its operations; long if that is nothing.
  [[nodiscard]] std::uint32_t duration_ns(const Task& task) const {
    if (const std::uint32_t known = task.nanoseconds.load(std::memory_order_relaxed); known != 0)
        [[likely]]
      return known;
    std::uint64_t picoseconds = 0;
    for (std::uint32_t i = 0; i < task.steps; ++i) {
      const ProgramStep& step = program_.steps[task.first_step + i];
      if (step.kind != StepKind::kRange || !step.is_enabled || step.units == 0) continue;
      const std::uint64_t own = step.cost->picoseconds(step.units);
      if (own == 0) return kLongNs + 1;
      picoseconds = std::min(picoseconds + own, engine::Cost::kMost);
    }
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(picoseconds / 1000, std::numeric_limits<std::uint32_t>::max()));
  }

  /// Lets another thread run a task, after `moment`. False, and still ready, when there is no
  /// memory for it.
  bool send(std::uint32_t number, engine::Moment moment) {
    const Task& task = program_.tasks[number];
    if (!send_from(number, 0, moment)) {
      push(cheap_, number);
      return false;
    }
    const bool is_worth_waking =
        task.is_host ? !executor_.is_worker()
                     : task.nanoseconds.load(std::memory_order_relaxed) > kVeryLongNs;
    if (is_worth_waking) engine::Executor::call_a_worker();
    return true;
  }

  /// The steps of a task from `first` on go to a lane. False when there is no memory for it.
  bool send_from(std::uint32_t number, std::uint32_t first, engine::Moment moment) {
    const Task& task = program_.tasks[number];
    engine::Stream* const taken = launch_.lanes->take();
    if (taken == nullptr) return false;
    engine::Stream& lane = *taken;
    lane.set_priority(program_.uses_priorities ? task.priority : launch_.priority);
    program_.runners.fetch_add(1, std::memory_order_relaxed);
    try {
      lane.enqueue_wait(moment);
      const engine::Ticket ticket =
          lane.enqueue(engine::ProgramOperation{.run = run_part,
                                                .payload_bytes = sizeof(LanePart),
                                                .is_part = true,
                                                .needs_worker = task.is_host},
                       [&](void* payload) {
                         *static_cast<LanePart*>(payload) = {&launch_, &lane, number, first};
                       });
      launch_.lanes->fence.show_part(lane, ticket);
    } catch (const std::bad_alloc&) {
      program_.runners.fetch_sub(1, std::memory_order_relaxed);
      launch_.lanes->give(lane);
      return false;
    }
    return true;
  }

  // --- One task ---

  void run(std::uint32_t number, std::uint32_t first = 0) {
    Task& task = program_.tasks[number];
    const std::int64_t began = measures_ ? platform::now_ns() : 0;
    const ProgramStep* const begin = &program_.steps[task.first_step];
    const ProgramStep* step = begin + first;
    const ProgramStep* const end = begin + task.steps;
    while (step != end) {
      if (step->kind == StepKind::kParent) [[unlikely]] {
        const engine::Moment children = steps_.run_parent(*step);
        if (children.timeline == nullptr) {
          ++step;
        } else if (send_from(number, static_cast<std::uint32_t>(step - begin), children)) {
          return;
        } else {
          engine::wait_for(children);
        }
        continue;
      }
      if (step->kind == StepKind::kConditional) [[unlikely]] {
        if (begin_conditional(*step)) return;  // complete when its body is
        break;
      }
      step += steps_.run_next(*step);
      if (is_scheduled_) [[unlikely]] {
        if (step != end && send_from(number, static_cast<std::uint32_t>(step - begin), {})) return;
      }
    }
    if (measures_) [[unlikely]]
      measure(task, platform::now_ns() - began);
    complete(task);
  }

  static void measure(Task& task, std::int64_t ns) {
    const auto most = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    const auto measured = static_cast<std::uint32_t>(std::clamp<std::int64_t>(ns, 1, most));
    const std::uint32_t old = task.nanoseconds.load(std::memory_order_relaxed);
    task.nanoseconds.store(old == 0 ? measured : old / 2 + measured / 2 + 1,
                           std::memory_order_relaxed);
  }

  void complete(const Task& task) {
    if (task.successors == 0) {
      leave_scope(program_.scopes[task.scope]);
      return;
    }
    for (std::uint32_t i = 0; i < task.successors; ++i) {
      const std::uint32_t number = program_.successors[task.first_successor + i];
      Task& next = program_.tasks[number];
      if (next.missing > 1) {
        if (!is_last_leader(next.pending)) continue;
        next.pending.store(next.missing, std::memory_order_relaxed);
      }
      make_ready(number);
    }
  }

  /// Counts one of the tasks before another as done; true if it was the last.
  bool is_last_leader(std::atomic<std::uint32_t>& pending) {
    // Alone at the launch, this thread needs no locked operation: whoever it sends a task to, and
    // whoever has left, is ordered by `runners` and the lane.
    if (program_.runners.load(std::memory_order_acquire) != 1)
      return pending.fetch_sub(1, std::memory_order_acq_rel) == 1;
    const std::uint32_t left = pending.load(std::memory_order_relaxed) - 1;
    pending.store(left, std::memory_order_relaxed);
    return left == 0;
  }

  // --- Conditional nodes ---

  void start_scope(std::uint32_t number) {
    const Scope& scope = program_.scopes[number];
    for (std::uint32_t i = scope.roots; i-- > 0;) make_ready(program_.roots[scope.first_root + i]);
  }

  /// False if there is nothing to run.
  bool begin_conditional(const ProgramStep& step) {
    const ConditionalNode& conditional = program_.conditionals[step.place];
    if (executor_.has_fault()) return false;
    const std::uint32_t value = conditional.condition->value.load(std::memory_order_acquire);
    std::uint32_t body = value;
    if (conditional.kind != ConditionalKind::kSwitch) body = value != 0 ? 0 : 1;
    if (body >= conditional.scopes) return false;
    if (program_.scopes[conditional.first_scope + body].roots == 0) return false;
    start_scope(conditional.first_scope + body);
    return true;
  }

  /// A task that nothing follows is done.
  void leave_scope(Scope& scope) {
    if (scope.parent == kNone) return;
    if (scope.open_sinks.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    scope.open_sinks.store(scope.sinks, std::memory_order_relaxed);
    Task& parent = program_.tasks[scope.parent];
    const ProgramStep& step = program_.steps[parent.first_step + parent.steps - 1];
    const bool again = program_.conditionals[step.place].kind == ConditionalKind::kWhile;
    if (!again || !begin_conditional(step)) complete(parent);
  }

  engine::Executor& executor_;
  const GraphLaunch& launch_;
  GraphProgram& program_;
  const bool is_scheduled_;
  const bool measures_;
  const StepRunner steps_;
  std::uint32_t cheap_ = kNone;
  std::uint32_t heavy_ = kNone;
};

/// The calling thread's part is over; true if it was the last at the launch.
bool leave(const GraphLaunch& launch) {
  return launch.program->runners.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

/// Nobody is at the launch any more, which is kept until its fence is complete.
void end(engine::Executor& executor, const GraphLaunch& launch) {
  if (launch.chain != nullptr) [[unlikely]] {
    launch.chain->go_on(executor);
  } else {
    launch.lanes->fence.complete();
  }
}

/// Whether no task needs another thread, or has to be asked whether it does.
bool may_run_in_place(const GraphProgram& program) {
  const auto needs_care = [](const Task& task) {
    const std::uint32_t ns = task.nanoseconds.load(std::memory_order_relaxed);
    return task.may_block || task.is_wait || ns == 0 || ns > kLongNs;
  };
  return engine::current_schedule() == nullptr && program.conditionals.empty() &&
         !program.uses_priorities && std::ranges::none_of(program.tasks, needs_care);
}

void run_part(engine::Executor& executor, const void* payload) noexcept {
  const LanePart part = *static_cast<const LanePart*>(payload);
  Runner(executor, *part.launch).run_from(part.task, part.first);
  part.launch->lanes->give(*part.lane);
  if (leave(*part.launch)) end(executor, *part.launch);
}

}  // namespace

bool run_graph(engine::Executor& executor, const GraphLaunch& launch,
               const engine::OperationNotice& notice) noexcept {
  GraphProgram& program = *launch.program;
  ++program.launches;
  program.runners.store(1, std::memory_order_relaxed);
  if (engine::current_observer() != nullptr) [[unlikely]]
    program.notice = notice;
  const std::uint32_t turn = program.launches % kMeasureEvery;
  if (turn == 2) {
    program.is_plain = may_run_in_place(program);
    plan_sequences(program);
  }
  if (program.is_plain && turn != 1) {
    Runner(executor, launch).run_in_place();
  } else {
    Runner(executor, launch).start();
  }
  return leave(launch);
}

void run_launch(engine::Executor& executor, const void* payload) noexcept {
  const auto& launch = *static_cast<const GraphLaunch*>(payload);
  engine::OperationNotice notice;
  if (engine::current_observer() != nullptr) [[unlikely]] {
    const engine::Moment moment = executor.current();
    notice.stream_id = executor.stream_id();
    notice.timeline = moment.timeline;
    notice.ticket = moment.ticket;
  }
  if (launch.chain != nullptr) [[unlikely]]
    launch.chain->begin(executor, notice);
  if (run_graph(executor, launch, notice)) end(executor, launch);
}

void release_launch(const void* payload) noexcept {
  const auto* const launch = static_cast<const GraphLaunch*>(payload);
  delete launch->chain;
  launch->~GraphLaunch();
}

}  // namespace riffle::graph
