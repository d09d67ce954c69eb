// SPDX-License-Identifier: Apache-2.0
// Allocation. The runtime's calls take no bytes for a success; these refuse them.
#include "api/cuda/entry.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cuda {
namespace {

template <class Allocate>
CUresult allocate(CUdeviceptr* pointer, Allocate&& allocate_at) {
  void* made = nullptr;
  const CUresult result = to_result(allocate_at(&made));
  if (result == CUDA_SUCCESS || result == CUDA_ERROR_OUT_OF_MEMORY)  // nothing then, as on hardware
    *pointer = reinterpret_cast<CUdeviceptr>(made);
  return result;
}

void* pointer_to(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

}  // namespace

CUresult mem_alloc_v2(CUdeviceptr* pointer, size_t bytesize) {
  if (pointer == nullptr || bytesize == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer, [&](void** made) { return checked::cudaMalloc(made, bytesize); });
}

CUresult mem_alloc_pitch_v2(CUdeviceptr* pointer, size_t* pitch, size_t width_in_bytes,
                            size_t height, unsigned int element_size_bytes) {
  if (pointer == nullptr || pitch == nullptr || width_in_bytes == 0 || height == 0 ||
      (element_size_bytes != 4 && element_size_bytes != 8 && element_size_bytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer, [&](void** made) {
    return checked::cudaMallocPitch(made, pitch, width_in_bytes, height);
  });
}

// Needs no context: the memory knows its own.
CUresult mem_free_v2(CUdeviceptr pointer) {
  context::Context* const before = context::current;
  if (before == nullptr) {
    const auto allocation = memory::registry().find(pointer_to(pointer));
    if (allocation) context::current = context::primary_context(allocation->device);
  }
  const CUresult result = to_result(checked::cudaFree(pointer_to(pointer)));
  context::current = before;
  return result;
}

CUresult mem_get_address_range_v2(CUdeviceptr* base, size_t* size, CUdeviceptr pointer) {
  if (base == nullptr && size == nullptr) return CUDA_SUCCESS;  // nothing is asked
  const auto allocation = memory::registry().find(pointer_to(pointer));
  if (!allocation) return CUDA_ERROR_NOT_FOUND;
  if (base != nullptr) *base = reinterpret_cast<CUdeviceptr>(allocation->base);
  if (size != nullptr) *size = allocation->bytes;
  return CUDA_SUCCESS;
}

CUresult mem_alloc_host_v2(void** pointer, size_t bytesize) {
  return mem_host_alloc(pointer, bytesize, 0);
}

CUresult mem_host_alloc(void** pointer, size_t bytesize, unsigned int flags) {
  return to_result(checked::cudaHostAlloc(pointer, bytesize, flags));
}

CUresult mem_free_host(void* pointer) {
  context::Context* const before = context::current;
  if (before == nullptr) context::current = context::primary_context(0);
  const bool is_ended = context::current->engine() == nullptr;
  const CUresult result = is_ended && pointer != nullptr
                              ? CUDA_ERROR_INVALID_CONTEXT
                              : to_result(checked::cudaFreeHost(pointer));
  context::current = before;
  return result;
}

CUresult mem_host_get_device_pointer_v2(CUdeviceptr* pointer, void* host, unsigned int flags) {
  if (pointer == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return allocate(
      pointer, [&](void** made) { return checked::cudaHostGetDevicePointer(made, host, flags); });
}

CUresult mem_host_get_flags(unsigned int* flags, void* pointer) {
  return to_result(checked::cudaHostGetFlags(flags, pointer));
}

CUresult mem_alloc_managed(CUdeviceptr* pointer, size_t bytesize, unsigned int flags) {
  if (pointer == nullptr || bytesize == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer,
                  [&](void** made) { return checked::cudaMallocManaged(made, bytesize, flags); });
}

CUresult mem_host_register_v2(void* pointer, size_t bytesize, unsigned int flags) {
  return to_result(checked::cudaHostRegister(pointer, bytesize, flags));
}

CUresult mem_host_unregister(void* pointer) {
  return to_result(checked::cudaHostUnregister(pointer));
}

}  // namespace riffle::api::cuda
