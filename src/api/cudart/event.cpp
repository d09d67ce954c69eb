// SPDX-License-Identifier: Apache-2.0
// Events of the runtime API.
#include "api/cudart/event.h"

#include <utility>
#include <vector>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "device/cpu/printf.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/schedule.h"
#include "runtime/memory/pools.h"

namespace riffle::api::cudart {
namespace {

constexpr unsigned kEventFlags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

}  // namespace

HandleTable<EventObject>& events() {
  static constinit HandleTable<EventObject> table(kEventHandleKind);
  return table;
}

void forget_events_of(const Context& context) {
  std::vector<std::uintptr_t> handles;
  events().for_each([&](std::uintptr_t handle, const EventObject* object) {
    if (&object->context() == &context) handles.push_back(handle);
  });
  for (const std::uintptr_t handle : handles) delete events().remove(handle);
}

EventObject::EventObject(context::Context& context, unsigned flags)
    : context_(context),
      time_((flags & cudaEventDisableTiming) == 0 ? engine::RecordTime::take() : nullptr) {}

EventObject::~EventObject() {
  if (time_ != nullptr) time_->give_back();
  if (shared_ != nullptr) shared_->let_go();
}

// The lock is not held while the stream is used: that may wait for room.
void EventObject::record(engine::Stream& stream) {
  if (shared_ != nullptr) shared_->record(stream);
  record(time_ != nullptr ? stream.record(*time_) : stream.record());
}

void EventObject::record(engine::Moment moment) {
  const engine::SpinlockHolder lock(lock_);
  moment_ = moment;
  is_recorded_ = true;
  if (is_captured_.load(std::memory_order_relaxed)) [[unlikely]] {
    captured_.reset();
    is_captured_.store(false, std::memory_order_relaxed);
  }
}

void EventObject::record(std::shared_ptr<const graph::CapturedRecord> captured) {
  const engine::SpinlockHolder lock(lock_);
  captured_ = std::move(captured);
  is_captured_.store(true, std::memory_order_relaxed);
}

engine::Moment EventObject::moment() const {
  const engine::SpinlockHolder lock(lock_);
  return moment_;
}

bool EventObject::is_recorded() const {
  const engine::SpinlockHolder lock(lock_);
  return is_recorded_;
}

cudaError_t event_create(cudaEvent_t* event) {
  return event_create_with_flags(event, cudaEventDefault);
}

cudaError_t event_create_with_flags(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr || (flags & ~kEventFlags) != 0) return cudaErrorInvalidValue;
  if ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0)
    return cudaErrorInvalidValue;
  auto object = std::make_unique<EventObject>(current_context().home(), flags);
  if ((flags & cudaEventInterprocess) != 0) {
    object->set_shared(SharedEvent::create());
    if (object->shared() == nullptr) return cudaErrorMemoryAllocation;
  }
  const std::uintptr_t made = events().insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *event = reinterpret_cast<cudaEvent_t>(made);
  engine::notify_resource_made({.kind = engine::ResourceKind::kEvent, .handle = made});
  return cudaSuccess;
}

cudaError_t event_record(cudaEvent_t event, cudaStream_t stream) {
  EventObject* const object = events().find(event);
  StreamObject* const in = find_stream(stream);
  if (object == nullptr || in == nullptr || &object->context() != &in->context->home())
    return cudaErrorInvalidResourceHandle;
  if (in->capture.is_capturing()) [[unlikely]] {
    if (auto captured = graph::capture_record(in->capture)) {
      object->record(std::move(captured));
      return cudaSuccess;
    }
  }
  object->record(*in->stream);
  return cudaSuccess;
}

cudaError_t event_record_with_flags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if (events().find(event) == nullptr) return cudaErrorInvalidResourceHandle;
  if ((flags & ~static_cast<unsigned>(cudaEventRecordExternal)) != 0) return cudaErrorInvalidValue;
  if (flags != cudaEventRecordExternal) return event_record(event, stream);
  StreamObject* const in = find_stream(stream);
  if (in == nullptr) return cudaErrorInvalidResourceHandle;
  const auto node = captured(
      *in, [&] { return graph::EventRecordParams{{reinterpret_cast<std::uintptr_t>(event)}}; });
  return node.value_or(cudaErrorIllegalState);  // only inside a capture
}

cudaError_t event_query(cudaEvent_t event) {
  const EventObject* const object = events().find(event);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto record = object->captured()) return to_cuda(graph::refuse_captured(*record, true));
  const bool is_complete =
      object->is_complete() || (engine::may_work_before_answer() && object->is_complete());
  if (!is_complete) return cudaErrorNotReady;
  engine::notify_host_saw(object->moment());
  device::flush_printf();
  return to_cuda(object->context().engine()->take_report());
}

cudaError_t event_synchronize(cudaEvent_t event) {
  const EventObject* const object = events().find(event);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto record = object->captured()) return to_cuda(graph::refuse_captured(*record, true));
  if (SharedEvent* const shared = object->shared()) {
    const engine::Moment moment = object->moment();
    shared->wait();
    engine::notify_host_saw(moment);
  } else {
    engine::wait_for(object->moment());
  }
  device::flush_printf();
  memory::pools_synchronised();
  return to_cuda(object->context().engine()->take_report());
}

cudaError_t event_destroy(cudaEvent_t event) {
  const std::unique_ptr<EventObject> object(
      events().remove(reinterpret_cast<std::uintptr_t>(event)));
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  engine::notify_resource_gone(
      {.kind = engine::ResourceKind::kEvent, .handle = reinterpret_cast<std::uintptr_t>(event)});
  return cudaSuccess;
}

cudaError_t event_elapsed_time(float* ms, cudaEvent_t start, cudaEvent_t end) {
  if (ms == nullptr) return cudaErrorInvalidValue;
  const EventObject* const from = events().find(start);
  const EventObject* const to = events().find(end);
  for (const EventObject* const object : {from, to}) {
    if (object == nullptr) continue;
    if (const auto record = object->captured())
      return to_cuda(graph::refuse_captured(*record, false));
  }
  if (from == nullptr || to == nullptr || !from->has_timing() || !to->has_timing() ||
      !from->is_recorded() || !to->is_recorded() || &from->context() != &to->context()) {
    return cudaErrorInvalidResourceHandle;
  }
  if (!from->moment().is_complete() || !to->moment().is_complete()) return cudaErrorNotReady;
  engine::notify_host_saw(to->moment());
  *ms = static_cast<float>(to->time().ns_since(from->time())) * 1e-6F;
  return to_cuda(from->context().engine()->take_report());
}

// --- Events of several processes ---

cudaError_t ipc_get_event_handle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  if (handle == nullptr || event == nullptr) return cudaErrorInvalidValue;
  const EventObject* const object = events().find(event);
  if (object == nullptr || object->shared() == nullptr) return cudaErrorInvalidResourceHandle;
  *handle = object->shared()->handle();
  return cudaSuccess;
}

cudaError_t ipc_open_event_handle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  if (event == nullptr) return cudaErrorInvalidValue;
  if (SharedEvent::is_own(handle)) return cudaErrorDeviceUninitialized;  // as on hardware
  auto object = std::make_unique<EventObject>(current_context().home(),
                                              cudaEventInterprocess | cudaEventDisableTiming);
  object->set_shared(SharedEvent::open(handle));
  if (object->shared() == nullptr) return cudaErrorMapBufferObjectFailed;
  const std::uintptr_t made = events().insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *event = reinterpret_cast<cudaEvent_t>(made);
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
