// SPDX-License-Identifier: Apache-2.0
// Devices: choose, query and configure one, and enable peer access.
#ifndef RIFFLE_API_CALLS_DEVICE_H
#define RIFFLE_API_CALLS_DEVICE_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaGetDeviceCount(int* count);
RIFFLE_API cudaError_t CUDARTAPI cudaSetDevice(int device);
RIFFLE_API cudaError_t CUDARTAPI cudaGetDevice(int* device);
RIFFLE_API cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned int device_flags,
                                                unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaChooseDevice(int* device, const struct cudaDeviceProp* prop);
RIFFLE_API cudaError_t CUDARTAPI cudaSetValidDevices(int* devices, int len);
RIFFLE_API cudaError_t CUDARTAPI cudaSetDeviceFlags(unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaGetDeviceFlags(unsigned int* flags);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSynchronize(void);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceReset(void);

RIFFLE_API cudaError_t CUDARTAPI cudaGetDeviceProperties(struct cudaDeviceProp* prop, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr,
                                                        int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetHostAtomicCapabilities(
    unsigned int* capabilities, const enum cudaAtomicOperation* operations, unsigned int count,
    int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char* pci_bus_id, int len, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetByPCIBusId(int* device, const char* pci_bus_id);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetTexture1DLinearMaxWidth(
    size_t* max_width_in_elements, const struct cudaChannelFormatDesc* format, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int* least_priority,
                                                                  int* greatest_priority);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetNvSciSyncAttributes(void* nv_sci_sync_attr_list,
                                                                  int device, int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaDriverGetVersion(int* driver_version);
RIFFLE_API cudaError_t CUDARTAPI cudaRuntimeGetVersion(int* runtime_version);

RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSetCacheConfig(enum cudaFuncCache config);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetCacheConfig(enum cudaFuncCache* config);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
    RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config)
    RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaCtxResetPersistingL2Cache(void);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope);

RIFFLE_API cudaError_t CUDARTAPI cudaDeviceCanAccessPeer(int* can_access_peer, int device,
                                                         int peer_device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int peer_device, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceDisablePeerAccess(int peer_device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attr,
                                                           int src_device, int dst_device);
RIFFLE_API cudaError_t CUDARTAPI cudaDeviceGetP2PAtomicCapabilities(
    unsigned int* capabilities, const enum cudaAtomicOperation* operations, unsigned int count,
    int src_device, int dst_device);

RIFFLE_API cudaError_t CUDARTAPI
cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callback_func, void* user_data,
                                    cudaAsyncCallbackHandle_t* callback);
RIFFLE_API cudaError_t CUDARTAPI
cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback);
RIFFLE_API cudaError_t CUDARTAPI cudaProfilerStart(void);
RIFFLE_API cudaError_t CUDARTAPI cudaProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_DEVICE_H
