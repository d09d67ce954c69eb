// SPDX-License-Identifier: Apache-2.0
#include "runtime/dynamic/parent_launch.h"

#include <algorithm>
#include <limits>

#include "platform/clock.h"
#include "platform/cpu.h"
#include "runtime/dynamic/grid.h"
#include "runtime/dynamic/pending.h"

namespace riffle::dynamic {
namespace {

constexpr std::uint64_t kWorthSharingPs = 100'000'000;  // 100 us

/// Blocks that may wait for each other: as many threads take part as there are cores, if it is long. What is learned of
/// the kernel is the time of the whole.
void run_grid(engine::Executor& executor, module::Kernel& kernel,
              const device::KernelPayload& payload, Grid& grid) {
  const std::uint64_t blocks = payload.grid.count();
  const std::uint64_t known_ps = kernel.cost.picoseconds(blocks);
  const bool is_short = known_ps != 0 && known_ps < kWorthSharingPs;
  const std::uint64_t threads =
      is_short ? 1 : std::min<std::uint64_t>(blocks, platform::usable_cores());
  device::GridProgress progress(blocks, threads, payload.cooperative);
  const device::ParentPayload parent{.kernel = &payload, .parent = &grid, .progress = &progress};
  engine::Cost cost;  // of a thread's part: long, so that others are woken
  cost.picoseconds_per_unit = std::numeric_limits<std::int32_t>::max();
  const std::int64_t began = platform::now_ns();
  executor.run(&device::run_parent, &cost, threads, &parent);
  const auto wall_ps = static_cast<std::uint64_t>(platform::now_ns() - began) * 1000;
  kernel.cost.picoseconds_per_unit.store(std::max<std::uint64_t>(wall_ps / blocks, 1),
                                         std::memory_order_relaxed);
}

/// The blocks of one kernel; when its children are complete. Its tail launches become the next ones.
engine::Moment run_blocks(engine::Executor& executor, ParentLaunch& launch, module::Kernel& kernel,
                          const device::KernelPayload& payload, graph::Chain* graph) {
  Grid grid(executor.context(), graph);
  if (payload.cooperative || device::may_wait_for_blocks(*payload.kernel)) {
    run_grid(executor, kernel, payload, grid);
  } else {
    const device::ParentPayload parent{.kernel = &payload, .parent = &grid};
    executor.run(&device::run_parent, &kernel.cost, payload.grid.count(), &parent);
  }
  const engine::Moment children = grid.finish();
  if (std::list<Tail> tails = grid.take_tails(); !tails.empty()) {
    if (launch.tails == nullptr) launch.tails = new (std::nothrow) std::list<Tail>;
    if (launch.tails == nullptr)
      executor.context().raise(Code::kOutOfMemory);
    else
      launch.tails->splice(launch.tails->begin(), tails);
  }
  return children;
}

engine::Moment run_tail(engine::Executor& executor, ParentLaunch& launch, const Tail& tail,
                        graph::Chain* graph) {
  if (tail.kernel == nullptr) return run_in_own_stream(executor.context(), tail.enqueue);
  const auto& payload = *reinterpret_cast<const device::KernelPayload*>(tail.payload.data());
  const engine::Moment children = run_blocks(executor, launch, *tail.kernel, payload, graph);
  uncount_pending(payload.device);
  return children;
}

}  // namespace

engine::Moment run(engine::Executor& executor, ParentLaunch& launch, graph::Chain* graph) noexcept {
  if (!launch.has_run) {
    launch.has_run = true;
    const engine::Moment children =
        run_blocks(executor, launch, *launch.kernel, launch.payload(), graph);
    if (launch.is_child) uncount_pending(launch.payload().device);
    if (!children.is_complete()) return children;
  }
  while (launch.tails != nullptr && !launch.tails->empty()) {
    std::list<Tail> next;
    next.splice(next.begin(), *launch.tails, launch.tails->begin());
    const engine::Moment children = run_tail(executor, launch, next.front(), graph);
    if (!children.is_complete()) return children;
  }
  delete launch.tails;
  launch.tails = nullptr;
  launch.has_run = false;
  return {};
}

void run_launch(engine::Executor& executor, const void* payload) noexcept {
  // The ring is written by whoever runs it.
  auto& launch = *static_cast<ParentLaunch*>(const_cast<void*>(payload));
  executor.resume_at(run(executor, launch));
}

const device::KernelPayload* kernel_of(const engine::OperationNotice& notice) {
  if (notice.kind == engine::OperationKind::kRange && notice.run == device::run_blocks)
    return static_cast<const device::KernelPayload*>(notice.payload);
  if (notice.kind == engine::OperationKind::kProgram && notice.program == run_launch)
    return &static_cast<const ParentLaunch*>(notice.payload)->payload();
  return nullptr;
}

}  // namespace riffle::dynamic
