// SPDX-License-Identifier: Apache-2.0
// Capturing the operations of a stream into a graph.
#ifndef RIFFLE_API_CALLS_CAPTURE_H
#define RIFFLE_API_CALLS_CAPTURE_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream,
                                                        enum cudaStreamCaptureMode mode);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    const cudaGraphEdgeData* edges, size_t dependency_count, enum cudaStreamCaptureMode mode);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamIsCapturing(cudaStream_t stream,
                                                       enum cudaStreamCaptureStatus* status);
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status,
    unsigned long long* id RIFFLE_API_DEFAULT(0), cudaGraph_t* graph RIFFLE_API_DEFAULT(0),
    const cudaGraphNode_t** dependencies RIFFLE_API_DEFAULT(0),
    const cudaGraphEdgeData** edges RIFFLE_API_DEFAULT(0),
    size_t* dependency_count RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
    size_t dependency_count, unsigned int flags RIFFLE_API_DEFAULT(0));
#endif
RIFFLE_API cudaError_t CUDARTAPI
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_CAPTURE_H
