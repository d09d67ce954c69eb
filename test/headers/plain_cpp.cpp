// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h in a C++ file that no CUDA compiler sees: types, calls, default arguments and the C++ overloads.
#include <cuda_runtime.h>

#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <library_types.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <vector_functions.hpp>

#if __has_include(<GL/gl.h>)
#include <cuda_gl_interop.h>

cudaError_t shared_with_opengl(GLuint buffer, GLuint texture) {
  cudaGraphicsResource* resource = nullptr;
  cudaError_t status =
      cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsNone);
  status =
      cudaGraphicsGLRegisterImage(&resource, texture, GL_TEXTURE_2D, cudaGraphicsMapFlagsReadOnly);
  return status;
}
#endif

static_assert(dim3(2).y == 1 && dim3(uint3{1, 2, 3}).z == 3);
static_assert(CUDA_R_16BF == 14);

cudaError_t every_kind_of_call() {
  float4* ptr = nullptr;
  size_t pitch = 0;
  cudaStream_t stream = cudaStreamPerThread;
  cudaEvent_t event = nullptr;
  cudaError_t status = cudaMalloc(&ptr, sizeof *ptr);
  status = cudaMallocPitch(&ptr, &pitch, 1, 1);
  status = cudaMallocManaged(&ptr, 16);
  status = cudaMallocHost(&ptr, 16);
  status = cudaMallocAsync(&ptr, 16, stream);
  status = cudaMemcpyAsync(ptr, ptr, 16, cudaMemcpyDefault);
  status = cudaEventCreate(&event, cudaEventDisableTiming);
  status = cudaEventRecord(event);
  const cudaExtent extent = make_cudaExtent(1, 1, 1);
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float4>();
  (void)extent;
  (void)desc;
  *ptr = make_float4(1, 2, 3, 4);
  return status;
}

// Calls as they were written for CUDA 12, beside those of CUDA 13.
cudaError_t names_of_cuda_12(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count) {
  cudaStreamCaptureStatus state;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* seen = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  cudaError_t status = cudaStreamGetCaptureInfo(stream, &state);
  status = cudaStreamGetCaptureInfo(stream, &state, &id);
  status = cudaStreamGetCaptureInfo(stream, &state, &id, &graph, &seen, &count);
  status = cudaStreamGetCaptureInfo(stream, &state, &id, &graph, &seen, nullptr);
  status = cudaStreamGetCaptureInfo(stream, &state, &id, &graph, &seen, &edges, &count);
  status = cudaStreamGetCaptureInfo_v2(stream, &state, &id, &graph, &seen, &count);
  status = cudaStreamGetCaptureInfo_v2(stream, &state);
  status = cudaStreamGetCaptureInfo_v3(stream, &state, &id, &graph, &seen, &edges, &count);
  status = cudaStreamUpdateCaptureDependencies(stream, nodes, count);
  status = cudaStreamUpdateCaptureDependencies(stream, nodes, 1, cudaStreamSetCaptureDependencies);
  status = cudaStreamUpdateCaptureDependencies(stream, nodes, 0, 1);  // CUDA 13: no edge data
  status = cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, 0);
  status = cudaStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count);
  return status;
}

// A profiler's names, as on a machine without one.
static_assert(sizeof(nvtxEventAttributes_t) == 48 && NVTX_RESOURCE_TYPE_CUDART_EVENT == 0x50002);

bool nobody_records(cudaStream_t stream) {
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.message.ascii = "range";
  nvtxNameCudaStream(stream, "stream");
  nvtxMark("mark");
  return nvtxRangePushEx(&attributes) == NVTX_NO_PUSH_POP_TRACKING && nvtxRangePop() < 0;
}
