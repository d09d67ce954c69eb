// SPDX-License-Identifier: Apache-2.0
// Refused arguments; the stream that a callback is told.
#include "../transcript.h"

static cudaStream_t seen = cudaStream_t(99);
void CUDART_CB remember(cudaStream_t stream, cudaError_t, void *) { seen = stream; }
void function(void *) {}

int main() {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaStreamAddCallback(stream, nullptr, nullptr, 0));
  SHOW(cudaStreamAddCallback(stream, remember, nullptr, 1));
  SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
  MUST(cudaStreamAddCallback(stream, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(stream));
  show_truth("told its stream", seen == stream);
  MUST(cudaStreamAddCallback(nullptr, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(nullptr));
  show_value("told for stream 0", reinterpret_cast<std::intptr_t>(seen));
  MUST(cudaStreamAddCallback(cudaStreamLegacy, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(nullptr));
  show_value("told for cudaStreamLegacy", reinterpret_cast<std::intptr_t>(seen));
  MUST(cudaStreamAddCallback(cudaStreamPerThread, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(cudaStreamPerThread));
  show_value("told for cudaStreamPerThread", reinterpret_cast<std::intptr_t>(seen));
  SHOW(cudaLaunchHostFunc(nullptr, function, nullptr));
  SHOW(cudaDeviceSynchronize());
}
