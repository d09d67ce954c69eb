// SPDX-License-Identifier: Apache-2.0
// cudaSignalExternalSemaphoresAsync: no semaphores are refused in each stream and change nothing.
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreSignalParams params = {};
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream}) {
    SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, s));
    SHOW(cudaStreamQuery(s));
  }
  show_last_error("after refused calls");
  show_while_busy("in a busy stream", stream,
                  [&] { return cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, stream); });
  cudaGetLastError();
  cudaGraph_t graph;
  std::size_t nodes = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
}
