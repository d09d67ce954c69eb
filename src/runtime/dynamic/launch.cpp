// SPDX-License-Identifier: Apache-2.0
#include "runtime/dynamic/launch.h"

#include "runtime/dynamic/grid.h"
#include "runtime/dynamic/pending.h"

namespace riffle::dynamic {
namespace {

/// The blocks of one kernel; when its children are complete. Its tail launches become the next ones.
engine::Moment run_blocks(engine::Executor& executor, Launch& launch, module::Kernel& kernel,
                          const device::KernelPayload& payload) {
  Grid grid(executor.context());
  const device::ParentPayload parent{&payload, &grid};
  executor.run(&device::run_parent, &kernel.cost, payload.cooperative ? 1 : payload.grid.count(),
               &parent);
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

engine::Moment run_tail(engine::Executor& executor, Launch& launch, const Tail& tail) {
  if (tail.kernel == nullptr) return run_in_own_stream(executor.context(), tail.enqueue);
  const auto& payload = *reinterpret_cast<const device::KernelPayload*>(tail.payload.data());
  const engine::Moment children = run_blocks(executor, launch, *tail.kernel, payload);
  uncount_pending(payload.device);
  return children;
}

}  // namespace

engine::Moment run(engine::Executor& executor, Launch& launch) noexcept {
  if (!launch.has_run) {
    launch.has_run = true;
    const engine::Moment children = run_blocks(executor, launch, *launch.kernel, launch.payload());
    if (launch.is_child) uncount_pending(launch.payload().device);
    if (!children.is_complete()) return children;
  }
  while (launch.tails != nullptr && !launch.tails->empty()) {
    std::list<Tail> next;
    next.splice(next.begin(), *launch.tails, launch.tails->begin());
    const engine::Moment children = run_tail(executor, launch, next.front());
    if (!children.is_complete()) return children;
  }
  delete launch.tails;
  launch.tails = nullptr;
  launch.has_run = false;
  return {};
}

void run_launch(engine::Executor& executor, const void* payload) noexcept {
  // The ring is written by whoever runs it.
  auto& launch = *static_cast<Launch*>(const_cast<void*>(payload));
  executor.resume_at(run(executor, launch));
}

}  // namespace riffle::dynamic
