// SPDX-License-Identifier: Apache-2.0
// C++ forms of the launch calls and of the calls about kernels: the kernel is passed as itself, not as const void *.
#ifndef RIFFLE_API_OVERLOADS_LAUNCH_H
#define RIFFLE_API_OVERLOADS_LAUNCH_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus

#include <utility>

namespace riffle_api {
// Receives the arguments of cudaLaunchKernelEx converted to the kernel's own parameter types, so that the addresses
// which the launch copies from point to objects of the right size. The last entry keeps the array non-empty.
template <class... Parameters>
struct ExLaunch {
  static cudaError_t run(const cudaLaunchConfig_t* config, const void* kernel,
                         Parameters... parameters) {
    void* addresses[] = {
        const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(parameters)))...,
        nullptr};
    return ::cudaLaunchKernelExC(config, kernel, addresses);
  }
};
}  // namespace riffle_api

template <class _Tp>
static inline cudaError_t cudaLaunchKernel(_Tp* func, dim3 grid, dim3 block, void** args,
                                           size_t dynamic_smem_bytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)func, grid, block, args, dynamic_smem_bytes, stream);
}

template <class _Tp>
static inline cudaError_t cudaLaunchCooperativeKernel(_Tp* func, dim3 grid, dim3 block, void** args,
                                                      size_t dynamic_smem_bytes = 0,
                                                      cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)func, grid, block, args, dynamic_smem_bytes,
                                       stream);
}

template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                             void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
  return riffle_api::ExLaunch<Parameters...>::run(config, (const void*)kernel,
                                                  std::forward<Arguments>(arguments)...);
}

// A kernel handle does not know its parameter types: the arguments are passed as they are.
template <class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                             const cudaKernel_t kernel, Arguments&&... arguments) {
  return riffle_api::ExLaunch<Arguments&...>::run(config, (const void*)kernel, arguments...);
}

#ifdef __CUDACC__

template <class _Tp>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, _Tp* func) {
  return ::cudaFuncGetAttributes(attributes, (const void*)func);
}

template <class _Tp>
static inline cudaError_t cudaFuncSetAttribute(_Tp* func, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)func, attribute, value);
}

template <class _Tp>
static inline cudaError_t cudaFuncSetCacheConfig(_Tp* func, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)func, config);
}

template <class _Tp>
RIFFLE_API_DEPRECATED static inline cudaError_t cudaFuncSetSharedMemConfig(
    _Tp* func, cudaSharedMemConfig config) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return ::cudaFuncSetSharedMemConfig((const void*)func, config);
#pragma GCC diagnostic pop
}

template <class _Tp>
static inline cudaError_t cudaFuncGetName(const char** name, _Tp* func) {
  return ::cudaFuncGetName(name, (const void*)func);
}

template <class _Tp>
static inline cudaError_t cudaGetKernel(cudaKernel_t* kernel, _Tp* func) {
  return ::cudaGetKernel(kernel, (const void*)func);
}

template <class _Tp>
static inline cudaError_t cudaLibraryGetGlobal(_Tp** ptr, size_t* bytes, cudaLibrary_t library,
                                               const char* name) {
  return ::cudaLibraryGetGlobal((void**)ptr, bytes, library, name);
}

template <class _Tp>
static inline cudaError_t cudaLibraryGetManaged(_Tp** ptr, size_t* bytes, cudaLibrary_t library,
                                                const char* name) {
  return ::cudaLibraryGetManaged((void**)ptr, bytes, library, name);
}

template <class _Tp>
static inline cudaError_t cudaLibraryGetUnifiedFunction(_Tp** func, cudaLibrary_t library,
                                                        const char* symbol) {
  return ::cudaLibraryGetUnifiedFunction((void**)func, library, symbol);
}

#endif  // __CUDACC__
#endif  // __cplusplus
#endif  // RIFFLE_API_OVERLOADS_LAUNCH_H
