// SPDX-License-Identifier: Apache-2.0
// cudaLaunchCooperativeKernel: refused functions and sizes, a grid that waits for itself, and in a capture.
#include <cooperative_groups.h>

#include "../../gate.h"

__global__ void none() {}
__global__ void rounds(int *counter, int *bad) {
  auto grid = cooperative_groups::this_grid();
  for (int i = 1; i <= 3; ++i) {
    if (threadIdx.x == 0) atomicAdd(counter, 1);
    grid.sync();
    if (*static_cast<volatile int *>(counter) != i * static_cast<int>(gridDim.x)) atomicAdd(bad, 1);
    grid.sync();
  }
}
static int host_variable;

CASES() {
  prepare_gates();
  const void *empty = reinterpret_cast<const void *>(none), *kernel = reinterpret_cast<const void *>(rounds);
  SHOW(cudaLaunchCooperativeKernel(nullptr, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(&host_variable, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 0, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 0, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1025, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1, nullptr, 1u << 30, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1, nullptr, 49153, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1u << 20, 1024, nullptr, 0, nullptr));
  int blocks = 0, processors = 0;
  MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, none, 256, 0));
  MUST(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  SHOW(cudaLaunchCooperativeKernel(empty, blocks * processors, 256, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, blocks * processors + 1, 256, nullptr, 0, nullptr));
  show_last_error("after refused calls");
  SHOW(cudaDeviceSynchronize());
  DeviceArray<int> counts(2);
  int *counter = counts, *bad = counter + 1;
  void *arguments[] = {&counter, &bad};
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamPerThread, stream}) {
    MUST(cudaMemset(counts, 0, 2 * sizeof(int)));
    MUST(cudaDeviceSynchronize());
    SHOW(cudaLaunchCooperativeKernel(kernel, 4, 64, arguments, 0, s));
    SHOW(cudaStreamSynchronize(s));
    show_row("counter, bad", counts.read());
  }
  show_while_busy("on a busy stream", stream,
                  [&] { return cudaLaunchCooperativeKernel(empty, 4, 64, nullptr, 0, stream); });
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaMemset(counts, 0, 2 * sizeof(int)));
  MUST(cudaDeviceSynchronize());
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchCooperativeKernel(kernel, 4, 64, arguments, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("counter, bad", counts.read());
}
