// SPDX-License-Identifier: Apache-2.0
// The calls that CUDA 13 changed or removed, as CUDA 12 declared them.
#ifndef RIFFLE_API_CALLS_12_H
#define RIFFLE_API_CALLS_12_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef RIFFLE_CUDA_12

#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02
#define cudaCGScopeMultiGrid cudaCGScopeReserved
#define cudaDevAttrCooperativeMultiDeviceLaunch cudaDevAttrReserved96

struct cudaLaunchParams {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  void** args;
  size_t sharedMem;
  cudaStream_t stream;
};

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaThreadExit(void);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaThreadSynchronize(void);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaThreadSetLimit(enum cudaLimit limit,
                                                                          size_t value);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaThreadGetLimit(size_t* value,
                                                                          enum cudaLimit limit);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI
cudaThreadGetCacheConfig(enum cudaFuncCache* config);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI
cudaThreadSetCacheConfig(enum cudaFuncCache config);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaSetDoubleForDevice(double* value);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI cudaSetDoubleForHost(double* value);
RIFFLE_API RIFFLE_API_DEPRECATED cudaError_t CUDARTAPI
cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams* launches, unsigned int count,
                                       unsigned int flags RIFFLE_API_DEFAULT(0));

RIFFLE_API cudaError_t CUDARTAPI cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start,
                                                         cudaEvent_t end);

RIFFLE_API cudaError_t CUDARTAPI cudaMemPrefetchAsync(const void* ptr, size_t count, int device,
                                                      cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemPrefetchAsync_v2(const void* ptr, size_t count,
                                                         struct cudaMemLocation location,
                                                         unsigned int flags,
                                                         cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemAdvise(const void* ptr, size_t count,
                                               enum cudaMemoryAdvise advice, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaMemAdvise_v2(const void* ptr, size_t count,
                                                  enum cudaMemoryAdvise advice,
                                                  struct cudaMemLocation location);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes,
                                                      size_t count,
                                                      struct cudaMemcpyAttributes* attributes,
                                                      size_t* first, size_t attribute_count,
                                                      size_t* failed, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3DBatchAsync(size_t count,
                                                        struct cudaMemcpy3DBatchOp* operations,
                                                        size_t* failed, unsigned long long flags,
                                                        cudaStream_t stream);

RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status,
    unsigned long long* id RIFFLE_API_DEFAULT(0), cudaGraph_t* graph RIFFLE_API_DEFAULT(0),
    const cudaGraphNode_t** dependencies RIFFLE_API_DEFAULT(0),
    size_t* dependency_count RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetCaptureInfo_v3(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status,
    unsigned long long* id RIFFLE_API_DEFAULT(0), cudaGraph_t* graph RIFFLE_API_DEFAULT(0),
    const cudaGraphNode_t** dependencies RIFFLE_API_DEFAULT(0),
    const cudaGraphEdgeData** edges RIFFLE_API_DEFAULT(0),
    size_t* dependency_count RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                    size_t count, unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies_v2(
    cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
    size_t count, unsigned int flags RIFFLE_API_DEFAULT(0));

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* dependencies, size_t count,
                                                  struct cudaGraphNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                                     const cudaGraphNode_t* dependencies,
                                                     const cudaGraphEdgeData* edges, size_t count,
                                                     struct cudaGraphNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddDependencies(cudaGraph_t graph,
                                                          const cudaGraphNode_t* from,
                                                          const cudaGraphNode_t* to, size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddDependencies_v2(cudaGraph_t graph,
                                                             const cudaGraphNode_t* from,
                                                             const cudaGraphNode_t* to,
                                                             const cudaGraphEdgeData* edges,
                                                             size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                             const cudaGraphNode_t* from,
                                                             const cudaGraphNode_t* to,
                                                             size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphRemoveDependencies_v2(cudaGraph_t graph,
                                                                const cudaGraphNode_t* from,
                                                                const cudaGraphNode_t* to,
                                                                const cudaGraphEdgeData* edges,
                                                                size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                                   cudaGraphNode_t* to, size_t* count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from,
                                                      cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                                                      size_t* count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                              cudaGraphNode_t* dependencies,
                                                              size_t* count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node,
                                                                 cudaGraphNode_t* dependencies,
                                                                 cudaGraphEdgeData* edges,
                                                                 size_t* count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                                cudaGraphNode_t* dependents,
                                                                size_t* count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node,
                                                                   cudaGraphNode_t* dependents,
                                                                   cudaGraphEdgeData* edges,
                                                                   size_t* count);

#ifdef __cplusplus
}

// In C++ the plain names also had the newer forms.
static inline cudaError_t cudaMemPrefetchAsync(const void* ptr, size_t count,
                                               struct cudaMemLocation location, unsigned int flags,
                                               cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync_v2(ptr, count, location, flags, stream);
}

static inline cudaError_t cudaMemAdvise(const void* ptr, size_t count, enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location) {
  return cudaMemAdvise_v2(ptr, count, advice, location);
}
#endif

#endif  // RIFFLE_CUDA_12
#endif  // RIFFLE_API_CALLS_12_H
