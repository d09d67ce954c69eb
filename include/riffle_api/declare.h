// SPDX-License-Identifier: Apache-2.0
// The macros with which calls are declared, for C and C++.
#ifndef RIFFLE_API_DECLARE_H
#define RIFFLE_API_DECLARE_H

#include <host_defines.h>
#include <riffle_api/per_thread_default_stream.h>
#include <riffle_api/symbols_12.h>

// The library that implements the calls defines RIFFLE_API to export them.
#ifndef RIFFLE_API
#define RIFFLE_API extern __host__
#endif

// NVIDIA's headers put this before calls that device code may make as well; programs use it for their own functions.
#ifndef CUDART_DEVICE
#define CUDART_DEVICE __device__
#endif

#ifdef __cplusplus
#define RIFFLE_API_DEFAULT(value) = value
#else
#define RIFFLE_API_DEFAULT(value)
#endif

#ifdef CUDA_ENABLE_DEPRECATED
#define RIFFLE_API_DEPRECATED
#else
#define RIFFLE_API_DEPRECATED __attribute__((deprecated))
#endif

#endif  // RIFFLE_API_DECLARE_H
