// SPDX-License-Identifier: Apache-2.0
// How device library functions are declared. Tests define RIFFLE_AS_HOST to read the arithmetic
// headers as plain C++ (inside a namespace) and compare them with references.
#pragma once

#ifdef RIFFLE_AS_HOST
#define RIFFLE_DEVICE static inline
#define RIFFLE_DEVICE_LARGE static inline
#define RIFFLE_BOTH static inline
#define RIFFLE_BOTH_LARGE static inline
#else
#include "../host_defines.h"
/// Device only, always inlined: small functions, so that nothing opaque reaches the kernel
/// compiler.
#define RIFFLE_DEVICE static __device__ __forceinline__
/// Device only, inlined when the compiler thinks it pays.
#define RIFFLE_DEVICE_LARGE static __device__ inline
/// For host code as well: nvcc offers these functions on both sides.
#define RIFFLE_BOTH static __host__ __device__ __forceinline__
#define RIFFLE_BOTH_LARGE static __host__ __device__ inline
#endif

// -use_fast_math: `fast` replaces `exact` in the functions where CUDA says so.
#if defined(RIFFLE_USE_FAST_MATH) || defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__)
#define RIFFLE_FAST_OR_EXACT(fast, exact) (fast)
#else
#define RIFFLE_FAST_OR_EXACT(fast, exact) (exact)
#endif
