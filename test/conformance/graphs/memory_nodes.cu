// SPDX-License-Identifier: Apache-2.0
// Allocation and free nodes.
#include "../transcript.h"

__global__ void put(int *p, int v) { *p = v; }
__global__ void get(const int *p, int *out) { *out = *p; }

int main() {
  DeviceArray<int> out(1);
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 4096;
  cudaGraphNode_t a, k1, k2, f, f2;
  SHOW(cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, &alloc));
  show_truth("address known", alloc.dptr != nullptr);
  int *p = static_cast<int *>(alloc.dptr), *q = out, v = 33;
  void *put_args[] = {&p, &v}, *get_args[] = {&p, &q};
  cudaKernelNodeParams params = {};
  params.gridDim = 1;
  params.blockDim = 1;
  params.func = (void *)put;
  params.kernelParams = put_args;
  SHOW(cudaGraphAddKernelNode(&k1, graph, &a, 1, &params));
  params.func = (void *)get;
  params.kernelParams = get_args;
  SHOW(cudaGraphAddKernelNode(&k2, graph, &k1, 1, &params));
  SHOW(cudaGraphAddMemFreeNode(&f, graph, &k2, 1, alloc.dptr));
  SHOW(cudaGraphAddMemFreeNode(&f2, graph, &f, 1, alloc.dptr));
  SHOW(cudaGraphAddMemFreeNode(&f2, graph, &f, 1, out.get()));
  cudaGraphExec_t exec, second;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphInstantiate(&second, graph, 0));
  cudaGraph_t clone, outer;
  SHOW(cudaGraphClone(&clone, graph));
  MUST(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t child;
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  SHOW(cudaGraphDestroyNode(f));
  for (int i = 0; i < 2; ++i) SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaStreamSynchronize(0));
  show_value("out", out.read()[0]);
  unsigned long long bytes = 77;
  SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
  SHOW(cudaDeviceGraphMemTrim(0));
  cudaGraph_t keeps;
  MUST(cudaGraphCreate(&keeps, 0));
  SHOW(cudaGraphAddMemAllocNode(&a, keeps, nullptr, 0, &alloc));
  SHOW(cudaGraphInstantiate(&exec, keeps, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaFreeAsync(alloc.dptr, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaStreamSynchronize(0));
  SHOW(cudaFree(alloc.dptr));
}
