// SPDX-License-Identifier: Apache-2.0
// What can be asked about kernels, set on them, and how many of their blocks fit.
#include "api/cudart/function.h"

#include <atomic>

#include "api/cudart/entry.h"
#include "api/cudart/not_supported.h"
#include "cudart_bodies.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {
namespace {

/// Nothing here needs its code.
Result<module::Kernel*> kernel_for(const void* function) {
  return module::described_kernel_for(function, current_context().device());
}

// Here an address that was never registered is no invalid handle.
cudaError_t check_function(const void* function) {
  const auto kernel = kernel_for(function);
  if (kernel) return cudaSuccess;
  return kernel.error().code == Code::kInvalidResourceHandle ? cudaErrorInvalidDeviceFunction
                                                             : to_cuda(kernel.error());
}

bool is_cache_config(cudaFuncCache config) {
  return config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual;
}

cudaError_t refuse_clusters() {
  static std::atomic<bool> said = false;
  return static_cast<cudaError_t>(
      not_supported("a kernel's attribute for clusters of blocks (cudaFuncSetAttribute)", said,
                    kWithoutClusters));
}

bool may_be_set(cudaFuncAttribute attr) {
  return attr >= cudaFuncAttributeMaxDynamicSharedMemorySize && attr < cudaFuncAttributeMax;
}

cudaError_t set_attribute(module::Kernel& kernel, cudaFuncAttribute attr, int value) {
  switch (attr) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0) return cudaErrorInvalidValue;
      return to_cuda(module::set_max_dynamic_shared_bytes(kernel, value));
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return cudaErrorInvalidValue;
      kernel.preferred_shared_carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return refuse_clusters();
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace

cudaFuncAttributes shown_attributes(const module::Kernel& kernel) {
  const module::KernelAttributes seen = module::attributes_of(kernel);
  cudaFuncAttributes attributes = {};
  attributes.sharedSizeBytes = seen.shared_bytes;
  attributes.constSizeBytes = seen.constant_bytes;
  attributes.localSizeBytes = seen.local_bytes;
  attributes.maxThreadsPerBlock = seen.max_threads_per_block;
  attributes.numRegs = seen.registers_per_thread;
  attributes.ptxVersion = seen.ptx_version;
  attributes.binaryVersion = seen.binary_version;
  attributes.maxDynamicSharedSizeBytes = seen.max_dynamic_shared_bytes;
  attributes.preferredShmemCarveout = seen.preferred_shared_carveout;
  attributes.requiredClusterWidth = static_cast<int>(seen.required_cluster.x);
  attributes.requiredClusterHeight = static_cast<int>(seen.required_cluster.y);
  attributes.requiredClusterDepth = static_cast<int>(seen.required_cluster.z);
  return attributes;
}

cudaError_t func_get_attributes(cudaFuncAttributes* attr, const void* func) {
  if (attr == nullptr) return cudaErrorInvalidValue;
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  *attr = shown_attributes(**kernel);
  return cudaSuccess;
}

cudaError_t func_set_attribute(const void* func, cudaFuncAttribute attr, int value) {
  if (!may_be_set(attr)) return cudaErrorInvalidValue;
  const auto kernel = kernel_for(func);
  return kernel ? set_attribute(**kernel, attr, value) : to_cuda(kernel.error());
}

cudaError_t kernel_set_attribute_for_device(cudaKernel_t kernel, cudaFuncAttribute attr, int value,
                                            int device) {
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (!may_be_set(attr)) return cudaErrorInvalidValue;
  if (kernel == nullptr) return cudaErrorInvalidResourceHandle;
  const auto found = module::described_kernel_for(kernel, device);
  return found ? set_attribute(**found, attr, value) : to_cuda(found.error());
}

// Clusters came with compute capability 9.0.
cudaError_t occupancy_max_potential_cluster_size(int* clusterSize, const void* func,
                                                 const cudaLaunchConfig_t* launchConfig) {
  if (clusterSize == nullptr || launchConfig == nullptr) return cudaErrorInvalidValue;
  const auto kernel = kernel_for(func);
  return kernel ? cudaErrorNotSupported : to_cuda(kernel.error());
}

cudaError_t occupancy_max_active_clusters(int* numClusters, const void* func,
                                          const cudaLaunchConfig_t* launchConfig) {
  return occupancy_max_potential_cluster_size(numClusters, func, launchConfig);
}

cudaError_t func_set_cache_config(const void* func, cudaFuncCache cacheConfig) {
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  if (!is_cache_config(cacheConfig)) return cudaErrorInvalidValue;
  (*kernel)->cache_preference = cacheConfig;
  return cudaSuccess;
}

cudaError_t func_set_shared_mem_config(const void* func, cudaSharedMemConfig config) {
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  return device_set_shared_mem_config(config);
}

cudaError_t func_get_name(const char** name, const void* func) {
  if (name == nullptr) return cudaErrorInvalidValue;
  const Context* const context = chosen_context();  // the driver's form needs none that has started
  if (context == nullptr) return cudaErrorNoDevice;
  const auto kernel = module::described_kernel_for(func, context->device());
  if (!kernel) return to_cuda(kernel.error());
  *name = (*kernel)->name();
  return cudaSuccess;
}

cudaError_t func_get_param_info(const void* func, size_t paramIndex, size_t* paramOffset,
                                size_t* paramSize) {
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  if (paramOffset == nullptr) return cudaErrorInvalidValue;
  const abi::KernelRow& code = *(*kernel)->described;
  if (paramIndex >= code.parameter_count) return cudaErrorInvalidValue;
  *paramOffset = code.parameters[paramIndex].offset;
  if (paramSize != nullptr) *paramSize = code.parameters[paramIndex].size;
  return cudaSuccess;
}

// Handles of kernels and functions are the addresses of their host functions, so that everything
// that takes a host function takes them too, as CUDA promises.
cudaError_t get_func_by_symbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  const cudaError_t found = check_function(symbolPtr);
  // No place for the answer is no error on hardware either.
  if (found == cudaSuccess && functionPtr != nullptr)
    *functionPtr = static_cast<cudaFunction_t>(const_cast<void*>(symbolPtr));
  return found;
}

