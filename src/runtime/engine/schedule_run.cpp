// SPDX-License-Identifier: Apache-2.0
// How a schedule runs the operation that it has chosen, and looks after those that do not end.
#include <vector>

#include "platform/stack.h"
#include "runtime/engine/operator.h"
#include "runtime/engine/runner.h"
#include "runtime/engine/schedule.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;
/// How long the decider stands still for a host function, which may wait for the host, and for a kernel that is not known to
/// end.
constexpr std::uint64_t kHostFunctionNs = 100 * kMillisecond;
constexpr std::uint64_t kKernelNs = 1000 * kMillisecond;
/// And then each time it looks again, so many times: what let the operation go has just happened.
constexpr std::uint64_t kHeldNs = 2 * kMillisecond;
constexpr unsigned kLooksAtHeld = 100;

}  // namespace

Operator* Schedule::take_operator() {
  {
    const MutexLock lock(state_);
    if (!idle_.empty()) {
      Operator* const taken = idle_.back();
      idle_.pop_back();
      return taken;
    }
  }
  return Operator::start();
}

/// On a stack with a guard page, as everywhere: the host's own may be small.
void Schedule::run_here(Timeline& timeline) {
  struct Errand {
    Site* site;
    Timeline* timeline;
  } errand{&here_, &timeline};
  platform::call_on_stack(
      here_.stack.range(),
      [](void* argument) {
        const auto& own = *static_cast<Errand*>(argument);
        run_next_operation(*own.site, *own.timeline);
      },
      &errand);
}

bool Schedule::run_as_decider(Timeline& timeline) {
  if (next_step(timeline) != NextStep::kEnds) return run(timeline);
  run_here(timeline);
  if (record_ != nullptr) record_->operations.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool Schedule::run(Timeline& timeline) {
  Operator* const chosen = take_operator();
  if (chosen == nullptr) {
    const MutexLock lock(state_);
    ready_.push_back(&timeline);
    return false;
  }
  const NextStep step = next_step(timeline);  // before it is given away
  chosen->begin(timeline);
  bool is_done = true;
  if (step == NextStep::kEnds)
    chosen->wait();
  else
    is_done = chosen->wait_for(step == NextStep::kHostFunction ? kHostFunctionNs : kKernelNs);
  if (record_ != nullptr) record_->operations.fetch_add(1, std::memory_order_relaxed);
  const MutexLock lock(state_);
  (is_done ? idle_ : held_).push_back(chosen);
  if (is_done) return true;
  looks_at_held_ = 0;
  if (record_ != nullptr)
    (step == NextStep::kHostFunction ? record_->held_host_functions : record_->held_kernels)
        .fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Schedule::look_after_held() {
  if (held_.empty()) return;
  const bool waits = looks_at_held_++ < kLooksAtHeld;
  std::erase_if(held_, [&](Operator* each) RIFFLE_REQUIRES(state_) {
    if (!(waits ? each->wait_for(kHeldNs) : each->is_done())) return false;
    idle_.push_back(each);
    return true;
  });
}

}  // namespace riffle::engine
