// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// A launch from a kernel of what cannot be launched there: plain.
#include "../transcript.h"

__global__ void nothing() {}
__global__ void launch(cudaGraphExec_t exec, int *error) {
  *error = cudaGraphLaunch(exec, cudaStreamGraphFireAndForget);
}

int main() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *pinned;
  MUST(cudaMallocHost(&pinned, 4));
  *pinned = -1;
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  MUST(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec = nullptr, launcher;
  const bool is_null = false;
  if (!is_null) MUST(cudaGraphInstantiate(&exec, graph, 0));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch<<<1, 1, 0, stream>>>(exec, pinned);
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&launcher, graph, 0));
  MUST(cudaGraphLaunch(launcher, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("error", *pinned);
}
