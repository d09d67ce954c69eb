// SPDX-License-Identifier: Apache-2.0
// With __CUDA_API_VERSION_INTERNAL: the forms of calls for which stream 0 is the per-thread default stream.
#ifndef RIFFLE_DRIVER_PER_THREAD_FORMS_H
#define RIFFLE_DRIVER_PER_THREAD_FORMS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/internal_forms.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIFFLE_ALIKE(name, suffix) RIFFLE_DRIVER_API __typeof__(name) name##suffix

RIFFLE_ALIKE(cuMemcpy, _ptds);
RIFFLE_ALIKE(cuMemcpyPeer, _ptds);
RIFFLE_ALIKE(cuMemcpyHtoD_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyDtoH_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyDtoD_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyDtoA_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyAtoD_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyHtoA_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyAtoH_v2, _ptds);
RIFFLE_ALIKE(cuMemcpyAtoA_v2, _ptds);
RIFFLE_ALIKE(cuMemcpy2D_v2, _ptds);
RIFFLE_ALIKE(cuMemcpy2DUnaligned_v2, _ptds);
RIFFLE_ALIKE(cuMemcpy3D_v2, _ptds);
RIFFLE_ALIKE(cuMemcpy3DPeer, _ptds);
RIFFLE_ALIKE(cuMemcpyAsync, _ptsz);
RIFFLE_ALIKE(cuMemcpyPeerAsync, _ptsz);
RIFFLE_ALIKE(cuMemcpyHtoDAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpyDtoHAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpyDtoDAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpyHtoAAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpyAtoHAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpy2DAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpy3DAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpy3DPeerAsync, _ptsz);
RIFFLE_ALIKE(cuMemcpyBatchAsync, _ptsz);
RIFFLE_ALIKE(cuMemcpy3DBatchAsync, _ptsz);
RIFFLE_ALIKE(cuMemsetD8_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD16_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD32_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD2D8_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD2D16_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD2D32_v2, _ptds);
RIFFLE_ALIKE(cuMemsetD8Async, _ptsz);
RIFFLE_ALIKE(cuMemsetD16Async, _ptsz);
RIFFLE_ALIKE(cuMemsetD32Async, _ptsz);
RIFFLE_ALIKE(cuMemsetD2D8Async, _ptsz);
RIFFLE_ALIKE(cuMemsetD2D16Async, _ptsz);
RIFFLE_ALIKE(cuMemsetD2D32Async, _ptsz);
RIFFLE_ALIKE(cuMemBatchDecompressAsync, _ptsz);
RIFFLE_ALIKE(cuMemMapArrayAsync, _ptsz);
RIFFLE_ALIKE(cuMemFreeAsync, _ptsz);
RIFFLE_ALIKE(cuMemAllocAsync, _ptsz);
RIFFLE_ALIKE(cuMemAllocFromPoolAsync, _ptsz);
RIFFLE_ALIKE(cuMemPrefetchAsync, _ptsz);
RIFFLE_ALIKE(cuMemPrefetchAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemPrefetchBatchAsync, _ptsz);
RIFFLE_ALIKE(cuMemDiscardBatchAsync, _ptsz);
RIFFLE_ALIKE(cuMemDiscardAndPrefetchBatchAsync, _ptsz);
RIFFLE_ALIKE(cuStreamGetPriority, _ptsz);
RIFFLE_ALIKE(cuStreamGetDevice, _ptsz);
RIFFLE_ALIKE(cuStreamGetFlags, _ptsz);
RIFFLE_ALIKE(cuStreamGetId, _ptsz);
RIFFLE_ALIKE(cuStreamGetCtx, _ptsz);
RIFFLE_ALIKE(cuStreamGetCtx_v2, _ptsz);
RIFFLE_ALIKE(cuStreamWaitEvent, _ptsz);
RIFFLE_ALIKE(cuStreamAddCallback, _ptsz);
RIFFLE_ALIKE(cuStreamBeginCapture, _ptsz);
RIFFLE_ALIKE(cuStreamBeginCapture_v2, _ptsz);
RIFFLE_ALIKE(cuStreamBeginCaptureToGraph, _ptsz);
RIFFLE_ALIKE(cuStreamEndCapture, _ptsz);
RIFFLE_ALIKE(cuStreamIsCapturing, _ptsz);
RIFFLE_ALIKE(cuStreamGetCaptureInfo, _ptsz);
RIFFLE_ALIKE(cuStreamGetCaptureInfo_v2, _ptsz);
RIFFLE_ALIKE(cuStreamGetCaptureInfo_v3, _ptsz);
RIFFLE_ALIKE(cuStreamUpdateCaptureDependencies, _ptsz);
RIFFLE_ALIKE(cuStreamUpdateCaptureDependencies_v2, _ptsz);
RIFFLE_ALIKE(cuStreamAttachMemAsync, _ptsz);
RIFFLE_ALIKE(cuStreamQuery, _ptsz);
RIFFLE_ALIKE(cuStreamSynchronize, _ptsz);
RIFFLE_ALIKE(cuStreamCopyAttributes, _ptsz);
RIFFLE_ALIKE(cuStreamGetAttribute, _ptsz);
RIFFLE_ALIKE(cuStreamSetAttribute, _ptsz);
RIFFLE_ALIKE(cuEventRecord, _ptsz);
RIFFLE_ALIKE(cuEventRecordWithFlags, _ptsz);
RIFFLE_ALIKE(cuSignalExternalSemaphoresAsync, _ptsz);
RIFFLE_ALIKE(cuWaitExternalSemaphoresAsync, _ptsz);
RIFFLE_ALIKE(cuStreamWaitValue32, _ptsz);
RIFFLE_ALIKE(cuStreamWaitValue32_v2, _ptsz);
RIFFLE_ALIKE(cuStreamWaitValue64, _ptsz);
RIFFLE_ALIKE(cuStreamWaitValue64_v2, _ptsz);
RIFFLE_ALIKE(cuStreamWriteValue32, _ptsz);
RIFFLE_ALIKE(cuStreamWriteValue32_v2, _ptsz);
RIFFLE_ALIKE(cuStreamWriteValue64, _ptsz);
RIFFLE_ALIKE(cuStreamWriteValue64_v2, _ptsz);
RIFFLE_ALIKE(cuStreamBatchMemOp, _ptsz);
RIFFLE_ALIKE(cuStreamBatchMemOp_v2, _ptsz);
RIFFLE_ALIKE(cuLaunchKernel, _ptsz);
RIFFLE_ALIKE(cuLaunchKernelEx, _ptsz);
RIFFLE_ALIKE(cuLaunchCooperativeKernel, _ptsz);
RIFFLE_ALIKE(cuLaunchHostFunc, _ptsz);
RIFFLE_ALIKE(cuGraphInstantiateWithParams, _ptsz);
RIFFLE_ALIKE(cuGraphUpload, _ptsz);
RIFFLE_ALIKE(cuGraphLaunch, _ptsz);
RIFFLE_ALIKE(cuGraphicsMapResources, _ptsz);
RIFFLE_ALIKE(cuGraphicsUnmapResources, _ptsz);

#ifndef RIFFLE_CUDA_12
RIFFLE_ALIKE(cuMemcpy3DBatchAsync_v2, _ptsz);
RIFFLE_ALIKE(cuMemcpyBatchAsync_v2, _ptsz);
#endif

#undef RIFFLE_ALIKE

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_PER_THREAD_FORMS_H
