// SPDX-License-Identifier: Apache-2.0
// With __CUDA_API_VERSION_INTERNAL a library that stands in for the driver's or the runtime's defines each symbol by its name.
// A C++ file includes this one. Compiling is the test.
#define __CUDA_API_VERSION_INTERNAL
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cuda.h>
#include <cuda_runtime_api.h>

CUresult cuMemAlloc(CUdeviceptr_v1* pointer, unsigned int bytes) {
  CUdeviceptr wide = 0;
  const CUresult result = cuMemAlloc_v2(&wide, bytes);
  *pointer = (CUdeviceptr_v1)wide;
  return result;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes) {
  return cuMemcpyHtoD_v2_ptds(to, from, bytes);
}

CUresult cuStreamSynchronize(CUstream stream) { return cuStreamSynchronize_ptsz(stream); }

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v4(context, 0, flags, device);
}

CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, 0);
}

CUresult cuGraphInstantiate(CUgraphExec* exec, CUgraph graph, CUgraphNode* node, char* log,
                            size_t bytes) {
  return cuGraphInstantiate_v2(exec, graph, node, log, bytes);
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return cudaMemcpy_ptds(to, from, bytes, kind);
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return cudaLaunchKernel_ptsz(function, grid, block, arguments, shared_bytes, stream);
}
