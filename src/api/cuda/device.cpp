// SPDX-License-Identifier: Apache-2.0
// Initialisation, and what devices say about themselves.
#include <algorithm>
#include <cstring>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cuda/format.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {

CUresult init(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return context::primary_context(0) == nullptr ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult driver_get_version(int* driver_version) {
  return to_result(checked::cudaDriverGetVersion(driver_version));
}

CUresult device_get(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult device_get_count(int* count) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *count = context::device_count();
  return CUDA_SUCCESS;
}

CUresult device_get_name(char* name, int len, CUdevice device) {
  if (name == nullptr || len <= 0) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const cudaError_t bad = checked::cudaGetDeviceProperties(&properties, device);
      bad != cudaSuccess)
    return to_result(bad);
  const std::size_t length =
      std::min(std::strlen(properties.name), static_cast<std::size_t>(len - 1));
  std::copy_n(properties.name, length, name);
  name[length] = '\0';
  return CUDA_SUCCESS;
}

CUresult device_get_uuid_v2(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const cudaError_t bad = checked::cudaGetDeviceProperties(&properties, device);
      bad != cudaSuccess)
    return to_result(bad);
  *uuid = properties.uuid;
  return CUDA_SUCCESS;
}

// Of another operating system.
CUresult device_get_luid(char* luid, unsigned int* device_node_mask, CUdevice device) {
  if (luid == nullptr || device_node_mask == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return is_device(device) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_DEVICE;
}

CUresult device_total_mem_v2(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const cudaError_t bad = checked::cudaGetDeviceProperties(&properties, device);
      bad != cudaSuccess)
    return to_result(bad);
  *bytes = properties.totalGlobalMem;
  return CUDA_SUCCESS;
}

CUresult device_get_texture_1d_linear_max_width(size_t* max_width_in_elements,
                                                CUarray_format format, unsigned num_channels,
                                                CUdevice device) {
  const auto channels = channel_format(format, num_channels);
  if (!channels) return CUDA_ERROR_INVALID_VALUE;
  return to_result(
      checked::cudaDeviceGetTexture1DLinearMaxWidth(max_width_in_elements, &*channels, device));
}

CUresult device_get_exec_affinity_support(int* value, CUexecAffinityType, CUdevice device) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *value = 0;
  return CUDA_SUCCESS;
}

CUresult device_get_properties(CUdevprop* old, CUdevice device) {
  if (old == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const cudaError_t bad = checked::cudaGetDeviceProperties(&properties, device);
      bad != cudaSuccess)
    return to_result(bad);
  old->maxThreadsPerBlock = properties.maxThreadsPerBlock;
  std::copy_n(properties.maxThreadsDim, 3, old->maxThreadsDim);
  std::copy_n(properties.maxGridSize, 3, old->maxGridSize);
  old->sharedMemPerBlock = static_cast<int>(properties.sharedMemPerBlock);
  old->totalConstantMemory = static_cast<int>(properties.totalConstMem);
  old->SIMDWidth = properties.warpSize;
  old->memPitch = static_cast<int>(properties.memPitch);
  old->regsPerBlock = properties.regsPerBlock;
  old->textureAlign = static_cast<int>(properties.textureAlignment);
  return to_result(checked::cudaDeviceGetAttribute(&old->clockRate, cudaDevAttrClockRate, device));
}

CUresult device_compute_capability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t bad =
          checked::cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
      bad != cudaSuccess)
    return to_result(bad);
  return to_result(
      checked::cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}

}  // namespace riffle::api::cuda
