// SPDX-License-Identifier: Apache-2.0
// Memory and semaphores of other APIs, by file descriptor: memory that can be mapped, and counters
// of the operating system (eventfd). What only a driver of a GPU or another operating system has is
// refused.
#include "api/cudart/external.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/cudart/entry.h"
#include "base/handle_table.h"
#include "cudart_bodies.h"
#include "runtime/memory/imported.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kMemoryHandleKind = 21;
constexpr std::uint8_t kSemaphoreHandleKind = 22;

struct ExternalMemory {
  std::shared_ptr<memory::Mapping> mapping;
  int device = 0;
};

/// Operations that signal or await it hold it too.
struct ExternalSemaphore {
  explicit ExternalSemaphore(int its_descriptor) : descriptor(its_descriptor) {}
  ExternalSemaphore(const ExternalSemaphore&) = delete;
  ExternalSemaphore& operator=(const ExternalSemaphore&) = delete;
  ~ExternalSemaphore() { ::close(descriptor); }

  void signal() const {
    const std::uint64_t one = 1;
    // Fails only when the counter is at its end: it is signalled already.
    (void)!write(descriptor, &one, sizeof one);
  }
  void wait() const {
    std::uint64_t count = 0;
    while (read(descriptor, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) {
      pollfd until{.fd = descriptor, .events = POLLIN, .revents = 0};
      poll(&until, 1, -1);
    }
  }

  const int descriptor;
};

struct SemaphoreObject {
  std::shared_ptr<ExternalSemaphore> semaphore;
};

HandleTable<ExternalMemory>& memories() {
  static constinit HandleTable<ExternalMemory> table(kMemoryHandleKind);
  return table;
}

HandleTable<SemaphoreObject>& semaphores() {
  static constinit HandleTable<SemaphoreObject> table(kSemaphoreHandleKind);
  return table;
}

bool is_event_counter(int descriptor) {
  std::array<char, 64> target{};
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  return length > 0 && std::string_view(target.data(), static_cast<std::size_t>(length)) ==
                           "anon_inode:[eventfd]";
}

bool has_bytes(int descriptor, std::uint64_t bytes) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<std::uint64_t>(status.st_size) >= bytes;
}

template <class Object, class Handle>
cudaError_t show(HandleTable<Object>& table, std::unique_ptr<Object> object, Handle* out) {
  const std::uintptr_t made = table.insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *out = reinterpret_cast<Handle>(made);
  return cudaSuccess;
}

using Semaphores = std::vector<std::shared_ptr<ExternalSemaphore>>;

// All of them, or none when one handle is bad.
Semaphores find_all(const cudaExternalSemaphore_t* handles, unsigned count) {
  Semaphores found;
  for (unsigned i = 0; i < count; ++i) {
    const SemaphoreObject* const object = semaphores().find(handles[i]);
    if (object == nullptr) return {};
    found.push_back(object->semaphore);
  }
  return found;
}

Code run_nothing(const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; }

// As the release of its operation: after a fault others must not wait for ever.
void signal_all(const void* payload) noexcept {
  const std::unique_ptr<Semaphores> all(*static_cast<Semaphores* const*>(payload));
  for (const auto& semaphore : *all) semaphore->signal();
}

void wait_for_all(void* user, Code) {
  const std::unique_ptr<Semaphores> all(static_cast<Semaphores*>(user));
  for (const auto& semaphore : *all) semaphore->wait();
}

}  // namespace

cudaError_t import_external_memory(cudaExternalMemory_t* extMem_out,
                                   const cudaExternalMemoryHandleDesc* memHandleDesc) {
  if (extMem_out == nullptr || memHandleDesc == nullptr ||
      memHandleDesc->type != cudaExternalMemoryHandleTypeOpaqueFd || memHandleDesc->size == 0 ||
      (memHandleDesc->flags & ~static_cast<unsigned>(cudaExternalMemoryDedicated)) != 0) {
    return cudaErrorInvalidValue;
  }
  const int descriptor = memHandleDesc->handle.fd;
  if (!has_bytes(descriptor, memHandleDesc->size)) return cudaErrorUnknown;
  auto mapping = memory::Mapping::map(descriptor, memHandleDesc->size);
  if (!mapping) return cudaErrorUnknown;
  auto object = std::make_unique<ExternalMemory>();
  object->mapping = *std::move(mapping);
  object->device = current_context().device();
  const cudaError_t shown = show(memories(), std::move(object), extMem_out);
  if (shown == cudaSuccess) ::close(descriptor);  // it is ours now
  return shown;
}

