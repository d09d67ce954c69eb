// SPDX-License-Identifier: Apache-2.0
// C++ forms of the calls about device variables, in files that are compiled as CUDA: the variable is passed as itself.
// In plain C++ there are no such variables, and these templates would mistake a pointer for one.
#ifndef RIFFLE_API_OVERLOADS_SYMBOLS_H
#define RIFFLE_API_OVERLOADS_SYMBOLS_H

#include <cuda_runtime_api.h>

#if defined(__cplusplus) && defined(__CUDACC__)

namespace riffle_api {
// The host's shadow of the variable; the runtime identifies the symbol by its address.
template <class _Tp>
inline const void* symbol_address(const _Tp& symbol) {
  return const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(symbol)));
}
}  // namespace riffle_api

template <class _Tp>
static inline cudaError_t cudaGetSymbolAddress(void** ptr, const _Tp& symbol) {
  return ::cudaGetSymbolAddress(ptr, riffle_api::symbol_address(symbol));
}

template <class _Tp>
static inline cudaError_t cudaGetSymbolSize(size_t* size, const _Tp& symbol) {
  return ::cudaGetSymbolSize(size, riffle_api::symbol_address(symbol));
}

template <class _Tp>
static inline cudaError_t cudaMemcpyToSymbol(const _Tp& symbol, const void* src, size_t count,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(riffle_api::symbol_address(symbol), src, count, offset, kind);
}

template <class _Tp>
static inline cudaError_t cudaMemcpyToSymbolAsync(const _Tp& symbol, const void* src, size_t count,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(riffle_api::symbol_address(symbol), src, count, offset, kind,
                                   stream);
}

template <class _Tp>
static inline cudaError_t cudaMemcpyFromSymbol(void* dst, const _Tp& symbol, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, riffle_api::symbol_address(symbol), count, offset, kind);
}

template <class _Tp>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const _Tp& symbol, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, riffle_api::symbol_address(symbol), count, offset, kind,
                                     stream);
}

template <class _Tp>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                         const cudaGraphNode_t* dependencies,
                                                         size_t dependency_count, const _Tp& symbol,
                                                         const void* src, size_t count,
                                                         size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, dependency_count,
                                          riffle_api::symbol_address(symbol), src, count, offset,
                                          kind);
}

template <class _Tp>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                           const cudaGraphNode_t* dependencies,
                                                           size_t dependency_count, void* dst,
                                                           const _Tp& symbol, size_t count,
                                                           size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, dependency_count, dst,
                                            riffle_api::symbol_address(symbol), count, offset,
                                            kind);
}

template <class _Tp>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                               const _Tp& symbol, const void* src,
                                                               size_t count, size_t offset,
                                                               cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, riffle_api::symbol_address(symbol), src,
                                                count, offset, kind);
}

template <class _Tp>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                                 const _Tp& symbol, size_t count,
                                                                 size_t offset,
                                                                 cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, riffle_api::symbol_address(symbol),
                                                  count, offset, kind);
}

template <class _Tp>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const _Tp& symbol, const void* src, size_t count,
    size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, riffle_api::symbol_address(symbol),
                                                    src, count, offset, kind);
}

template <class _Tp>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                                     cudaGraphNode_t node,
                                                                     void* dst, const _Tp& symbol,
                                                                     size_t count, size_t offset,
                                                                     cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
      exec, node, dst, riffle_api::symbol_address(symbol), count, offset, kind);
}

#endif
#endif  // RIFFLE_API_OVERLOADS_SYMBOLS_H
