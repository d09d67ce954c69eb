// SPDX-License-Identifier: Apache-2.0
// When a profiling tool listens: calls of the driver API.
#ifndef cuda_profiler_H
#define cuda_profiler_H

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0, CU_OUT_CSV = 1 } CUoutput_mode;

RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuProfilerInitialize(const char* config_file, const char* output_file, CUoutput_mode output_mode);
RIFFLE_DRIVER_API CUresult CUDAAPI cuProfilerStart(void);
RIFFLE_DRIVER_API CUresult CUDAAPI cuProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif  // cuda_profiler_H
