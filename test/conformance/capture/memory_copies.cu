// SPDX-License-Identifier: Apache-2.0
// Memory that a capture allocates is filled and copied in the same capture, before it exists.
#include "../transcript.h"

int main() {
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  char *out, *inside = nullptr;
  MUST(cudaMallocHost(&out, 64));
  static char host[3] = {1, 2, 3};
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&inside, 64, s));
  SHOW(cudaMemsetAsync(inside, 7, 64, s));
  SHOW(cudaMemcpyAsync(inside, host, 3, cudaMemcpyHostToDevice, s));
  SHOW(cudaMemcpyAsync(inside + 8, inside, 3, cudaMemcpyDeviceToDevice, s));
  SHOW(cudaMemcpyAsync(out, inside, 65, cudaMemcpyDeviceToHost, s));
  SHOW(cudaMemcpyAsync(out, inside, 64, cudaMemcpyDeviceToHost, s));
  SHOW(cudaFreeAsync(inside, s));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  SHOW(cudaStreamEndCapture(s, &graph));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) {
    std::memset(out, 0, 64);
    SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamSynchronize(s));
    show_row("bytes", {out[0], out[1], out[2], out[3], out[8], out[10], out[11], out[63]});
  }
  const char expected[] = {1, 2, 3, 7, 7, 7, 7, 7, 1, 2, 3, 7};
  return std::memcmp(out, expected, sizeof expected) != 0;
}
