// SPDX-License-Identifier: Apache-2.0
// CUDA's attribute macros. In CUDA mode they are clang's attributes, elsewhere (a .cpp or .c file
// that includes cuda_runtime.h) they expand to nothing. The guard is NVIDIA's name because programs
// test it.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#define __no_return__ __attribute__((noreturn))
#undef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define __import__
#define __export__
#define __cdecl
#define __specialization_static
#define CUDARTAPI
#define CUDARTAPI_CDECL

#if defined(__CUDA__)
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
// riffle_host and riffle_device let deduction guides have spaces, where the compiler command knows them.
#if __has_attribute(riffle_host)
#define __host__ __attribute__((host, riffle_host))
#else
#define __host__ __attribute__((host))
#endif
#if __has_attribute(riffle_device)
#define __device__ __attribute__((device, riffle_device))
#else
#define __device__ __attribute__((device))
#endif
#define __global__ __attribute__((global))
// riffle_shared lets variables be of classes with constructors and destructors, which do not run, and `extern`.
#if __has_attribute(riffle_shared)
#define __shared__ __attribute__((riffle_shared))
#else
#define __shared__ __attribute__((shared))
#endif
#define __constant__ __attribute__((constant))
#define __grid_constant__ __attribute__((grid_constant))
// The host's side has no use for what a kernel says of its blocks. CUB computes it from the device's architecture, which clang
// finds to be no constant there.
#ifndef __CUDA_ARCH__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __local_maxnreg__(n)
#define __cluster_dims__(...)
#define __block_size__(...)
#else
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Register limits describe hardware that a CPU does not have: they change no result. A kernel with clusters is refused at
// its launch. __block_size__((x, y, z), (cluster's x, y, z)) has the extents of blocks, and may have those of clusters.
#define __maxnreg__(n) __attribute__((annotate("riffle.maxnreg", n)))
#define __local_maxnreg__(n)
#define __cluster_dims__(...) __attribute__((annotate("riffle.cluster_dims", __VA_ARGS__)))
#define __riffle_extents__(x, y, z) x, y, z
#define __block_size__(block, ...)                                                     \
  __attribute__((annotate("riffle.block_size", __riffle_extents__ block))) __VA_OPT__( \
      __cluster_dims__(__riffle_extents__ __VA_ARGS__))
#endif
// Clang's CUDA mode has no managed variables: `riffle cc` loads a plugin that knows them. Without it a
// use is an error, never a variable that kernels and host see differently.
#if __has_attribute(riffle_managed)
#define __managed__ __attribute__((riffle_managed))
#else
#define __managed__                       \
  __attribute__((device)) __attribute__(( \
      unavailable("Riffle: __managed__ variables need the compiler command riffle cc")))
#endif
#else
#define __annotate__(a)
#define __location__(a)
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifndef __constant__
#define __constant__
#endif
#ifndef __managed__
#define __managed__
#endif
#ifndef __grid_constant__
#define __grid_constant__
#endif
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __local_maxnreg__(n)
#define __cluster_dims__(...)
#define __block_size__(...)
#endif

#define __nv_pure__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

#define __CUDA_ARCH_HAS_FEATURE__(_FEAT) __CUDA_ARCH_FEAT_##_FEAT
#define __CUDA_HAS_ARCH_SPECIFIC(_Np) 0
#define __CUDA_HAS_ARCH_FAMILY_SPECIFIC(_Np) 0

#endif  // __HOST_DEFINES_H__
