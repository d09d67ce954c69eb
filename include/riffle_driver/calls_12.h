// SPDX-License-Identifier: Apache-2.0
// Driver calls that CUDA 13 declares in another form, as CUDA 12 declared them.
#ifndef RIFFLE_DRIVER_CALLS_12_H
#define RIFFLE_DRIVER_CALLS_12_H

#include <riffle_driver/contexts.h>
#include <riffle_driver/copies.h>
#include <riffle_driver/declare.h>
#include <riffle_driver/graphs.h>
#include <riffle_driver/handles.h>
#include <riffle_driver/memory.h>
#include <riffle_driver/stream_operations.h>

#ifdef RIFFLE_CUDA_12

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate(CUcontext* context, unsigned int flags,
                                               CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* params,
                                                  int num_params, unsigned int flags,
                                                  CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate_v4(CUcontext* context,
                                                  CUctxCreateParams* ctx_create_params,
                                                  unsigned int flags, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventElapsedTime(float* milliseconds, CUevent start,
                                                      CUevent end);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventElapsedTime_v2(float* milliseconds, CUevent start,
                                                         CUevent end);

RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr pointer, size_t count,
                                                      CUdevice device, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t count,
                                                         CUmemLocation location, unsigned int flags,
                                                         CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAdvise(CUdeviceptr pointer, size_t count,
                                               CUmem_advise advice, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr pointer, size_t count,
                                                  CUmem_advise advice, CUmemLocation location);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs,
                                                      size_t* sizes, size_t count,
                                                      CUmemcpyAttributes* attributes, size_t* first,
                                                      size_t attribute_count, size_t* failed,
                                                      CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t count,
                                                        CUDA_MEMCPY3D_BATCH_OP* operations,
                                                        size_t* failed, unsigned long long flags,
                                                        CUstream stream);

RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream stream,
                                                          CUstreamCaptureStatus* status,
                                                          cuuint64_t* id, CUgraph* graph,
                                                          const CUgraphNode** dependencies,
                                                          size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCaptureInfo_v3(
    CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
    const CUgraphNode** dependencies, const CUgraphEdgeData** edges, size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream stream,
                                                                     CUgraphNode* dependencies,
                                                                     size_t count,
                                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(
    CUstream stream, CUgraphNode* dependencies, const CUgraphEdgeData* edges, size_t count,
    unsigned int flags);

RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddNode(CUgraphNode* node, CUgraph graph,
                                                  const CUgraphNode* dependencies, size_t count,
                                                  CUgraphNodeParams* params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode* node, CUgraph graph,
                                                     const CUgraphNode* dependencies,
                                                     const CUgraphEdgeData* edges, size_t count,
                                                     CUgraphNodeParams* params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                                          const CUgraphNode* to, size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode* from,
                                                             const CUgraphNode* to,
                                                             const CUgraphEdgeData* edges,
                                                             size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                             const CUgraphNode* to, size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph graph,
                                                                const CUgraphNode* from,
                                                                const CUgraphNode* to,
                                                                const CUgraphEdgeData* edges,
                                                                size_t count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode* from,
                                                   CUgraphNode* to, size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph graph, CUgraphNode* from,
                                                      CUgraphNode* to, CUgraphEdgeData* edges,
                                                      size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node,
                                                              CUgraphNode* dependencies,
                                                              size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode node,
                                                                 CUgraphNode* dependencies,
                                                                 CUgraphEdgeData* edges,
                                                                 size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node,
                                                                CUgraphNode* dependents,
                                                                size_t* count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode node,
                                                                   CUgraphNode* dependents,
                                                                   CUgraphEdgeData* edges,
                                                                   size_t* count);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_CUDA_12
#endif  // RIFFLE_DRIVER_CALLS_12_H
