// SPDX-License-Identifier: Apache-2.0
// expect: race/free of memory in use
// says: kernel read(
// Memory of a graph: the node that frees it does not come after the second node that reads it.
// FIXED: it comes after both. The graph is launched again and again, in two streams.
#include "case.h"

constexpr int kCount = 1024;

__global__ void fill(int* memory, int value) {
  memory[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void read(const int* memory, int* sum) {
  atomicAdd(sum, memory[blockIdx.x * blockDim.x + threadIdx.x]);
}

struct Kernel : cudaKernelNodeParams {
  Kernel(void* kernel, void** arguments) : cudaKernelNodeParams{} {
    func = kernel;
    gridDim = dim3(kCount / 128);
    blockDim = dim3(128);
    kernelParams = arguments;
  }
};

int main() {
  const Device sums(2 * sizeof(int));
  cudaMemset(sums, 0, 2 * sizeof(int));
  cudaDeviceSynchronize();
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams wanted{};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location = {cudaMemLocationTypeDevice, 0};
  wanted.bytesize = kCount * sizeof(int);
  cudaGraphNode_t allocated, filled, readers[2], freed;
  cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &wanted);
  int value = 1;
  int* const sum[2] = {reinterpret_cast<int*>(static_cast<char*>(sums)),
                       reinterpret_cast<int*>(static_cast<char*>(sums)) + 1};
  void* of_fill[] = {&wanted.dptr, &value};
  const Kernel fill_it(reinterpret_cast<void*>(fill), of_fill);
  cudaGraphAddKernelNode(&filled, graph, &allocated, 1, &fill_it);
  for (int i = 0; i < 2; ++i) {
    void* of_read[] = {&wanted.dptr, const_cast<int**>(&sum[i])};
    const Kernel read_it(reinterpret_cast<void*>(read), of_read);
    cudaGraphAddKernelNode(&readers[i], graph, &filled, 1, &read_it);
  }
  cudaGraphAddMemFreeNode(&freed, graph, readers, FIXED ? 2 : 1, wanted.dptr);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  const Streams<2> streams;
  for (int i = 0; i < 4; ++i) cudaGraphLaunch(exec, streams[FIXED ? i % 2 : 0]);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return finish();
}
