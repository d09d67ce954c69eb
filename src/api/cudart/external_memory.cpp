// SPDX-License-Identifier: Apache-2.0
// Memory of other APIs, by file descriptor: what can be mapped. What only a driver of a GPU or another
// operating system has is refused.
#include "api/cudart/external.h"

#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/imported.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kMemoryHandleKind = 21;

struct ExternalMemory {
  std::shared_ptr<memory::Mapping> mapping;
  int device = 0;
};

HandleTable<ExternalMemory>& memories() {
  static constinit HandleTable<ExternalMemory> table(kMemoryHandleKind);
  return table;
}

bool has_bytes(int descriptor, std::uint64_t bytes) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<std::uint64_t>(status.st_size) >= bytes;
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
  const cudaError_t shown = show_external(memories(), std::move(object), extMem_out);
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

}  // namespace riffle::api::cudart
