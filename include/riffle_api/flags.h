// SPDX-License-Identifier: Apache-2.0
// Flags that are passed as unsigned int and are therefore macros, grouped by the call that takes them.
#ifndef RIFFLE_API_FLAGS_H
#define RIFFLE_API_FLAGS_H

// cudaStreamCreateWithFlags
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01

// cudaEventCreateWithFlags, cudaEventRecordWithFlags, cudaStreamWaitEvent
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01

// cudaHostAlloc, cudaHostRegister
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08

// cudaMallocManaged, cudaStreamAttachMemAsync
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04

// cudaSetDeviceFlags, cudaInitDevice
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceMapHost 0x08
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceSyncMemops 0x80
#define cudaDeviceMask 0xff
#define cudaInitDeviceFlagsAreValid 0x01

// Values of a device number that do not name a device
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

// cudaDeviceEnablePeerAccess, cudaIpcOpenMemHandle
#define cudaPeerAccessDefault 0x00
#define cudaIpcMemLazyEnablePeerAccess 0x01

// cudaMallocArray, cudaMalloc3DArray, cudaMallocMipmappedArray
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
#define cudaArrayColorAttachment 0x20
#define cudaArraySparse 0x40
#define cudaArrayDeferredMapping 0x80
#define cudaArraySparsePropertiesSingleMipTail 0x1

// cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

// cudaMemPoolProps::usage
#define cudaMemPoolCreateUsageHwDecompress 0x2

// Ports of an edge that leaves a kernel node (cudaGraphEdgeData::from_port)
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaGraphKernelNodePortLaunchCompletion 2

// External memory and semaphores
#define cudaExternalMemoryDedicated 0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2

#endif  // RIFFLE_API_FLAGS_H
