// SPDX-License-Identifier: Apache-2.0
// NVTX: names for the runtime's objects, for a profiler (see nvToolsExt.h).
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3

#include <driver_types.h>
#include <nvtx3/nvToolsExt.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_CUDART 5

typedef enum nvtxResourceCUDARTType_t {
  NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
  NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
  NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[1], nvtxNameCudaDeviceA, int, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[2], nvtxNameCudaDeviceW, int, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[3], nvtxNameCudaStreamA, cudaStream_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[4], nvtxNameCudaStreamW, cudaStream_t,
              const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[5], nvtxNameCudaEventA, cudaEvent_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, cudart[6], nvtxNameCudaEventW, cudaEvent_t, const wchar_t*)

#define nvtxNameCudaDevice RIFFLE_NVTX_TEXT(nvtxNameCudaDevice)
#define nvtxNameCudaStream RIFFLE_NVTX_TEXT(nvtxNameCudaStream)
#define nvtxNameCudaEvent RIFFLE_NVTX_TEXT(nvtxNameCudaEvent)

#ifdef __cplusplus
}
#endif

#endif  // NVTOOLSEXT_CUDART_V3
