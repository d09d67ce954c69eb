// SPDX-License-Identifier: Apache-2.0
// What the captured nodes say about themselves: kinds, extents, pitches, values, arguments.
#include "../transcript.h"

__global__ void put(int *p, int v) { *p = v; }
__device__ int variable[4];
static void function(void *) {}

static const char *place(const void *p, const void *device, const void *pinned, const void *pageable) {
  auto in = [p](const void *base) {
    auto at = reinterpret_cast<std::uintptr_t>(p), from = reinterpret_cast<std::uintptr_t>(base);
    return at >= from && at < from + 4096;
  };
  return p == nullptr ? "null" : in(device) ? "device" : in(pinned) ? "pinned" : in(pageable) ? "pageable" : "else";
}

int main() {
  DeviceArray<char> device(4096);
  char *pinned;
  MUST(cudaMallocHost(&pinned, 4096));
  static char pageable[4096];
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  put<<<1, 1, 0, s>>>(reinterpret_cast<int *>(device.get()), 0);
  MUST(cudaDeviceSynchronize());
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  put<<<dim3(2, 3, 4), dim3(5, 6), 128, s>>>(reinterpret_cast<int *>(device.get()), 42);
  MUST(cudaGetLastError());
  MUST(cudaMemcpyAsync(device, pinned, 100, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(pageable, device, 100, cudaMemcpyDeviceToHost, s));
  MUST(cudaMemcpyAsync(device + 512, device, 64, cudaMemcpyDefault, s));
  MUST(cudaMemcpy2DAsync(device, 64, pinned, 32, 16, 8, cudaMemcpyHostToDevice, s));
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(pinned, 32, 32, 4);
  box.dstPtr = make_cudaPitchedPtr(device, 64, 64, 8);
  box.extent = make_cudaExtent(16, 4, 2);
  box.kind = cudaMemcpyHostToDevice;
  MUST(cudaMemcpy3DAsync(&box, s));
  MUST(cudaMemcpyToSymbolAsync(variable, pinned, 8, 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyFromSymbolAsync(pinned, variable, 8, 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaMemsetAsync(device, 0x7f, 100, s));
  MUST(cudaMemset2DAsync(device, 64, 0x11, 16, 8, s));
  MUST(cudaMemset3DAsync(make_cudaPitchedPtr(device, 64, 64, 4), 0x22, make_cudaExtent(16, 4, 2), s));
  MUST(cudaLaunchHostFunc(s, function, device.get()));
  void *ordered;
  MUST(cudaMallocAsync(&ordered, 100, s));
  MUST(cudaFreeAsync(ordered, s));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(s, &graph));
  std::size_t count = 64;
  cudaGraphNode_t nodes[64];
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  show_value("nodes", static_cast<long long>(count));
  for (std::size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(nodes[i], &type));
    std::size_t dependencies = 9;
    MUST(cudaGraphNodeGetDependencies(nodes[i], nullptr, nullptr, &dependencies));
    std::printf("type %d, dependencies %d: ", type, int(dependencies));
    if (type == cudaGraphNodeTypeKernel) {
      cudaKernelNodeParams p = {};
      MUST(cudaGraphKernelNodeGetParams(nodes[i], &p));
      std::printf("grid %d %d %d, block %d %d %d, shared %d, function %s, value %d", p.gridDim.x, p.gridDim.y,
                  p.gridDim.z, p.blockDim.x, p.blockDim.y, p.blockDim.z, p.sharedMemBytes,
                  p.func == reinterpret_cast<void *>(put) ? "put" : "another", *static_cast<int *>(p.kernelParams[1]));
    } else if (type == cudaGraphNodeTypeMemcpy) {
      cudaMemcpy3DParms p = {};
      cudaError_t e = cudaGraphMemcpyNodeGetParams(nodes[i], &p);
      std::printf("%s, kind %d, extent %d %d %d, from %s %d %d %d, to %s %d %d %d", name_of(e), p.kind,
                  int(p.extent.width), int(p.extent.height), int(p.extent.depth),
                  place(p.srcPtr.ptr, device, pinned, pageable), int(p.srcPtr.pitch), int(p.srcPtr.xsize),
                  int(p.srcPtr.ysize), place(p.dstPtr.ptr, device, pinned, pageable), int(p.dstPtr.pitch),
                  int(p.dstPtr.xsize), int(p.dstPtr.ysize));
    } else if (type == cudaGraphNodeTypeMemset) {
      cudaMemsetParams p = {};
      MUST(cudaGraphMemsetNodeGetParams(nodes[i], &p));
      std::printf("value %x, element %d, width %d, height %d, pitch %d", p.value, p.elementSize, int(p.width),
                  int(p.height), int(p.pitch));
    } else if (type == cudaGraphNodeTypeHost) {
      cudaHostNodeParams p = {};
      MUST(cudaGraphHostNodeGetParams(nodes[i], &p));
      std::printf("function %s, data %s", p.fn == function ? "yes" : "no",
                  place(p.userData, device, pinned, pageable));
    } else if (type == cudaGraphNodeTypeMemAlloc) {
      cudaMemAllocNodeParams p = {};
      MUST(cudaGraphMemAllocNodeGetParams(nodes[i], &p));
      std::printf("bytes %d, pointer %s, type %d, location %d %d, accesses %d", int(p.bytesize),
                  p.dptr == ordered ? "as returned" : "another", p.poolProps.allocType, p.poolProps.location.type,
                  p.poolProps.location.id, int(p.accessDescCount));
    } else if (type == cudaGraphNodeTypeMemFree) {
      void *p = nullptr;
      MUST(cudaGraphMemFreeNodeGetParams(nodes[i], &p));
      std::printf("pointer %s", p == ordered ? "as returned" : "another");
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
