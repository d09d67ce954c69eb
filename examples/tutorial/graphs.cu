// SPDX-License-Identifier: Apache-2.0
// Tutorial, step 4: the work of two streams is captured once and launched many times, with one call each.
#include <cuda_runtime.h>

#include "../common/check.h"

constexpr int kCount = 1 << 12;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void add(int* values, int summand) {
  values[blockIdx.x * blockDim.x + threadIdx.x] += summand;
}

__global__ void sum_up(int* total, const int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  total[i] += a[i] + b[i];
}

int main() {
  int *a, *b, *total, *result;
  CHECK(cudaMalloc(&a, kBytes));
  CHECK(cudaMalloc(&b, kBytes));
  CHECK(cudaMalloc(&total, kBytes));
  CHECK(cudaMallocHost(&result, kBytes));
  for (int* memory : {a, b, total}) CHECK(cudaMemset(memory, 0, kBytes));
  cudaStream_t stream, side;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&side));
  cudaEvent_t fork, join;
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));

  // Nothing runs between begin and end: the calls become nodes of a graph, the events its edges.
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(fork, stream));
  CHECK(cudaStreamWaitEvent(side, fork));  // `side` joins the capture
  add<<<kCount / 256, 256, 0, stream>>>(a, 1);
  add<<<kCount / 256, 256, 0, side>>>(b, 10);
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaStreamWaitEvent(stream, join));
  sum_up<<<kCount / 256, 256, 0, stream>>>(total, a, b);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  std::printf("the graph has %zu nodes\n", nodes);

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 0; launch < 3; ++launch) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaMemcpyAsync(result, total, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("11 + 22 + 33 = %d\n", result[kCount - 1]);
  const bool right = nodes == 3 && result[kCount - 1] == 66;

  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  for (cudaEvent_t event : {fork, join}) CHECK(cudaEventDestroy(event));
  for (cudaStream_t used : {stream, side}) CHECK(cudaStreamDestroy(used));
  CHECK(cudaFreeHost(result));
  for (int* memory : {a, b, total}) CHECK(cudaFree(memory));
  return verdict(right);
}
