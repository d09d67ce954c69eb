// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/capture_rule.h"

#include "api/cudart/entry.h"
#include "api/cudart/event.h"
#include "api/cudart/pitch.h"

namespace riffle::api::cudart::capture_rule {
namespace {

graph::ThreadMode thread_mode() {
  switch (thread_state.capture_mode) {
    case cudaStreamCaptureModeGlobal:
      return graph::ThreadMode::kGlobal;
    case cudaStreamCaptureModeRelaxed:
      return graph::ThreadMode::kRelaxed;
    default:  // hardware takes unknown modes for this one
      return graph::ThreadMode::kThreadLocal;
  }
}

/// Null when the handle is none: the body says so.
StreamObject* usable(cudaStream_t handle, cudaError_t& refused, bool invalidates = true) {
  StreamObject* const object = find_stream(handle);
  refused = cudaSuccess;
  if (object != nullptr && object->stream->kind() == engine::StreamKind::kLegacy)
    refused = to_cuda(graph::refuse_legacy(object->context, invalidates));
  return refused == cudaSuccess ? object : nullptr;
}

}  // namespace

bool is_peer_copy(const cudaMemcpy3DPeerParms* p) {
  if (p == nullptr || !is_device(p->srcDevice) || !is_device(p->dstDevice)) return false;
  const auto overlaps = [&](cudaArray_t array, const cudaPitchedPtr& memory) {
    return array == nullptr && memory.ptr != nullptr && overlap(memory, p->extent);
  };
  return !has_bytes(p->extent) ||
         !(overlaps(p->srcArray, p->srcPtr) || overlaps(p->dstArray, p->dstPtr));
}

cudaError_t unsafe() { return to_cuda(graph::refuse_unsafe(thread_mode())); }

cudaError_t context() { return to_cuda(graph::refuse_for_context(&current_context())); }

cudaError_t legacy(cudaStream_t handle) {
  cudaError_t refused = cudaSuccess;
  usable(handle, refused);
  return refused;
}

cudaError_t asks(cudaStream_t handle) {
  cudaError_t refused = cudaSuccess;
  usable(handle, refused, false);
  return refused;
}

cudaError_t stream(cudaStream_t handle) {
  cudaError_t refused = cudaSuccess;
  const StreamObject* const object = usable(handle, refused);
  if (object == nullptr) return refused;
  return to_cuda(graph::refuse_invalidated(object->capture));
}

cudaError_t unable(cudaStream_t handle) {
  const cudaError_t why = stream(handle);
  if (why != cudaSuccess) return why;
  const StreamObject* const object = find_stream(handle);
  return object != nullptr && object->capture.is_capturing() ? cudaErrorStreamCaptureUnsupported
                                                             : cudaSuccess;
}

cudaError_t refused(cudaStream_t handle) {
  cudaError_t why = cudaSuccess;
  StreamObject* const object = usable(handle, why);
  return object == nullptr ? why : to_cuda(graph::refuse_capturing(object->capture));
}

cudaError_t waits(cudaStream_t handle) {
  const cudaError_t why = refused(handle);
  return why == cudaSuccess ? unsafe() : why;
}

cudaError_t ordered(cudaStream_t handle) {
  cudaError_t refused = cudaSuccess;
  const StreamObject* const object = usable(handle, refused);
  if (refused != cudaSuccess) return refused;
  if (object == nullptr || !object->capture.is_capturing()) return unsafe();
  return to_cuda(graph::refuse_invalidated(object->capture));
}

cudaError_t event(cudaEvent_t handle) {
  const EventObject* const object = events().find(handle);
  // A captured event is the body's affair, also when no capture is in progress any more.
  return object != nullptr && object->captured() != nullptr ? cudaSuccess : unsafe();
}

}  // namespace riffle::api::cudart::capture_rule