std::expected<char*, cudaError_t> map_range(cudaExternalMemory_t memory, std::uint64_t offset,
                                            std::uint64_t bytes) {
  const ExternalMemory* const object = memories().find(memory);
  if (object == nullptr || bytes == 0 || bytes > object->mapping->bytes() ||
      offset > object->mapping->bytes() - bytes) {
    return std::unexpected(cudaErrorInvalidValue);
  }
  const auto pointer = memory::add_import(object->mapping, offset, bytes, object->device);
  if (!pointer) return std::unexpected(to_cuda(pointer.error()));
  return static_cast<char*>(*pointer);
}

void end_mapped_range(char* range) { memory::free_imported(range); }

cudaError_t external_memory_get_mapped_buffer(void** devPtr, cudaExternalMemory_t extMem,
                                              const cudaExternalMemoryBufferDesc* bufferDesc) {
  if (devPtr == nullptr || bufferDesc == nullptr || bufferDesc->flags != 0)
    return cudaErrorInvalidValue;
  const auto range = map_range(extMem, bufferDesc->offset, bufferDesc->size);
  if (!range) return range.error();
  *devPtr = *range;
  return cudaSuccess;
}

cudaError_t destroy_external_memory(cudaExternalMemory_t extMem) {
  const std::unique_ptr<ExternalMemory> object(memories().remove(extMem));
  return object != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t import_external_semaphore(cudaExternalSemaphore_t* extSem_out,
                                      const cudaExternalSemaphoreHandleDesc* semHandleDesc) {
  if (extSem_out == nullptr || semHandleDesc == nullptr || semHandleDesc->flags != 0)
    return cudaErrorInvalidValue;
  if (semHandleDesc->type == cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd)
    return cudaErrorUnknown;  // no counter of the operating system has this meaning
  if (semHandleDesc->type != cudaExternalSemaphoreHandleTypeOpaqueFd) return cudaErrorInvalidValue;
  const int descriptor = semHandleDesc->handle.fd;
  if (!is_event_counter(descriptor)) return cudaErrorUnknown;
  auto object = std::make_unique<SemaphoreObject>();
  object->semaphore = std::make_shared<ExternalSemaphore>(descriptor);
  return show(semaphores(), std::move(object), extSem_out);
}

cudaError_t destroy_external_semaphore(cudaExternalSemaphore_t extSem) {
  const std::unique_ptr<SemaphoreObject> object(semaphores().remove(extSem));
  return object != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t signal_external_semaphores_async(const cudaExternalSemaphore_t* extSemArray,
                                             const cudaExternalSemaphoreSignalParams* paramsArray,
                                             unsigned int numExtSems, cudaStream_t stream) {
  const StreamObject* const object = find_stream(stream);
  if (extSemArray == nullptr || paramsArray == nullptr || numExtSems == 0)
    return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  auto all = std::make_unique<Semaphores>(find_all(extSemArray, numExtSems));
  if (all->empty()) return cudaErrorInvalidValue;
  const engine::RangeOperation operation{
      .run = run_nothing, .release = signal_all, .payload_bytes = sizeof(Semaphores*)};
  object->stream->enqueue(
      operation, [&](void* payload) { *static_cast<Semaphores**>(payload) = all.release(); });
  return cudaSuccess;
}

cudaError_t wait_external_semaphores_async(const cudaExternalSemaphore_t* extSemArray,
                                           const cudaExternalSemaphoreWaitParams* paramsArray,
                                           unsigned int numExtSems, cudaStream_t stream) {
  const StreamObject* const object = find_stream(stream);
  if (extSemArray == nullptr || paramsArray == nullptr || numExtSems == 0)
    return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  auto all = std::make_unique<Semaphores>(find_all(extSemArray, numExtSems));
  if (all->empty()) return cudaErrorInvalidValue;
  object->stream->enqueue_host_function(wait_for_all, all.get(), true);
  all.release();  // NOLINT(bugprone-unused-return-value): the operation has it
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
