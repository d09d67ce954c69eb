// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#ifndef RIFFLE_API_CALLS_STREAMS_H
#define RIFFLE_API_CALLS_STREAMS_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t* stream);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t* stream,
                                                           unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t* stream,
                                                              unsigned int flags, int priority);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                     unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaStreamAddCallback(cudaStream_t stream,
                                                       cudaStreamCallback_t callback,
                                                       void* user_data, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn,
                                                    void* user_data);
RIFFLE_API cudaError_t CUDARTAPI
cudaStreamAttachMemAsync(cudaStream_t stream, void* ptr, size_t length RIFFLE_API_DEFAULT(0),
                         unsigned int flags RIFFLE_API_DEFAULT(cudaMemAttachSingle));

RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t stream, int* priority);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetId(cudaStream_t stream,
                                                 unsigned long long* stream_id);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t stream, int* device);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamGetAttribute(cudaStream_t stream,
                                                        cudaLaunchAttributeID attr,
                                                        cudaLaunchAttributeValue* value);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamSetAttribute(cudaStream_t stream,
                                                        cudaLaunchAttributeID attr,
                                                        const cudaLaunchAttributeValue* value);
RIFFLE_API cudaError_t CUDARTAPI cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);

RIFFLE_API cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t* event);
RIFFLE_API cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event,
                                                 cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event,
                                                          cudaStream_t stream RIFFLE_API_DEFAULT(0),
                                                          unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaEventElapsedTime(float* ms, cudaEvent_t start,
                                                      cudaEvent_t end);
RIFFLE_API cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_STREAMS_H
