// SPDX-License-Identifier: Apache-2.0
// Functions and kernels: the same things here, attributes, parameters, occupancy.
#include "api/cudart/function.h"

#include <algorithm>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cuda/in.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

CUresult attribute_of(int* value, CUfunction_attribute attribute, const void* function,
                      int device) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto kernel = module::described_kernel_for(function, device);
  if (!kernel) return to_result(kernel.error());
  const cudaFuncAttributes shown = cudart::shown_attributes(**kernel);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = shown.maxThreadsPerBlock;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(shown.sharedSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *value = static_cast<int>(shown.constSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = static_cast<int>(shown.localSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = shown.numRegs;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = shown.ptxVersion;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = shown.binaryVersion;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = shown.maxDynamicSharedSizeBytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = shown.preferredShmemCarveout;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      *value = shown.requiredClusterWidth;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      *value = shown.requiredClusterHeight;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      *value = shown.requiredClusterDepth;
      return CUDA_SUCCESS;
    default:
      // No caches to load globals through, no clusters of several blocks.
      if (attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
      return CUDA_SUCCESS;
  }
}

bool may_be_set(CUfunction_attribute attribute) {
  return attribute >= CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
         attribute < CU_FUNC_ATTRIBUTE_MAX;
}

}  // namespace

CUresult func_get_attribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  return attribute_of(value, attribute, function, current_context().device());
}

CUresult func_set_attribute(CUfunction function, CUfunction_attribute attribute, int value) {
  const auto kernel = module::described_kernel_for(function, current_context().device());
  if (!kernel) return to_result(kernel.error());
  if (!may_be_set(attribute)) return CUDA_ERROR_INVALID_VALUE;
  return to_result(
      checked::cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
}

CUresult kernel_get_attribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const auto found = module::described_kernel_for(kernel, device);
  if (!found) return to_result(found.error());
  return attribute_of(value, attribute, kernel, device);
}

CUresult kernel_set_attribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const auto found = module::described_kernel_for(kernel, device);
  if (!found) return to_result(found.error());
  if (!may_be_set(attribute)) return CUDA_ERROR_INVALID_VALUE;
  return to_result(checked::cudaKernelSetAttributeForDevice(
      kernel, static_cast<cudaFuncAttribute>(attribute), value, device));
}

CUresult kernel_set_cache_config(CUkernel kernel, CUfunc_cache config, CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const auto found = module::described_kernel_for(kernel, device);
  if (!found) return to_result(found.error());
  if (config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  (*found)->cache_preference = config;
  return CUDA_SUCCESS;
}

CUresult kernel_get_function(CUfunction* function, CUkernel kernel) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto found = module::described_kernel_for(kernel, current_context().device());
  if (!found) return to_result(found.error());
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult func_is_loaded(CUfunctionLoadingState* state, CUfunction function) {
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto kernel = module::described_kernel_for(function, current_context().device());
  if (!kernel) return to_result(kernel.error());
  *state = (*kernel)->code != nullptr ? CU_FUNCTION_LOADING_STATE_LOADED
                                      : CU_FUNCTION_LOADING_STATE_UNLOADED;
  return CUDA_SUCCESS;
}

CUresult func_load(CUfunction function) {
  const auto kernel = module::kernel_for(function, current_context().device());
  return kernel ? CUDA_SUCCESS : to_result(kernel.error());
}

namespace {

constexpr int kWarp = 32;

/// The block that keeps most threads of a multiprocessor busy; of equals the largest.
CUresult best_block(int* min_grid_size, int* block_size, CUfunction function,
                    CUoccupancyB2DSize shared_of, std::size_t shared_bytes, int limit) {
  if (min_grid_size == nullptr || block_size == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const int device = current_context().device();
  const auto kernel = module::described_kernel_for(function, device);
  if (!kernel) return to_result(kernel.error());
  const int bound = cudart::shown_attributes(**kernel).maxThreadsPerBlock;
  const int most = limit > 0 ? std::min(limit, bound) : bound;
  int best_threads = 0;
  int best_blocks = 0;
  for (int threads = (most + kWarp - 1) / kWarp * kWarp; threads > 0; threads -= kWarp) {
    const int tried = std::min(threads, most);
    const std::size_t bytes = shared_of != nullptr ? shared_of(tried) : shared_bytes;
    const auto blocks = module::max_active_blocks_per_multiprocessor(**kernel, tried, bytes);
    if (!blocks) return to_result(blocks.error());
    if (*blocks * tried <= best_threads * best_blocks) continue;
    best_threads = tried;
    best_blocks = *blocks;
  }
  int processors = 0;
  if (const cudaError_t bad =
          checked::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
      bad != cudaSuccess)
    return to_result(bad);
  *min_grid_size = best_blocks * processors;
  *block_size = best_threads;
  return CUDA_SUCCESS;
}

}  // namespace

CUresult occupancy_max_potential_block_size(int* min_grid_size, int* block_size,
                                            CUfunction function,
                                            CUoccupancyB2DSize block_size_to_dynamic_smem_size,
                                            size_t dynamic_smem_size, int block_size_limit) {
  return best_block(min_grid_size, block_size, function, block_size_to_dynamic_smem_size,
                    dynamic_smem_size, block_size_limit);
}

CUresult occupancy_max_potential_block_size_with_flags(
    int* min_grid_size, int* block_size, CUfunction function,
    CUoccupancyB2DSize block_size_to_dynamic_smem_size, size_t dynamic_smem_size,
    int block_size_limit, unsigned int flags) {
  if ((flags & ~static_cast<unsigned>(CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  return best_block(min_grid_size, block_size, function, block_size_to_dynamic_smem_size,
                    dynamic_smem_size, block_size_limit);
}

CUresult occupancy_max_potential_cluster_size(int* cluster_size, CUfunction function,
                                              const CUlaunchConfig* config) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;  // as hardware says it
  return to_result(
      checked::cudaOccupancyMaxPotentialClusterSize(in(cluster_size), in(function), in(config)));
}

}  // namespace riffle::api::cuda
