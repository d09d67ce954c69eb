// SPDX-License-Identifier: Apache-2.0
// Names of CUDA 12 and earlier, for programs written for them: suffixed names of forms that CUDA 13 gives the plain name, and the
// original names of device functions, which CUDA 13 removed.
#ifndef RIFFLE_API_NAMES_12_H
#define RIFFLE_API_NAMES_12_H

#include <driver_types.h>
#include <riffle_api/calls_capture.h>
#include <riffle_api/declare.h>

#define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo
#define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies
#define cudaEventElapsedTime_v2 cudaEventElapsedTime
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaGraphAddDependencies_v2 cudaGraphAddDependencies
#define cudaGraphAddNode_v2 cudaGraphAddNode
#define cudaGraphGetEdges_v2 cudaGraphGetEdges
#define cudaGraphNodeGetDependencies_v2 cudaGraphNodeGetDependencies
#define cudaGraphNodeGetDependentNodes_v2 cudaGraphNodeGetDependentNodes
#define cudaGraphRemoveDependencies_v2 cudaGraphRemoveDependencies
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#define cudaMemRangeGetAttribute_v2 cudaMemRangeGetAttribute
#define cudaSignalExternalSemaphoresAsync_v2 cudaSignalExternalSemaphoresAsync
#define cudaWaitExternalSemaphoresAsync_v2 cudaWaitExternalSemaphoresAsync

#define cudaThreadExit cudaDeviceReset
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadSynchronize cudaDeviceSynchronize

static inline cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status,
    unsigned long long* id RIFFLE_API_DEFAULT(0), cudaGraph_t* graph RIFFLE_API_DEFAULT(0),
    const cudaGraphNode_t** dependencies RIFFLE_API_DEFAULT(0),
    size_t* dependency_count RIFFLE_API_DEFAULT(0)) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, 0, dependency_count);
}

#endif  // RIFFLE_API_NAMES_12_H
