// SPDX-License-Identifier: Apache-2.0
// Errors, versions, devices, entry points by name.
#ifndef RIFFLE_DRIVER_CALLS_DEVICE_H
#define RIFFLE_DRIVER_CALLS_DEVICE_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuGetErrorString(CUresult error, const char** text);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGetErrorName(CUresult error, const char** text);
RIFFLE_DRIVER_API CUresult CUDAAPI cuInit(unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDriverGetVersion(int* driver_version);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGet(CUdevice* device, int ordinal);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetCount(int* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetName(char* name, int len, CUdevice device);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetLuid(char* luid, unsigned int* device_node_mask,
                                                   CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceTotalMem(size_t* bytes, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetTexture1DLinearMaxWidth(size_t* max_width_in_elements,
                                                                      CUarray_format format,
                                                                      unsigned num_channels,
                                                                      CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetAttribute(int* value, CUdevice_attribute attribute,
                                                        CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations,
                                  unsigned int count, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetNvSciSyncAttributes(void* nv_sci_sync_attr_list,
                                                                  CUdevice device, int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out,
                                                             CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetExecAffinitySupport(int* value,
                                                                  CUexecAffinityType type,
                                                                  CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuFlushGPUDirectRDMAWrites(
    CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetProperties(CUdevprop* prop,
                                                                                  CUdevice device);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGetProcAddress(const char* symbol, void** function,
                                                    int cuda_version, cuuint64_t flags,
                                                    CUdriverProcAddressQueryResult* symbol_status);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_DEVICE_H
