// SPDX-License-Identifier: Apache-2.0
// The layouts of the runtime API's structures on x86-64, as programs and libraries compiled for CUDA 13.0 have them:
// size, alignment, and where the last member lies. Compiled as C and as C++; there is nothing to run.
#include <cublas_v2.h>
#include <cudaTypedefs.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <cufftXt.h>

#include <stddef.h>

#ifdef __cplusplus
#define CHECK_LAYOUT static_assert
#define ALIGNMENT alignof
#else
#define CHECK_LAYOUT _Static_assert
#define ALIGNMENT _Alignof
#endif

#define LAYOUT(record, size, alignment, member, offset)                 \
  CHECK_LAYOUT(sizeof(record) == (size), #record);                      \
  CHECK_LAYOUT(ALIGNMENT(record) == (alignment), #record " alignment"); \
  CHECK_LAYOUT(offsetof(record, member) == (offset), #record "." #member)

LAYOUT(struct CUuuid_st, 16, 1, bytes, 0);
LAYOUT(struct cudaDeviceProp, 1008, 8, reserved, 784);
LAYOUT(cudaXtDesc, 1296, 8, cudaXtState, 1288);
LAYOUT(cudaLibXtDesc, 32, 8, libDescriptor, 24);
LAYOUT(cufftXt1dFactors, 96, 8, factor2Shift, 92);
LAYOUT(struct char1, 1, 1, x, 0);
LAYOUT(struct char2, 2, 2, y, 1);
LAYOUT(struct char3, 3, 1, z, 2);
LAYOUT(struct uchar1, 1, 1, x, 0);
LAYOUT(struct uchar2, 2, 2, y, 1);
LAYOUT(struct uchar3, 3, 1, z, 2);
LAYOUT(struct short1, 2, 2, x, 0);
LAYOUT(struct short2, 4, 4, y, 2);
LAYOUT(struct short3, 6, 2, z, 4);
LAYOUT(struct ushort1, 2, 2, x, 0);
LAYOUT(struct ushort2, 4, 4, y, 2);
LAYOUT(struct ushort3, 6, 2, z, 4);
LAYOUT(struct int1, 4, 4, x, 0);
LAYOUT(struct int2, 8, 8, y, 4);
LAYOUT(struct int3, 12, 4, z, 8);
LAYOUT(struct uint1, 4, 4, x, 0);
LAYOUT(struct uint2, 8, 8, y, 4);
LAYOUT(struct uint3, 12, 4, z, 8);
LAYOUT(struct long1, 8, 8, x, 0);
LAYOUT(struct long2, 16, 16, y, 8);
LAYOUT(struct long3, 24, 8, z, 16);
LAYOUT(struct ulong1, 8, 8, x, 0);
LAYOUT(struct ulong2, 16, 16, y, 8);
LAYOUT(struct ulong3, 24, 8, z, 16);
LAYOUT(struct longlong1, 8, 8, x, 0);
LAYOUT(struct longlong2, 16, 16, y, 8);
LAYOUT(struct longlong3, 24, 8, z, 16);
LAYOUT(struct ulonglong1, 8, 8, x, 0);
LAYOUT(struct ulonglong2, 16, 16, y, 8);
LAYOUT(struct ulonglong3, 24, 8, z, 16);
LAYOUT(struct float1, 4, 4, x, 0);
LAYOUT(struct float2, 8, 8, y, 4);
LAYOUT(struct float3, 12, 4, z, 8);
LAYOUT(struct double1, 8, 8, x, 0);
LAYOUT(struct double2, 16, 16, y, 8);
LAYOUT(struct double3, 24, 8, z, 16);
LAYOUT(struct char4, 4, 4, w, 3);
LAYOUT(struct uchar4, 4, 4, w, 3);
LAYOUT(struct short4, 8, 8, w, 6);
LAYOUT(struct ushort4, 8, 8, w, 6);
LAYOUT(struct int4, 16, 16, w, 12);
LAYOUT(struct uint4, 16, 16, w, 12);
LAYOUT(struct float4, 16, 16, w, 12);
LAYOUT(struct long4, 32, 16, w, 24);
LAYOUT(struct ulong4, 32, 16, w, 24);
LAYOUT(struct longlong4, 32, 16, w, 24);
LAYOUT(struct ulonglong4, 32, 16, w, 24);
LAYOUT(struct double4, 32, 16, w, 24);
LAYOUT(struct long4_16a, 32, 16, w, 24);
LAYOUT(struct long4_32a, 32, 32, w, 24);
LAYOUT(struct ulong4_16a, 32, 16, w, 24);
LAYOUT(struct ulong4_32a, 32, 32, w, 24);
LAYOUT(struct longlong4_16a, 32, 16, w, 24);
LAYOUT(struct longlong4_32a, 32, 32, w, 24);
LAYOUT(struct ulonglong4_16a, 32, 16, w, 24);
LAYOUT(struct ulonglong4_32a, 32, 32, w, 24);
LAYOUT(struct double4_16a, 32, 16, w, 24);
LAYOUT(struct double4_32a, 32, 32, w, 24);
LAYOUT(struct dim3, 12, 4, z, 8);
LAYOUT(struct cudaChannelFormatDesc, 20, 4, f, 16);
LAYOUT(struct cudaArrayMemoryRequirements, 32, 8, reserved, 16);
LAYOUT(struct cudaArraySparseProperties, 48, 8, reserved, 28);
LAYOUT(struct cudaResourceDesc, 144, 8, flags, 136);
LAYOUT(struct cudaResourceViewDesc, 112, 8, reserved, 48);
LAYOUT(struct cudaPointerAttributes, 88, 8, reserved, 24);
LAYOUT(struct cudaExtent, 24, 8, depth, 16);
LAYOUT(struct cudaPos, 24, 8, z, 16);
LAYOUT(struct cudaOffset3D, 24, 8, z, 16);
LAYOUT(struct cudaPitchedPtr, 32, 8, ysize, 24);
LAYOUT(struct cudaMemcpy3DParms, 160, 8, kind, 152);
LAYOUT(struct cudaMemcpy3DPeerParms, 168, 8, extent, 144);
LAYOUT(struct cudaMemLocation, 8, 4, id, 4);
LAYOUT(struct cudaAccessPolicyWindow, 32, 8, missProp, 24);
LAYOUT(struct cudaMemcpyAttributes, 24, 4, flags, 20);
LAYOUT(struct cudaMemcpy3DOperand, 40, 8, op.array.offset, 16);
LAYOUT(struct cudaMemcpy3DBatchOp, 112, 8, flags, 108);
LAYOUT(struct cudaAsyncNotificationInfo, 16, 8, info.overBudget.bytesOverBudget, 8);
LAYOUT(struct cudaExternalMemoryHandleDesc, 104, 8, reserved, 36);
LAYOUT(struct cudaExternalMemoryBufferDesc, 88, 8, reserved, 20);
LAYOUT(struct cudaExternalMemoryMipmappedArrayDesc, 128, 8, reserved, 64);
LAYOUT(struct cudaExternalSemaphoreHandleDesc, 96, 8, reserved, 28);
LAYOUT(struct cudaExternalSemaphoreSignalParams, 144, 8, reserved, 76);
LAYOUT(struct cudaExternalSemaphoreWaitParams, 144, 8, reserved, 76);
LAYOUT(struct cudaIpcEventHandle_st, 64, 1, reserved, 0);
LAYOUT(struct cudaIpcMemHandle_st, 64, 1, reserved, 0);
LAYOUT(struct cudaMemFabricHandle_st, 64, 1, reserved, 0);
LAYOUT(struct cudaFuncAttributes, 144, 8, reserved, 76);
LAYOUT(struct cudaMemPoolProps, 88, 8, reserved, 34);
LAYOUT(struct cudaMemAccessDesc, 12, 4, flags, 8);
LAYOUT(struct cudaMemPoolPtrExportData, 64, 1, reserved, 0);
LAYOUT(struct cudaKernelNodeParams, 56, 8, extra, 48);
LAYOUT(struct cudaKernelNodeParamsV2, 56, 8, extra, 48);
LAYOUT(struct cudaMemcpyNodeParams, 176, 8, copyParams, 16);
LAYOUT(struct cudaMemsetParams, 40, 8, height, 32);
LAYOUT(struct cudaMemsetParamsV2, 40, 8, height, 32);
LAYOUT(struct cudaHostNodeParams, 16, 8, userData, 8);
LAYOUT(struct cudaHostNodeParamsV2, 16, 8, userData, 8);
LAYOUT(struct cudaChildGraphNodeParams, 16, 8, ownership, 8);
LAYOUT(struct cudaEventRecordNodeParams, 8, 8, event, 0);
LAYOUT(struct cudaEventWaitNodeParams, 8, 8, event, 0);
LAYOUT(struct cudaMemAllocNodeParams, 120, 8, dptr, 112);
LAYOUT(struct cudaMemAllocNodeParamsV2, 120, 8, dptr, 112);
LAYOUT(struct cudaMemFreeNodeParams, 8, 8, dptr, 0);
LAYOUT(struct cudaExternalSemaphoreSignalNodeParams, 24, 8, numExtSems, 16);
LAYOUT(struct cudaExternalSemaphoreSignalNodeParamsV2, 24, 8, numExtSems, 16);
LAYOUT(struct cudaExternalSemaphoreWaitNodeParams, 24, 8, numExtSems, 16);
LAYOUT(struct cudaExternalSemaphoreWaitNodeParamsV2, 24, 8, numExtSems, 16);
LAYOUT(struct cudaConditionalNodeParams, 24, 8, phGraph_out, 16);
LAYOUT(struct cudaGraphNodeParams, 256, 8, reserved2, 248);
LAYOUT(struct cudaGraphEdgeData_st, 8, 1, reserved, 3);
LAYOUT(struct cudaGraphInstantiateParams_st, 32, 8, result_out, 24);
LAYOUT(struct cudaGraphExecUpdateResultInfo_st, 24, 8, errorFromNode, 16);
LAYOUT(struct cudaGraphKernelNodeUpdate, 40, 8, updateData.isEnabled, 16);
LAYOUT(struct cudaLaunchMemSyncDomainMap_st, 2, 1, remote, 1);
LAYOUT(union cudaLaunchAttributeValue, 64, 8, nvlinkUtilCentricScheduling, 0);
LAYOUT(struct cudaLaunchAttribute_st, 72, 8, val, 8);
LAYOUT(struct cudaLaunchConfig_st, 56, 8, numAttrs, 48);
LAYOUT(struct cudalibraryHostUniversalFunctionAndDataTable, 32, 8, dataWindowSize, 24);
LAYOUT(struct cudaTextureDesc, 72, 4, seamlessCubemap, 68);

CHECK_LAYOUT(CUDART_VERSION == 13000, "version");

/* Types of the driver's functions: the newest form by its plain name, each by its version. */
extern PFN_cuMemAlloc mem_alloc;
extern PFN_cuMemAlloc_v3020 mem_alloc;
extern CUresult (*mem_alloc)(CUdeviceptr* pointer, size_t bytes);
extern PFN_cuMemcpyHtoDAsync copy;
extern PFN_cuMemcpyHtoDAsync_v7000_ptsz copy;
extern CUresult (*copy)(CUdeviceptr to, const void* from, size_t bytes, CUstream stream);
extern PFN_cuCtxCreate ctx_create;
extern PFN_cuCtxCreate_v12050 ctx_create;
extern PFN_cuCtxCreate_v3020 old_ctx_create;
extern CUresult (*old_ctx_create)(CUcontext* context, unsigned int flags, CUdevice device);
extern PFN_cuTensorMapEncodeTiled_v12000 tensor_map;
extern PFN_cuTensorMapEncodeTiled tensor_map;
