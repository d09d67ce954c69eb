// SPDX-License-Identifier: Apache-2.0
// The runtime API for C++, and for files compiled as CUDA everything that device code can name.
//
// Order matters in CUDA mode: the device's malloc and free must be declared before <new> or <cstdlib> is read, or
// operator new cannot be used in kernels. So no standard C++ header comes before riffle_device.h.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#if defined(__CUDA__) && !defined(__CUDACC__)
#define __CUDACC__ 1
#endif

// An installed CCCL shall not look for the ranges of a profiler that is not there.
#ifndef CCCL_DISABLE_NVTX
#define CCCL_DISABLE_NVTX
#endif

#include <crt/host_config.h>

#include <builtin_types.h>
#ifdef __CUDACC_RTC__
// Code that is compiled at run time is device code: it has the types, but none of the host's calls.
#define CUDART_VERSION 13000
#define CUDART_DEVICE __device__
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __MATH_FUNCTIONS_H__
#include <cuda_device_runtime_api.h>
#else
#include <channel_descriptor.h>
#include <cuda_runtime_api.h>
#include <driver_functions.h>
#endif
#include <host_defines.h>
#include <library_types.h>
#include <vector_functions.h>

#if defined(__CUDACC__) && defined(__cplusplus)
#ifndef __CUDACC_RTC__
#include <riffle_api/launch_protocol.h>
#endif
#include <riffle_device/riffle_device.h>

#include <riffle_device/host_math.h>
#endif

#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include <riffle_api/overloads_capture.h>
#include <riffle_api/overloads_graphs.h>
#include <riffle_api/overloads_launch.h>
#include <riffle_api/overloads_memory.h>
#include <riffle_api/overloads_occupancy.h>
#include <riffle_api/overloads_symbols.h>
#endif

#endif  // __CUDA_RUNTIME_H__
