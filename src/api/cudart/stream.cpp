// SPDX-License-Identifier: Apache-2.0
// Streams: creation, destruction, waiting, and the default streams.
#include "api/cudart/stream.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "api/cudart/event.h"
#include "cudart_bodies.h"
#include "device/cpu/printf.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/pools.h"

namespace riffle::api::cudart {
namespace {

// The streams behind cudaStreamPerThread, one per context that the thread has used it in. They end
// with the thread; what is pending in them still runs.
class PerThreadStreams {
 public:
  PerThreadStreams() = default;
  PerThreadStreams(const PerThreadStreams&) = delete;
  PerThreadStreams& operator=(const PerThreadStreams&) = delete;
  ~PerThreadStreams() {
    for (const auto& object : objects_) {
      object->context->destroy_stream(object->stream, object->generation);
    }
  }

  StreamObject* on(Context& context) {
    const auto found = std::ranges::find_if(
        objects_, [&](const auto& object) { return object->context == &context; });
    if (found != objects_.end() && (*found)->generation == context.generation())
      return found->get();
    auto fresh = std::make_unique<StreamObject>();
    fresh->stream = context.engine()->create_stream(engine::StreamKind::kBlocking, 0);
    if (fresh->stream == nullptr) throw std::bad_alloc();
    fresh->context = &context;
    fresh->generation = context.generation();
    if (found == objects_.end()) return objects_.emplace_back(std::move(fresh)).get();
    *found = std::move(fresh);
    return found->get();
  }

 private:
  std::vector<std::unique_ptr<StreamObject>> objects_;
};

thread_local PerThreadStreams per_thread_streams;

cudaError_t create(cudaStream_t* handle, unsigned flags, int priority) {
  if (handle == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
    return cudaErrorInvalidValue;
  Context& context = current_context();
  const auto kind = flags == cudaStreamNonBlocking ? engine::StreamKind::kNonBlocking
                                                   : engine::StreamKind::kBlocking;
  auto object = std::make_unique<StreamObject>();
  object->stream =
      context.engine()->create_stream(kind, std::min(0, std::max(priority, kGreatestPriority)));
  if (object->stream == nullptr) return cudaErrorMemoryAllocation;
  object->context = &context;
  object->generation = context.generation();
  object->flags = flags;
  const std::uintptr_t made = streams().insert(object.get());
  if (made == 0) {
    context.engine()->destroy_stream(object->stream);
    return cudaErrorMemoryAllocation;
  }
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *handle = reinterpret_cast<cudaStream_t>(made);
  engine::notify_resource_made({.kind = engine::ResourceKind::kStream, .handle = made});
  return cudaSuccess;
}

}  // namespace

HandleTable<StreamObject>& streams() {
  static constinit HandleTable<StreamObject> table(kStreamHandleKind);
  return table;
}

StreamObject* find_stream(cudaStream_t handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value > 2) return streams().find(value);
  if (handle == cudaStreamPerThread) return per_thread_streams.on(current_context());
  return &legacy_of(current_context());
}

void forget_streams_of(const Context& context) {
  std::vector<std::uintptr_t> handles;
  streams().for_each([&](std::uintptr_t handle, const StreamObject* object) {
    if (object->context == &context) handles.push_back(handle);
  });
  for (const std::uintptr_t handle : handles) delete streams().remove(handle);
}

cudaError_t stream_create(cudaStream_t* pStream) { return create(pStream, cudaStreamDefault, 0); }

cudaError_t stream_create_with_flags(cudaStream_t* pStream, unsigned int flags) {
  return create(pStream, flags, 0);
}

cudaError_t stream_create_with_priority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create(pStream, flags, priority);
}

cudaError_t stream_destroy(cudaStream_t stream) {
  const std::unique_ptr<StreamObject> object(
      streams().remove(reinterpret_cast<std::uintptr_t>(stream)));
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  engine::notify_resource_gone(
      {.kind = engine::ResourceKind::kStream, .handle = reinterpret_cast<std::uintptr_t>(stream)});
  object->context->destroy_stream(object->stream, object->generation);
  return cudaSuccess;
}

cudaError_t stream_synchronize(cudaStream_t stream) {
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) [[unlikely]]
    return cudaErrorInvalidResourceHandle;
  object->stream->synchronize();
  device::flush_printf();
  memory::pools_synchronised();
  return to_cuda(object->stream->context().take_report());
}

cudaError_t stream_query(cudaStream_t stream) {
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) [[unlikely]]
    return cudaErrorInvalidResourceHandle;
  if (!object->stream->query()) return cudaErrorNotReady;
  device::flush_printf();
  return to_cuda(object->stream->context().take_report());
}

namespace {

// The event was recorded outside of captures, or never.
cudaError_t refuse_outside_event(StreamObject& object, const EventObject& event) {
  if (!event.is_recorded()) return cudaSuccess;
  graph::invalidate_capture(object.capture);
  return cudaErrorStreamCaptureIsolation;
}

}  // namespace

cudaError_t stream_wait_event(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  StreamObject* const object = find_stream(stream);
  EventObject* const awaited = events().find(event);
  if (object == nullptr || awaited == nullptr) return cudaErrorInvalidResourceHandle;
  if (flags == cudaEventWaitExternal) {
    const auto node = captured(
        *object, [&] { return graph::EventWaitParams{{reinterpret_cast<std::uintptr_t>(event)}}; });
    return node.value_or(cudaErrorIllegalState);  // only inside a capture
  }
  if (flags != cudaEventWaitDefault) return cudaErrorInvalidValue;
  if (const auto record = awaited->captured())
    return to_cuda(graph::capture_wait(object->capture, capture_stream(*object), *record));
  if (object->capture.is_capturing()) return refuse_outside_event(*object, *awaited);
  if (SharedEvent* const shared = awaited->shared()) {
    shared->enqueue_wait(*object->stream);
    return cudaSuccess;
  }
  const engine::Moment moment = awaited->moment();
  object->stream->enqueue_wait(moment);
  object->memory.note_wait(moment);
  return cudaSuccess;
}

cudaError_t stream_get_priority(cudaStream_t hStream, int* priority) {
  const StreamObject* const object = find_stream(hStream);
  if (priority == nullptr) return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *priority = object->stream->priority();
  return cudaSuccess;
}

cudaError_t stream_get_flags(cudaStream_t hStream, unsigned int* flags) {
  const StreamObject* const object = find_stream(hStream);
  if (flags == nullptr) return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *flags = object->flags;
  return cudaSuccess;
}

cudaError_t stream_get_id(cudaStream_t hStream, unsigned long long* streamId) {
  const StreamObject* const object = find_stream(hStream);
  if (streamId == nullptr) return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *streamId = object->stream->id();
  return cudaSuccess;
}

cudaError_t stream_get_device(cudaStream_t hStream, int* device) {
  const StreamObject* const object = find_stream(hStream);
  if (device == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *device = object->context->device();
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
