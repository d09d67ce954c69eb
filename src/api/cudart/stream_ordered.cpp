// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation, and the stream-side calls for managed memory.
//
// Memory is handed out at the call and given back when the stream comes to the free: never earlier
// than CUDA allows. While it is full of memory whose free is queued, an allocation waits for the
// streams.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

using memory::registry;

Code run_nothing(const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; }

// As the release, not the run, of its operation: a fault skips the run, the memory is free all the
// same.
void free_queued(const void* payload) noexcept {
  void* const pointer = *static_cast<void* const*>(payload);
  // Fails only if a device reset was faster.
  (void)registry().free(pointer);  // NOLINT(bugprone-unused-return-value)
}

}  // namespace

cudaError_t malloc_async(void** devPtr, size_t size, cudaStream_t hStream) {
  if (devPtr == nullptr) return cudaErrorInvalidValue;
  const StreamObject* const stream = find_stream(hStream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  *devPtr = nullptr;
  if (size == 0) return cudaSuccess;
  const int device = stream->context->device();
  auto allocation = registry().allocate(memory::Kind::kDevice, size, device);
  if (!allocation && allocation.error().code == Code::kOutOfMemory) {
    stream->stream->context().synchronize();
    allocation = registry().allocate(memory::Kind::kDevice, size, device);
  }
  if (!allocation) return to_cuda(allocation.error());
  *devPtr = allocation->base;
  return cudaSuccess;
}

cudaError_t free_async(void* devPtr, cudaStream_t hStream) {
  const StreamObject* const stream = find_stream(hStream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (devPtr == nullptr) return cudaSuccess;
  const auto allocation = registry().find(devPtr);
  if (!allocation || allocation->kind != memory::Kind::kDevice || allocation->is_variable) {
    return cudaErrorInvalidValue;
  }
  if (const Status queued = registry().queue_free(devPtr); !queued) return to_cuda(queued);
  const engine::RangeOperation operation{
      .run = run_nothing, .release = free_queued, .payload_bytes = sizeof(void*)};
  stream->stream->enqueue(operation,
                          [&](void* payload) { *static_cast<void**>(payload) = devPtr; });
  return cudaSuccess;
}

// Host and devices reach managed memory at all times here, so that attaching it orders nothing; the
// rules for the arguments are those of hardware without pageable memory access.
cudaError_t stream_attach_mem_async(cudaStream_t stream, void* devPtr, size_t length,
                                    unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle) {
    return cudaErrorInvalidValue;
  }
  const StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (flags == cudaMemAttachSingle && stream == nullptr) return cudaErrorInvalidValue;
  const auto allocation = registry().find(devPtr);
  if (!allocation || allocation->kind != memory::Kind::kManaged || allocation->base != devPtr ||
      (length != 0 && length != allocation->bytes)) {
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
