// SPDX-License-Identifier: Apache-2.0
// Memory: allocation, copies, fills, arrays.
#ifndef RIFFLE_DRIVER_CALLS_MEMORY_H
#define RIFFLE_DRIVER_CALLS_MEMORY_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetInfo(size_t* free, size_t* total);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAlloc(CUdeviceptr* pointer, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch,
                                                   size_t width_in_bytes, size_t height,
                                                   unsigned int element_size_bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemFree(CUdeviceptr pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize,
                                                        CUdeviceptr pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocHost(void** pointer, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemFreeHost(void* pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr* device_pointer,
                                                             void* pointer, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostGetFlags(unsigned int* flags, void* pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes,
                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callback_func, void* user_data,
                                  CUasyncCallbackHandle* callback);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice* device, const char* pci_bus_id);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetPCIBusId(char* pci_bus_id, int len, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcGetEventHandle(CUipcEventHandle* array, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcGetMemHandle(CUipcMemHandle* array, CUdeviceptr pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr* device_pointer,
                                                      CUipcMemHandle handle, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcCloseMemHandle(CUdeviceptr pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostRegister(void* pointer, size_t bytes,
                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostUnregister(void* pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyPeer(CUdeviceptr dst_device, CUcontext dst_context,
                                                CUdeviceptr src_device, CUcontext src_context,
                                                size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoD(CUdeviceptr dst_device, const void* src_host,
                                                size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoH(void* dst_host, CUdeviceptr src_device,
                                                size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoD(CUdeviceptr dst_device, CUdeviceptr src_device,
                                                size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoA(CUarray dst_array, size_t dst_offset,
                                                CUdeviceptr src_device, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoD(CUdeviceptr dst_device, CUarray src_array,
                                                size_t src_offset, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoA(CUarray dst_array, size_t dst_offset,
                                                const void* src_host, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoH(void* dst_host, CUarray src_array,
                                                size_t src_offset, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoA(CUarray dst_array, size_t dst_offset,
                                                CUarray src_array, size_t src_offset, size_t bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2D(const CUDA_MEMCPY2D* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3D(const CUDA_MEMCPY3D* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes,
                                                 CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr dst_device, CUcontext dst_context,
                                                     CUdeviceptr src_device, CUcontext src_context,
                                                     size_t bytes, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr dst_device, const void* src_host,
                                                     size_t bytes, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoHAsync(void* dst_host, CUdeviceptr src_device,
                                                     size_t bytes, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoDAsync(CUdeviceptr dst_device, CUdeviceptr src_device,
                                                     size_t bytes, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoAAsync(CUarray dst_array, size_t dst_offset,
                                                     const void* src_host, size_t bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoHAsync(void* dst_host, CUarray src_array,
                                                     size_t src_offset, size_t bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy,
                                                       CUstream stream);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs,
                                                      size_t* sizes, size_t count,
                                                      CUmemcpyAttributes* attrs, size_t* attrs_idxs,
                                                      size_t num_attrs, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t num_ops,
                                                        CUDA_MEMCPY3D_BATCH_OP* op_list,
                                                        unsigned long long flags, CUstream stream);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD8(CUdeviceptr dst_device, unsigned char value,
                                              size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD16(CUdeviceptr dst_device, unsigned short value,
                                               size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD32(CUdeviceptr dst_device, unsigned int value,
                                               size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D8(CUdeviceptr dst_device, size_t dst_pitch,
                                                unsigned char value, size_t width, size_t height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D16(CUdeviceptr dst_device, size_t dst_pitch,
                                                 unsigned short value, size_t width, size_t height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D32(CUdeviceptr dst_device, size_t dst_pitch,
                                                 unsigned int value, size_t width, size_t height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr dst_device, unsigned char value,
                                                   size_t count, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr dst_device, unsigned short value,
                                                    size_t count, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr dst_device, unsigned int value,
                                                    size_t count, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr dst_device, size_t dst_pitch,
                                                     unsigned char value, size_t width,
                                                     size_t height, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr dst_device, size_t dst_pitch,
                                                      unsigned short value, size_t width,
                                                      size_t height, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr dst_device, size_t dst_pitch,
                                                      unsigned int value, size_t width,
                                                      size_t height, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayCreate(CUarray* array,
                                                 const CUDA_ARRAY_DESCRIPTOR* allocate_array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* array_descriptor,
                                                        CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* sparse_properties, CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMipmappedArrayGetSparseProperties(
    CUDA_ARRAY_SPARSE_PROPERTIES* sparse_properties, CUmipmappedArray mipmap);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayGetMemoryRequirements(
    CUDA_ARRAY_MEMORY_REQUIREMENTS* memory_requirements, CUarray array, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMipmappedArrayGetMemoryRequirements(
    CUDA_ARRAY_MEMORY_REQUIREMENTS* memory_requirements, CUmipmappedArray mipmap, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayGetPlane(CUarray* plane_array, CUarray array,
                                                   unsigned int plane_idx);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayDestroy(CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArray3DCreate(CUarray* array,
                                                   const CUDA_ARRAY3D_DESCRIPTOR* allocate_array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* array_descriptor,
                                                          CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* mipmapped_array_desc,
                       unsigned int num_mipmap_levels);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMipmappedArrayGetLevel(CUarray* level_array,
                                                            CUmipmappedArray mipmapped_array,
                                                            unsigned int level);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMipmappedArrayDestroy(CUmipmappedArray mipmapped_array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetHandleForAddressRange(void* handle, CUdeviceptr pointer,
                                                                 size_t size,
                                                                 CUmemRangeHandleType handle_type,
                                                                 unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemBatchDecompressAsync(CUmemDecompressParams* params_array,
                                                             size_t count, unsigned int flags,
                                                             size_t* error_index, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_MEMORY_H
