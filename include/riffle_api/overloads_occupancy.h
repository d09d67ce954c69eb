// SPDX-License-Identifier: Apache-2.0
// Occupancy in C++: kernels as themselves, and the search for the block size that fills a multiprocessor best.
#ifndef RIFFLE_API_OVERLOADS_OCCUPANCY_H
#define RIFFLE_API_OVERLOADS_OCCUPANCY_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* block_count, _Tp func,
                                                                        int block_size,
                                                                        size_t dynamic_smem_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      block_count, (const void*)func, block_size, dynamic_smem_bytes, cudaOccupancyDefault);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* block_count, _Tp func, int block_size, size_t dynamic_smem_bytes, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      block_count, (const void*)func, block_size, dynamic_smem_bytes, flags);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_smem_bytes,
                                                                    _Tp* func, int block_count,
                                                                    int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_smem_bytes, (const void*)func,
                                                     block_count, block_size);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, _Tp* func,
                                                               const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(cluster_size, (const void*)func, config);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* cluster_count, _Tp* func,
                                                         const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(cluster_count, (const void*)func, config);
}

namespace riffle_api {

struct OccupancyLimits {
  int threads_per_multiprocessor;
  int multiprocessors;
  int warp;
  int threads_per_block;  // the smaller of the device's and the kernel's
};

inline cudaError_t occupancy_limits(OccupancyLimits* limits, const void* func) {
  int device = 0;
  cudaFuncAttributes attributes;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&limits->threads_per_multiprocessor,
                                      cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == cudaSuccess)
    status =
        ::cudaDeviceGetAttribute(&limits->multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&limits->warp, cudaDevAttrWarpSize, device);
  if (status == cudaSuccess)
    status =
        ::cudaDeviceGetAttribute(&limits->threads_per_block, cudaDevAttrMaxThreadsPerBlock, device);
  if (status == cudaSuccess) status = ::cudaFuncGetAttributes(&attributes, func);
  if (status == cudaSuccess && attributes.maxThreadsPerBlock < limits->threads_per_block)
    limits->threads_per_block = attributes.maxThreadsPerBlock;
  return status;
}

struct SameSharedMemory {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};

}  // namespace riffle_api

// Tries multiples of the warp size from the largest block down, so that the largest of equally good sizes wins, and stops at full
// occupancy. A limit that is not a multiple of the warp size is tried first.
template <class SharedMemoryOfBlock, class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* min_grid_size, int* block_size, _Tp func, SharedMemoryOfBlock dynamic_smem_bytes,
    int block_size_limit = 0, unsigned int flags = 0) {
  if (!min_grid_size || !block_size || !func) return cudaErrorInvalidValue;
  riffle_api::OccupancyLimits limits;
  cudaError_t status = riffle_api::occupancy_limits(&limits, (const void*)func);
  if (status != cudaSuccess) return status;

  int largest = limits.threads_per_block;
  if (block_size_limit != 0 && block_size_limit < largest) largest = block_size_limit;
  int best_threads = 0, best_blocks = 0, best_block_size = 0;
  int size = largest;
  while (size > 0 && best_threads < limits.threads_per_multiprocessor) {
    int blocks = 0;
    status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, (const void*)func, size, dynamic_smem_bytes(size), flags);
    if (status != cudaSuccess) return status;
    if (size * blocks > best_threads) {
      best_threads = size * blocks;
      best_blocks = blocks;
      best_block_size = size;
    }
    size = (size - 1) / limits.warp * limits.warp;
  }
  *min_grid_size = best_blocks * limits.multiprocessors;
  *block_size = best_block_size;
  return cudaSuccess;
}

template <class SharedMemoryOfBlock, class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* min_grid_size, int* block_size, _Tp func, SharedMemoryOfBlock dynamic_smem_bytes,
    int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      min_grid_size, block_size, func, dynamic_smem_bytes, block_size_limit, cudaOccupancyDefault);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size,
                                                                      int* block_size, _Tp func,
                                                                      size_t dynamic_smem_bytes = 0,
                                                                      int block_size_limit = 0,
                                                                      unsigned int flags = 0) {
  riffle_api::SameSharedMemory shared = {dynamic_smem_bytes};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, func,
                                                                 shared, block_size_limit, flags);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size,
                                                             _Tp func,
                                                             size_t dynamic_smem_bytes = 0,
                                                             int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(
      min_grid_size, block_size, func, dynamic_smem_bytes, block_size_limit, cudaOccupancyDefault);
}

#endif  // __cplusplus
#endif  // RIFFLE_API_OVERLOADS_OCCUPANCY_H
