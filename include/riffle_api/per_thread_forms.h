// SPDX-License-Identifier: Apache-2.0
// With __CUDA_API_VERSION_INTERNAL: the forms of calls for which stream 0 is the per-thread default stream.
#ifndef RIFFLE_API_PER_THREAD_FORMS_H
#define RIFFLE_API_PER_THREAD_FORMS_H

#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIFFLE_ALIKE(name, suffix) RIFFLE_API __typeof__(name) name##suffix

RIFFLE_ALIKE(cudaStreamGetPriority, _ptsz);
RIFFLE_ALIKE(cudaStreamGetFlags, _ptsz);
RIFFLE_ALIKE(cudaStreamGetId, _ptsz);
RIFFLE_ALIKE(cudaStreamGetDevice, _ptsz);
RIFFLE_ALIKE(cudaStreamCopyAttributes, _ptsz);
RIFFLE_ALIKE(cudaStreamGetAttribute, _ptsz);
RIFFLE_ALIKE(cudaStreamSetAttribute, _ptsz);
RIFFLE_ALIKE(cudaStreamWaitEvent, _ptsz);
RIFFLE_ALIKE(cudaStreamAddCallback, _ptsz);
RIFFLE_ALIKE(cudaStreamSynchronize, _ptsz);
RIFFLE_ALIKE(cudaStreamQuery, _ptsz);
RIFFLE_ALIKE(cudaStreamAttachMemAsync, _ptsz);
RIFFLE_ALIKE(cudaStreamBeginCapture, _ptsz);
RIFFLE_ALIKE(cudaStreamBeginCaptureToGraph, _ptsz);
RIFFLE_ALIKE(cudaStreamEndCapture, _ptsz);
RIFFLE_ALIKE(cudaStreamIsCapturing, _ptsz);
RIFFLE_ALIKE(cudaStreamGetCaptureInfo, _ptsz);
RIFFLE_ALIKE(cudaStreamUpdateCaptureDependencies, _ptsz);
RIFFLE_ALIKE(cudaEventRecord, _ptsz);
RIFFLE_ALIKE(cudaEventRecordWithFlags, _ptsz);
RIFFLE_ALIKE(cudaSignalExternalSemaphoresAsync, _ptsz);
RIFFLE_ALIKE(cudaWaitExternalSemaphoresAsync, _ptsz);
RIFFLE_ALIKE(cudaLaunchKernel, _ptsz);
RIFFLE_ALIKE(cudaLaunchKernelExC, _ptsz);
RIFFLE_ALIKE(cudaLaunchCooperativeKernel, _ptsz);
RIFFLE_ALIKE(cudaLaunchHostFunc, _ptsz);
RIFFLE_ALIKE(cudaMemcpy3D, _ptds);
RIFFLE_ALIKE(cudaMemcpy3DPeer, _ptds);
RIFFLE_ALIKE(cudaMemcpy3DAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy3DPeerAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy, _ptds);
RIFFLE_ALIKE(cudaMemcpy2D, _ptds);
RIFFLE_ALIKE(cudaMemcpy2DToArray, _ptds);
RIFFLE_ALIKE(cudaMemcpy2DFromArray, _ptds);
RIFFLE_ALIKE(cudaMemcpy2DArrayToArray, _ptds);
RIFFLE_ALIKE(cudaMemcpyToSymbol, _ptds);
RIFFLE_ALIKE(cudaMemcpyFromSymbol, _ptds);
RIFFLE_ALIKE(cudaMemcpyAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpyBatchAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy3DBatchAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy2DAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy2DToArrayAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpy2DFromArrayAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpyToSymbolAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpyFromSymbolAsync, _ptsz);
RIFFLE_ALIKE(cudaMemset, _ptds);
RIFFLE_ALIKE(cudaMemset2D, _ptds);
RIFFLE_ALIKE(cudaMemset3D, _ptds);
RIFFLE_ALIKE(cudaMemsetAsync, _ptsz);
RIFFLE_ALIKE(cudaMemset2DAsync, _ptsz);
RIFFLE_ALIKE(cudaMemset3DAsync, _ptsz);
RIFFLE_ALIKE(cudaMemPrefetchBatchAsync, _ptsz);
RIFFLE_ALIKE(cudaMemDiscardBatchAsync, _ptsz);
RIFFLE_ALIKE(cudaMemDiscardAndPrefetchBatchAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpyToArray, _ptds);
RIFFLE_ALIKE(cudaMemcpyFromArray, _ptds);
RIFFLE_ALIKE(cudaMemcpyArrayToArray, _ptds);
RIFFLE_ALIKE(cudaMemcpyToArrayAsync, _ptsz);
RIFFLE_ALIKE(cudaMemcpyFromArrayAsync, _ptsz);
RIFFLE_ALIKE(cudaMallocAsync, _ptsz);
RIFFLE_ALIKE(cudaFreeAsync, _ptsz);
RIFFLE_ALIKE(cudaMallocFromPoolAsync, _ptsz);
RIFFLE_ALIKE(cudaGraphInstantiateWithParams, _ptsz);
RIFFLE_ALIKE(cudaGraphUpload, _ptsz);
RIFFLE_ALIKE(cudaGraphLaunch, _ptsz);
RIFFLE_ALIKE(cudaGetDriverEntryPoint, _ptsz);
RIFFLE_ALIKE(cudaGetDriverEntryPointByVersion, _ptsz);

// This is also the name of an older form.
RIFFLE_API cudaError_t CUDARTAPI cudaMemPrefetchAsync_ptsz(const void* pointer, size_t bytes,
                                                           struct cudaMemLocation location,
                                                           unsigned int flags, cudaStream_t stream);

#undef RIFFLE_ALIKE

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_PER_THREAD_FORMS_H
