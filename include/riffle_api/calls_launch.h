// SPDX-License-Identifier: Apache-2.0
// Kernel launches, and attributes of kernels.
#ifndef RIFFLE_API_CALLS_LAUNCH_H
#define RIFFLE_API_CALLS_LAUNCH_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaLaunchKernel(const void* func, dim3 grid, dim3 block,
                                                  void** args, size_t dynamic_smem_bytes,
                                                  cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                     const void* func, void** args);
RIFFLE_API cudaError_t CUDARTAPI cudaLaunchCooperativeKernel(const void* func, dim3 grid,
                                                             dim3 block, void** args,
                                                             size_t dynamic_smem_bytes,
                                                             cudaStream_t stream);

RIFFLE_API cudaError_t CUDARTAPI cudaFuncGetAttributes(struct cudaFuncAttributes* attr,
                                                       const void* func);
RIFFLE_API cudaError_t CUDARTAPI cudaFuncSetAttribute(const void* func, enum cudaFuncAttribute attr,
                                                      int value);
RIFFLE_API cudaError_t CUDARTAPI cudaFuncSetCacheConfig(const void* func,
                                                        enum cudaFuncCache config);
RIFFLE_API cudaError_t CUDARTAPI
cudaFuncSetSharedMemConfig(const void* func, enum cudaSharedMemConfig config) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaFuncGetName(const char** name, const void* func);
RIFFLE_API cudaError_t CUDARTAPI cudaFuncGetParamInfo(const void* func, size_t param_index,
                                                      size_t* param_offset, size_t* param_size);
RIFFLE_API cudaError_t CUDARTAPI cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol);
RIFFLE_API cudaError_t CUDARTAPI cudaGetKernel(cudaKernel_t* kernel, const void* entry);
RIFFLE_API cudaError_t CUDARTAPI cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                                                 enum cudaFuncAttribute attr,
                                                                 int value, int device);

RIFFLE_API cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* block_count, const void* func, int block_size, size_t dynamic_smem_bytes);
RIFFLE_API cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* block_count, const void* func, int block_size, size_t dynamic_smem_bytes,
    unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaOccupancyAvailableDynamicSMemPerBlock(
    size_t* dynamic_smem_bytes, const void* func, int block_count, int block_size);
RIFFLE_API cudaError_t CUDARTAPI cudaOccupancyMaxPotentialClusterSize(
    int* cluster_size, const void* func, const cudaLaunchConfig_t* launch_config);
RIFFLE_API cudaError_t CUDARTAPI cudaOccupancyMaxActiveClusters(
    int* num_clusters, const void* func, const cudaLaunchConfig_t* launch_config);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_LAUNCH_H
