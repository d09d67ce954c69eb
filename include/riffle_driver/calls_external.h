// SPDX-License-Identifier: Apache-2.0
// External memory, external semaphores and graphics resources.
#ifndef RIFFLE_DRIVER_CALLS_EXTERNAL_H
#define RIFFLE_DRIVER_CALLS_EXTERNAL_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuImportExternalMemory(
    CUexternalMemory* ext_mem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* mem_handle_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuExternalMemoryGetMappedBuffer(CUdeviceptr* dev_ptr, CUexternalMemory ext_mem,
                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* buffer_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray* mipmap, CUexternalMemory ext_mem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmap_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDestroyExternalMemory(CUexternalMemory ext_mem);
RIFFLE_DRIVER_API CUresult CUDAAPI cuImportExternalSemaphore(
    CUexternalSemaphore* ext_sem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* sem_handle_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuSignalExternalSemaphoresAsync(const CUexternalSemaphore* ext_sem_array,
                                const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* params_array,
                                unsigned int num_ext_sems, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuWaitExternalSemaphoresAsync(const CUexternalSemaphore* ext_sem_array,
                              const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* params_array,
                              unsigned int num_ext_sems, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDestroyExternalSemaphore(CUexternalSemaphore ext_sem);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsUnregisterResource(CUgraphicsResource resource);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsSubResourceGetMappedArray(CUarray* array,
                                                                       CUgraphicsResource resource,
                                                                       unsigned int array_index,
                                                                       unsigned int mip_level);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsResourceGetMappedMipmappedArray(
    CUmipmappedArray* mipmapped_array, CUgraphicsResource resource);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsResourceGetMappedPointer(CUdeviceptr* dev_ptr,
                                                                      size_t* size,
                                                                      CUgraphicsResource resource);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsResourceSetMapFlags(CUgraphicsResource resource,
                                                                 unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsMapResources(unsigned int count,
                                                          CUgraphicsResource* resources,
                                                          CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsUnmapResources(unsigned int count,
                                                            CUgraphicsResource* resources,
                                                            CUstream stream);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_EXTERNAL_H
