// SPDX-License-Identifier: Apache-2.0
// Reserved addresses, pools, advice.
#ifndef RIFFLE_DRIVER_CALLS_VIRTUAL_MEMORY_H
#define RIFFLE_DRIVER_CALLS_VIRTUAL_MEMORY_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr* ptr, size_t size,
                                                       size_t alignment, CUdeviceptr addr,
                                                       unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                                               const CUmemAllocationProp* prop,
                                               unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                                            CUmemGenericAllocationHandle handle,
                                            unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemMapArrayAsync(CUarrayMapInfo* map_info_list,
                                                      unsigned int count, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t size,
                                                  const CUmemAccessDesc* desc, size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetAccess(unsigned long long* flags,
                                                  const CUmemLocation* location, CUdeviceptr ptr);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuMemExportToShareableHandle(void* shareable_handle, CUmemGenericAllocationHandle handle,
                             CUmemAllocationHandleType handle_type, unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* os_handle,
                               CUmemAllocationHandleType sh_handle_type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetAllocationGranularity(
    size_t* granularity, const CUmemAllocationProp* prop, CUmemAllocationGranularity_flags option);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(
    CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle,
                                                               void* addr);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes,
                                                   CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool pool, size_t min_bytes_to_keep);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool,
                                                         CUmemPool_attribute attribute,
                                                         void* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool,
                                                         CUmemPool_attribute attribute,
                                                         void* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map,
                                                      size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags* flags,
                                                      CUmemoryPool mem_pool,
                                                      CUmemLocation* location);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool* pool,
                                                   const CUmemPoolProps* pool_props);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool* pool_out,
                                                          CUmemLocation* location,
                                                          CUmemAllocationType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location,
                                                   CUmemAllocationType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemSetMemPool(CUmemLocation* location,
                                                   CUmemAllocationType type, CUmemoryPool pool);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr* pointer, size_t bytes,
                                                           CUmemoryPool pool, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuMemPoolExportToShareableHandle(void* handle_out, CUmemoryPool pool,
                                 CUmemAllocationHandleType handle_type, unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuMemPoolImportFromShareableHandle(CUmemoryPool* pool_out, void* handle,
                                   CUmemAllocationHandleType handle_type, unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolExportPointer(CUmemPoolPtrExportData* share_data_out,
                                                          CUdeviceptr ptr);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPoolImportPointer(CUdeviceptr* ptr_out, CUmemoryPool pool,
                                                          CUmemPoolPtrExportData* share_data);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastCreate(CUmemGenericAllocationHandle* mc_handle,
                                                     const CUmulticastObjectProp* prop);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastAddDevice(CUmemGenericAllocationHandle mc_handle,
                                                        CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastBindMem(CUmemGenericAllocationHandle mc_handle,
                                                      size_t mc_offset,
                                                      CUmemGenericAllocationHandle mem_handle,
                                                      size_t mem_offset, size_t size,
                                                      unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastBindAddr(CUmemGenericAllocationHandle mc_handle,
                                                       size_t mc_offset, CUdeviceptr memptr,
                                                       size_t size, unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastUnbind(CUmemGenericAllocationHandle mc_handle,
                                                     CUdevice device, size_t mc_offset,
                                                     size_t size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMulticastGetGranularity(size_t* granularity,
                                                             const CUmulticastObjectProp* prop,
                                                             CUmulticastGranularity_flags option);
RIFFLE_DRIVER_API CUresult CUDAAPI cuPointerGetAttribute(void* data, CUpointer_attribute attribute,
                                                         CUdeviceptr ptr);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr dev_ptr, size_t count,
                                                      CUmemLocation location, unsigned int flags,
                                                      CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAdvise(CUdeviceptr dev_ptr, size_t count,
                                               CUmem_advise advice, CUmemLocation location);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPrefetchBatchAsync(
    CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetch_locs,
    size_t* prefetch_loc_idxs, size_t num_prefetch_locs, unsigned long long flags, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr* dptrs, size_t* sizes,
                                                          size_t count, unsigned long long flags,
                                                          CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(
    CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetch_locs,
    size_t* prefetch_loc_idxs, size_t num_prefetch_locs, unsigned long long flags, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemRangeGetAttribute(void* data, size_t data_size,
                                                          CUmem_range_attribute attribute,
                                                          CUdeviceptr dev_ptr, size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemRangeGetAttributes(void** data, size_t* data_sizes,
                                                           CUmem_range_attribute* attributes,
                                                           size_t num_attributes,
                                                           CUdeviceptr dev_ptr, size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuPointerSetAttribute(const void* value,
                                                         CUpointer_attribute attribute,
                                                         CUdeviceptr ptr);
RIFFLE_DRIVER_API CUresult CUDAAPI cuPointerGetAttributes(unsigned int num_attributes,
                                                          CUpointer_attribute* attributes,
                                                          void** data, CUdeviceptr ptr);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_VIRTUAL_MEMORY_H
