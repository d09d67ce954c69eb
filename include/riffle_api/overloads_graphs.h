// SPDX-License-Identifier: Apache-2.0
// C++ forms of event and graph calls: older argument lists that keep old programs compiling, and typed user objects.
#ifndef RIFFLE_API_OVERLOADS_GRAPHS_H
#define RIFFLE_API_OVERLOADS_GRAPHS_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus

static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// CUDA 11's form. CUDA never filled the log, and filled the node only on failure, which cudaGraphInstantiateWithParams reports.
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                               cudaGraphNode_t* /*error_node*/, char* /*log*/,
                                               size_t /*log_size*/) {
  return ::cudaGraphInstantiate(exec, graph, 0);
}

#ifdef __CUDACC__

// CUDA 11's form of cudaGraphExecUpdate.
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphNode_t* error_node,
                                              cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);
  if (error_node) *error_node = info.errorNode;
  if (result) *result = info.result;
  return status;
}

namespace riffle_api {
template <class _Tp>
void delete_object(void* object) {
  delete static_cast<_Tp*>(object);
}
}  // namespace riffle_api

// The object is deleted with its last reference.
template <class _Tp>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, _Tp* wrapped,
                                               unsigned int initial_count, unsigned int flags) {
  return ::cudaUserObjectCreate(object, wrapped, riffle_api::delete_object<_Tp>, initial_count,
                                flags);
}

template <class _Tp>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, _Tp* wrapped,
                                               unsigned int initial_count,
                                               cudaUserObjectFlags flags) {
  return cudaUserObjectCreate(object, wrapped, initial_count, static_cast<unsigned int>(flags));
}

#endif  // __CUDACC__
#endif  // __cplusplus
#endif  // RIFFLE_API_OVERLOADS_GRAPHS_H
