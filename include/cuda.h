// SPDX-License-Identifier: Apache-2.0
// The driver API: a second door to the objects of the runtime API. CUstream is cudaStream_t, a CUdeviceptr is the same
// address, and calls of both may be mixed.
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include <riffle_api/cuda_version.h>
#include <riffle_api/standard_types.h>

#ifndef __CUDACC_RTC__
#include <stdlib.h>
#endif

#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif

#include <riffle_driver/calls_12.h>
#include <riffle_driver/calls_contexts.h>
#include <riffle_driver/calls_device.h>
#include <riffle_driver/calls_diagnosis.h>
#include <riffle_driver/calls_external.h>
#include <riffle_driver/calls_graphs.h>
#include <riffle_driver/calls_launches.h>
#include <riffle_driver/calls_memory.h>
#include <riffle_driver/calls_modules.h>
#include <riffle_driver/calls_streams.h>
#include <riffle_driver/calls_textures.h>
#include <riffle_driver/calls_virtual_memory.h>

#ifdef __CUDA_API_VERSION_INTERNAL
#include <riffle_driver/internal_forms.h>
#include <riffle_driver/per_thread_forms.h>
#endif

#ifdef __CUDA_API_PER_THREAD_DEFAULT_STREAM
static inline CUresult cuGetProcAddress_v2_ptsz(const char* symbol, void** function, int version,
                                                cuuint64_t flags,
                                                CUdriverProcAddressQueryResult* status) {
  if ((flags &
       (CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)) == 0)
    flags |= CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  return cuGetProcAddress_v2(symbol, function, version, flags, status);
}
#define cuGetProcAddress_v2 cuGetProcAddress_v2_ptsz
#endif

#endif  // __cuda_cuda_h__
