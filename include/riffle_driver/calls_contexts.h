// SPDX-License-Identifier: Apache-2.0
// Contexts, parts of devices, peers.
#ifndef RIFFLE_DRIVER_CALLS_CONTEXTS_H
#define RIFFLE_DRIVER_CALLS_CONTEXTS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags,
                                                              int* active);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice device);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate(CUcontext* context,
                                               CUctxCreateParams* ctx_create_params,
                                               unsigned int flags, CUdevice device);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxDestroy(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxPushCurrent(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxPopCurrent(CUcontext* context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSetCurrent(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetCurrent(CUcontext* context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetDevice(CUdevice* device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice* device, CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetFlags(unsigned int* flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSetFlags(unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetId(CUcontext context, unsigned long long* ctx_id);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSynchronize(void);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetLimit(size_t* value, CUlimit limit);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetCacheConfig(CUfunc_cache* pconfig);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxSetCacheConfig(CUfunc_cache config);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetApiVersion(CUcontext context, unsigned int* version);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetStreamPriorityRange(int* least_priority,
                                                               int* greatest_priority);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxResetPersistingL2Cache(void);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetExecAffinity(CUexecAffinityParam* exec_affinity,
                                                        CUexecAffinityType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxRecordEvent(CUcontext context, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxWaitEvent(CUcontext context, CUevent event);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxAttach(CUcontext* context,
                                                                        unsigned int flags);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxDetach(CUcontext context);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuCtxGetSharedMemConfig(CUsharedconfig* config);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuCtxSetSharedMemConfig(CUsharedconfig config);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceCanAccessPeer(int* can_access_peer, CUdevice device,
                                                         CUdevice peer_dev);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peer_context,
                                                         unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext peer_context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetP2PAttribute(int* value,
                                                           CUdevice_P2PAttribute attribute,
                                                           CUdevice src_device,
                                                           CUdevice dst_device);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations,
                                 unsigned int count, CUdevice src_device, CUdevice dst_device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxCreate(CUgreenCtx* green_context,
                                                    CUdevResourceDesc desc, CUdevice device,
                                                    unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxDestroy(CUgreenCtx green_context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx green_context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetDevResource(CUdevice device, CUdevResource* resource,
                                                          CUdevResourceType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxGetDevResource(CUcontext context, CUdevResource* resource,
                                                       CUdevResourceType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxGetDevResource(CUgreenCtx green_context,
                                                            CUdevResource* resource,
                                                            CUdevResourceType type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevSmResourceSplitByCount(
    CUdevResource* result, unsigned int* nb_groups, const CUdevResource* input,
    CUdevResource* remaining, unsigned int use_flags, unsigned int min_count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevResourceGenerateDesc(CUdevResourceDesc* desc,
                                                             CUdevResource* resources,
                                                             unsigned int nb_resources);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxRecordEvent(CUgreenCtx green_context, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxWaitEvent(CUgreenCtx green_context, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* green_context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxStreamCreate(CUstream* stream, CUgreenCtx green_ctx,
                                                          unsigned int flags, int priority);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGreenCtxGetId(CUgreenCtx green_ctx,
                                                   unsigned long long* green_ctx_id);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_CONTEXTS_H