cudaError_t get_kernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
  if (kernelPtr == nullptr) return cudaErrorInvalidValue;
  // Also of a function that is not registered yet: nvcc's launches ask once, and keep the handle whatever the answer is.
  *kernelPtr = static_cast<cudaKernel_t>(const_cast<void*>(entryFuncAddr));
  return check_function(entryFuncAddr);
}

cudaError_t occupancy_max_active_blocks_per_multiprocessor(int* numBlocks, const void* func,
                                                           int blockSize, size_t dynamicSMemSize) {
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  if (numBlocks == nullptr) return cudaErrorInvalidValue;
  const auto blocks =
      module::max_active_blocks_per_multiprocessor(**kernel, blockSize, dynamicSMemSize);
  if (!blocks) return to_cuda(blocks.error());
  *numBlocks = *blocks;
  return cudaSuccess;
}

cudaError_t occupancy_max_active_blocks_per_multiprocessor_with_flags(
    int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
  if ((flags & ~static_cast<unsigned>(cudaOccupancyDisableCachingOverride)) != 0)
    return cudaErrorInvalidValue;
  return occupancy_max_active_blocks_per_multiprocessor(numBlocks, func, blockSize,
                                                        dynamicSMemSize);
}

cudaError_t occupancy_available_dynamic_smem_per_block(size_t* dynamicSmemSize, const void* func,
                                                       int numBlocks, int blockSize) {
  const auto kernel = kernel_for(func);
  if (!kernel) return to_cuda(kernel.error());
  if (dynamicSmemSize == nullptr) return cudaErrorInvalidValue;
  const auto bytes = module::available_dynamic_shared_bytes(**kernel, numBlocks, blockSize);
  if (!bytes) return to_cuda(bytes.error());
  *dynamicSmemSize = *bytes;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
