// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Kernels that launch kernels, captured and as nodes of a graph.
#include "../transcript.h"

__device__ void spend(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}
__global__ void late_add(int *out, int n) {
  spend(300000);
  *out += n;
}
__global__ void parent(int *out, int n) {
  late_add<<<1, 1>>>(out, n);
  late_add<<<1, 1, 0, cudaStreamTailLaunch>>>(out, n);
}
__global__ void twice(int *out) { *out *= 2; }

int main() {
  DeviceArray<int> out(1);
  int *p = out, n = 5;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  parent<<<1, 1, 0, stream>>>(p, n);
  show_last_error("in a capture");
  twice<<<1, 1, 0, stream>>>(p);
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("captured", out.read());
  cudaGraph_t built;
  MUST(cudaGraphCreate(&built, 0));
  cudaGraphNode_t a, b;
  void *args[] = {&p, &n};
  void *args2[] = {&p};
  cudaKernelNodeParams params = {};
  params.gridDim = params.blockDim = dim3(1);
  params.func = (void *)parent;
  params.kernelParams = args;
  SHOW(cudaGraphAddKernelNode(&a, built, nullptr, 0, &params));
  params.func = (void *)twice;
  params.kernelParams = args2;
  SHOW(cudaGraphAddKernelNode(&b, built, &a, 1, &params));
  SHOW(cudaGraphInstantiate(&exec, built, 0));
  MUST(cudaMemset(p, 0, 4));
  for (int i = 0; i < 3; ++i) MUST(cudaGraphLaunch(exec, 0));
  SHOW(cudaDeviceSynchronize());
  show_row("nodes", out.read());
}
