// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/program.h"

#include <utility>

#include "runtime/engine/context_state.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/runner.h"
#include "runtime/engine/shared_range.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

// ---- Fence ----

bool Fence::create(ContextStreams& context) {
  Stream* const stream = context.create_stream(StreamKind::kNonBlocking, 0);
  if (stream == nullptr) return false;
  timeline_ = &timeline_of(*stream);
  return true;
}

void Fence::destroy() {
  Timeline* const timeline = std::exchange(timeline_, nullptr);
  if (timeline != nullptr) timeline->context_state().destroy(*timeline);
}

Moment Fence::issue() { return {timeline_, timeline_->issue_ticket()}; }

void Fence::complete() {
  // Once the ticket is complete, the fence's owner may destroy it.
  Timeline& timeline = *timeline_;
  if (timeline.complete_one()) {
    Timeline* ready = timeline.notify();
    while (ready != nullptr) {
      Timeline* const next = ready->parked_next();
      if (ready->unpark()) make_available(*ready);
      ready = next;
    }
  }
  if (timeline.is_closing()) [[unlikely]]
    recycle_if_closed(timeline);
}

// Pairs that two threads mix up name the owner's streams all the same.
void Fence::show_part(Stream& stream, Ticket ticket) {
  timeline_->show_blocked_on(timeline_of(stream), ticket);
}

Moment Fence::newest() const { return {timeline_, timeline_->submitted_ticket()}; }

// ---- Executor ----

bool Executor::has_fault() const { return timeline_.runner_context().fault() != Code::kOk; }

bool Executor::is_worker() const { return site_.is_worker; }

std::uint64_t Executor::stream_id() const { return timeline_.stream_id(); }

Moment Executor::current() const { return {&timeline_, timeline_.completed_ticket() + 1}; }

ContextStreams& Executor::context() const { return timeline_.runner_context().facade(); }

void Executor::run(RangeFunction function, Cost* cost, std::uint64_t units, const void* payload) {
  ContextState& context = timeline_.runner_context();
  if (context.fault() != Code::kOk) [[unlikely]]
    return;
  const bool at_risk = cost == nullptr || !cost->ends;
  if (at_risk) site_.enter(Risk::kKernel);
  const Code code = run_range(site_, timeline_, {function, cost, units}, payload);
  if (at_risk) site_.leave();
  if (code != Code::kOk) [[unlikely]]
    context.raise(code);
}

void Executor::run_host_function(void (*function)(void* user), void* user) {
  if (has_fault()) return;
  HostFunctionScope scope(site_);
  function(user);
  scope.returned();
}

void Executor::call_a_worker() {
  WorkerPool& workers = engine_state().workers;
  if (workers.polling() == 0) workers.wake_one(WorkerPool::Place::kElsewhere);
}

}  // namespace riffle::engine
