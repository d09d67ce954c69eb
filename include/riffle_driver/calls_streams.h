// SPDX-License-Identifier: Apache-2.0
// Streams, events, capture.
#ifndef RIFFLE_DRIVER_CALLS_STREAMS_H
#define RIFFLE_DRIVER_CALLS_STREAMS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamCreate(CUstream* stream, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamCreateWithPriority(CUstream* stream, unsigned int flags,
                                                              int priority);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetPriority(CUstream stream, int* priority);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetDevice(CUstream stream, CUdevice* device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetFlags(CUstream stream, unsigned int* flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetId(CUstream stream, unsigned long long* stream_id);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCtx(CUstream stream, CUcontext* context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCtx_v2(CUstream stream, CUcontext* ctx,
                                                     CUgreenCtx* green_ctx);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWaitEvent(CUstream stream, CUevent event,
                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamAddCallback(CUstream stream, CUstreamCallback callback,
                                                       void* user_data, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamBeginCaptureToGraph(
    CUstream stream, CUgraph graph, const CUgraphNode* dependencies,
    const CUgraphEdgeData* dependency_data, size_t num_dependencies, CUstreamCaptureMode mode);
RIFFLE_DRIVER_API CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamEndCapture(CUstream stream, CUgraph* graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamIsCapturing(CUstream stream,
                                                       CUstreamCaptureStatus* capture_status);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream stream,
                                                          CUstreamCaptureStatus* capture_status_out,
                                                          cuuint64_t* id_out, CUgraph* graph_out,
                                                          const CUgraphNode** dependencies_out,
                                                          const CUgraphEdgeData** edge_data_out,
                                                          size_t* num_dependencies_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamUpdateCaptureDependencies(
    CUstream stream, CUgraphNode* dependencies, const CUgraphEdgeData* dependency_data,
    size_t num_dependencies, unsigned int flags);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer,
                                                          size_t length, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamQuery(CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamSynchronize(CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamDestroy(CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamCopyAttributes(CUstream dst, CUstream src);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                                                        CUstreamAttrValue* value_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                                                        const CUstreamAttrValue* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventCreate(CUevent* event, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventRecord(CUevent event, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventRecordWithFlags(CUevent event, CUstream stream,
                                                          unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventQuery(CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventSynchronize(CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventDestroy(CUevent event);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventElapsedTime(float* milliseconds, CUevent start,
                                                      CUevent end);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr,
                                                       cuuint32_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWaitValue64(CUstream stream, CUdeviceptr addr,
                                                       cuuint64_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr,
                                                        cuuint32_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWriteValue64(CUstream stream, CUdeviceptr addr,
                                                        cuuint64_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned int count,
                                                      CUstreamBatchMemOpParams* param_array,
                                                      unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_STREAMS_H
