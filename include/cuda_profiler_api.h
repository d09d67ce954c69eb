// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop, which the runtime's device calls declare.
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include <driver_types.h>
#include <riffle_api/calls_device.h>

#endif  // __CUDA_PROFILER_API_H__
