// SPDX-License-Identifier: Apache-2.0
// Objects shared with other processes and other APIs.
#ifndef RIFFLE_API_CALLS_EXTERNAL_H
#define RIFFLE_API_CALLS_EXTERNAL_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaImportExternalMemory(
    cudaExternalMemory_t* external, const struct cudaExternalMemoryHandleDesc* desc);
RIFFLE_API cudaError_t CUDARTAPI cudaExternalMemoryGetMappedBuffer(
    void** ptr, cudaExternalMemory_t external, const struct cudaExternalMemoryBufferDesc* desc);
RIFFLE_API cudaError_t CUDARTAPI cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t* mipmap, cudaExternalMemory_t external,
    const struct cudaExternalMemoryMipmappedArrayDesc* desc);
RIFFLE_API cudaError_t CUDARTAPI cudaDestroyExternalMemory(cudaExternalMemory_t external);
RIFFLE_API cudaError_t CUDARTAPI cudaImportExternalSemaphore(
    cudaExternalSemaphore_t* semaphore, const struct cudaExternalSemaphoreHandleDesc* desc);
RIFFLE_API cudaError_t CUDARTAPI
cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t* semaphores,
                                  const struct cudaExternalSemaphoreSignalParams* params,
                                  unsigned int count, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t* semaphores, const struct cudaExternalSemaphoreWaitParams* params,
    unsigned int count, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);

RIFFLE_API cudaError_t CUDARTAPI cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle,
                                                       cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaIpcOpenEventHandle(cudaEvent_t* event,
                                                        cudaIpcEventHandle_t handle);
RIFFLE_API cudaError_t CUDARTAPI cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaIpcOpenMemHandle(void** ptr, cudaIpcMemHandle_t handle,
                                                      unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaIpcCloseMemHandle(void* ptr);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                                                 unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsMapResources(
    int count, cudaGraphicsResource_t* resources, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsUnmapResources(
    int count, cudaGraphicsResource_t* resources, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphicsResourceGetMappedPointer(void** ptr, size_t* size, cudaGraphicsResource_t resource);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                      unsigned int array_index, unsigned int mip_level);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedMipmappedArray(
    cudaMipmappedArray_t* mipmapped, cudaGraphicsResource_t resource);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_EXTERNAL_H
