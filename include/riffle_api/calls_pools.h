// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory and its pools.
#ifndef RIFFLE_API_CALLS_POOLS_H
#define RIFFLE_API_CALLS_POOLS_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaMallocAsync(void** ptr, size_t size, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaMallocFromPoolAsync(void** ptr, size_t size,
                                                         cudaMemPool_t pool, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaFreeAsync(void* ptr, cudaStream_t stream);

RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolCreate(cudaMemPool_t* pool,
                                                   const struct cudaMemPoolProps* props);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolDestroy(cudaMemPool_t pool);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolTrimTo(cudaMemPool_t pool, size_t min_bytes_to_keep);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                                         enum cudaMemPoolAttr attr, void* value);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                                         enum cudaMemPoolAttr attr, void* value);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags,
                                                      cudaMemPool_t pool,
                                                      struct cudaMemLocation* location);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolSetAccess(cudaMemPool_t pool,
                                                      const struct cudaMemAccessDesc* access,
                                                      size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolExportToShareableHandle(
    void* shareable_handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType handle_type,
    unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolImportFromShareableHandle(
    cudaMemPool_t* pool, void* shareable_handle, enum cudaMemAllocationHandleType handle_type,
    unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI
cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData* export_data, void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaMemPoolImportPointer(
    void** ptr, cudaMemPool_t pool, struct cudaMemPoolPtrExportData* export_data);

RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
RIFFLE_API cudaError_t CUDARTAPI cudaMemGetDefaultMemPool(cudaMemPool_t* pool,
                                                          struct cudaMemLocation* location,
                                                          enum cudaMemAllocationType type);
RIFFLE_API cudaError_t CUDARTAPI cudaMemGetMemPool(cudaMemPool_t* pool,
                                                   struct cudaMemLocation* location,
                                                   enum cudaMemAllocationType type);
RIFFLE_API cudaError_t CUDARTAPI cudaMemSetMemPool(struct cudaMemLocation* location,
                                                   enum cudaMemAllocationType type,
                                                   cudaMemPool_t pool);

RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetGraphMemAttribute(int device,
                                                                enum cudaGraphMemAttributeType attr,
                                                                void* value);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSetGraphMemAttribute(int device,
                                                                enum cudaGraphMemAttributeType attr,
                                                                void* value);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGraphMemTrim(int device);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_POOLS_H
