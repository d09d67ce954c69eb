// SPDX-License-Identifier: Apache-2.0
// What a pointer points to, one attribute at a time.
#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cudart/pool.h"
#include "cuda_bodies.h"
#include "runtime/context/owned_memory.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cuda {
namespace {

using memory::Allocation;
using memory::MemoryType;

bool is_host(const Allocation& memory) {
  return memory.kind == MemoryType::kPinned || memory.kind == MemoryType::kRegistered;
}

CUcontext context_of(const Allocation& memory) {
  Context* const owner = context::owner_of_memory(memory.base);
  return handle_of(owner != nullptr ? *owner : *context::primary_context(memory.device));
}

template <class T>
CUresult answer(void* data, T value) {
  *static_cast<T*>(data) = value;
  return CUDA_SUCCESS;
}

CUresult attribute_of(void* data, CUpointer_attribute attribute, const Allocation& memory,
                      CUdeviceptr pointer) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return answer(data, context_of(memory));
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return answer(
          data, static_cast<unsigned>(is_host(memory) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return answer(data, pointer);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (memory.kind == MemoryType::kDevice) return CUDA_ERROR_INVALID_VALUE;
      return answer(data, reinterpret_cast<void*>(pointer));
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
      if (is_host(memory)) return CUDA_ERROR_INVALID_VALUE;
      return answer(data, CUDA_POINTER_ATTRIBUTE_P2P_TOKENS{memory.id, 0});
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      // Copies of device memory wait for each other here, whatever was set.
      return answer(data, static_cast<unsigned>(is_host(memory) ? 0 : 1));
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return answer(data, static_cast<unsigned long long>(memory.id));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return answer(data, static_cast<unsigned>(memory.kind == MemoryType::kManaged));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return answer(data, memory.device);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
      return answer(data,
                    static_cast<unsigned>(memory.kind == MemoryType::kDevice && !memory.is_pooled));
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return answer(data, reinterpret_cast<CUdeviceptr>(memory.base));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return answer(data, memory.bytes);
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return answer(data, 1U);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return answer(data, 0ULL);
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
      return answer(data, 0U);
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
      return answer(data, static_cast<unsigned>(memory.kind == MemoryType::kDevice));
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return answer(data, static_cast<unsigned>(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE));
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return answer(data, memory.is_pooled ? cudart::pool_with(memory.base, memory.device)
                                           : CUmemoryPool{nullptr});
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
      return answer(data, memory.bytes);
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
      return answer(data, reinterpret_cast<CUdeviceptr>(memory.base));
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
      return answer(data, static_cast<unsigned long long>(memory.id));
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

bool is_attribute(CUpointer_attribute attribute) {
  return attribute >= CU_POINTER_ATTRIBUTE_CONTEXT &&
         attribute <= CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE;
}

/// What is told of memory that nobody knows, where several attributes are asked for.
CUresult attribute_of_nothing(void* data, CUpointer_attribute attribute) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
      return answer(data, static_cast<void*>(nullptr));
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
      return answer(data, CUDA_POINTER_ATTRIBUTE_P2P_TOKENS{0, 0});
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return answer(data, CU_DEVICE_INVALID);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
      return answer(data, 0ULL);
    default:
      return answer(data, 0U);
  }
}

}  // namespace

CUresult pointer_get_attribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  if (data == nullptr || !is_attribute(attribute)) return CUDA_ERROR_INVALID_VALUE;
  const auto memory = memory::registry().find(reinterpret_cast<const void*>(ptr));
  return memory ? attribute_of(data, attribute, *memory, ptr) : CUDA_ERROR_INVALID_VALUE;
}

CUresult pointer_get_attributes(unsigned int num_attributes, CUpointer_attribute* attributes,
                                void** data, CUdeviceptr ptr) {
  if (num_attributes == 0 || attributes == nullptr || data == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < num_attributes; ++i) {
    if (!is_attribute(attributes[i])) return CUDA_ERROR_INVALID_VALUE;
  }
  const auto memory = memory::registry().find(reinterpret_cast<const void*>(ptr));
  for (unsigned i = 0; i < num_attributes; ++i) {
    if (memory && attribute_of(data[i], attributes[i], *memory, ptr) == CUDA_SUCCESS) continue;
    if (const CUresult bad = attribute_of_nothing(data[i], attributes[i]); bad != CUDA_SUCCESS)
      return bad;
  }
  return CUDA_SUCCESS;
}

CUresult pointer_set_attribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  if (value == nullptr || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return CUDA_ERROR_INVALID_VALUE;
  const auto memory = memory::registry().find(reinterpret_cast<const void*>(ptr));
  return memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace riffle::api::cuda
