// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: from pools, and freed in a stream whatever it was allocated by.
#include "api/cudart/captured_memory.h"
#include "api/cudart/entry.h"
#include "api/cudart/pool.h"
#include "cudart_bodies.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/imported.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

using memory::registry;

// As the release, not the run, of its operation: a fault skips the run, the memory is free all the
// same.
void free_queued(const void* payload) noexcept {
  void* const pointer = *static_cast<void* const*>(payload);
  if (memory::free_imported(pointer)) return;
  // Fails only if a device reset was faster.
  (void)registry().free(pointer);  // NOLINT(bugprone-unused-return-value)
}

void take_place(engine::Stream& stream) {
  stream.enqueue({.run = run_nothing}, [](void*) {});
}

cudaError_t allocate(void** pointer, memory::Pool& pool, std::size_t bytes, StreamObject& stream) {
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  engine::Moment wait;
  auto allocation = pool.allocate(stream.memory, bytes, wait);
  if (!allocation) [[unlikely]] {
    // What is kept for reuse elsewhere goes first.
    memory::make_room(pool.properties().kind, pool.properties().device);
    allocation = pool.allocate(stream.memory, bytes, wait);
  }
  if (!allocation) return to_cuda(allocation.error());
  if (wait.timeline != nullptr) [[unlikely]]
    stream.stream->enqueue_wait(wait);
  if (engine::current_observer() != nullptr) [[unlikely]]
    engine::notify_resource_made({.kind = engine::ResourceKind::kPooledMemory,
                                  .handle = reinterpret_cast<std::uintptr_t>(*allocation),
                                  .bytes = bytes,
                                  .stream = stream.stream});
  if (engine::keeps_every_wait()) [[unlikely]]
    take_place(*stream.stream);
  *pointer = *allocation;
  return cudaSuccess;
}

void notify_freed(engine::ResourceKind kind, const void* pointer, const StreamObject& stream) {
  if (engine::current_observer() != nullptr) [[unlikely]]
    engine::notify_resource_gone({.kind = kind,
                                  .handle = reinterpret_cast<std::uintptr_t>(pointer),
                                  .stream = stream.stream});
}

cudaError_t free_pooled(memory::Pool& pool, void* pointer, StreamObject& stream) {
  if (engine::current_observer() != nullptr && pool.find(pointer)) [[unlikely]]
    notify_freed(engine::ResourceKind::kPooledMemory, pointer, stream);
  // Any operation of the legacy stream comes between the blocking streams' work before and after it:
  // a free that only remembers a moment would not. Nor would it for those who want to know all order.
  if (stream.stream->kind() == engine::StreamKind::kLegacy || engine::keeps_every_wait())
    take_place(*stream.stream);
  const Status freed = pool.free(pointer, stream.memory, stream.stream->record());
  if (!freed) engine::notify_refused_free(pointer);
  return to_cuda(freed);
}

}  // namespace

cudaError_t malloc_async(void** devPtr, size_t size, cudaStream_t hStream) {
  if (devPtr == nullptr) return cudaErrorInvalidValue;
  StreamObject* const stream = find_stream(hStream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto node = capture_allocation(*stream, devPtr, size, stream->context->device()))
    return *node;
  const auto pool =
      memory::current_or_default_pool(memory::MemoryType::kDevice, stream->context->device());
  return pool ? allocate(devPtr, **pool, size, *stream) : to_cuda(pool.error());
}

cudaError_t malloc_from_pool_async(void** ptr, size_t size, cudaMemPool_t memPool,
                                   cudaStream_t stream) {
  memory::Pool* const pool = find_pool(memPool);
  if (ptr == nullptr || pool == nullptr) return cudaErrorInvalidValue;
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto node = capture_allocation(*object, ptr, size, pool->properties().device))
    return *node;
  return allocate(ptr, *pool, size, *object);
}

cudaError_t free_async(void* devPtr, cudaStream_t hStream) {
  StreamObject* const stream = find_stream(hStream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto node = capture_free(*stream, devPtr)) return *node;
  if (devPtr == nullptr) return cudaSuccess;
  if (memory::Pool* const pool = memory::pool_at(devPtr)) [[likely]]
    return free_pooled(*pool, devPtr, *stream);
  const auto allocation = registry().find(devPtr);
  if (!allocation || allocation->base != devPtr || allocation->is_variable) {
    engine::notify_refused_free(devPtr);
    return cudaErrorInvalidValue;
  }
  if (allocation->kind == memory::MemoryType::kManaged)
    return cudaErrorNotSupported;  // as on hardware
  if (allocation->kind != memory::MemoryType::kDevice) return cudaErrorInvalidValue;
  if (!allocation->is_imported) {
    if (const Status queued = registry().queue_free(devPtr); !queued) {
      engine::notify_refused_free(devPtr);
      return to_cuda(queued);
    }
  }
  notify_freed(engine::ResourceKind::kDeviceMemory, devPtr, *stream);
  const engine::RangeOperation operation{
      .run = run_nothing, .release = free_queued, .payload_bytes = sizeof(void*)};
  stream->stream->enqueue(operation,
                          [&](void* payload) { *static_cast<void**>(payload) = devPtr; });
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
