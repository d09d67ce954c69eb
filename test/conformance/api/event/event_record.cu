// SPDX-License-Identifier: Apache-2.0
// cudaEventRecord: refused events, each kind of stream, recording again, in a capture and of two captures.
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream, blocking;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&blocking));
  cudaEvent_t event, later;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&later));
  SHOW(cudaEventRecord(nullptr, stream));
  SHOW(cudaEventRecord(nullptr, nullptr));
  show_last_error("after refused calls");
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream, blocking}) {
    SHOW(cudaEventRecord(event, s));
    SHOW(cudaEventSynchronize(event));
  }
  {
    Gate gate(stream);
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventRecord(later, blocking));
    SHOW(cudaEventSynchronize(later));
    SHOW(cudaEventRecord(event, blocking));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  {
    Gate gate(blocking);
    SHOW(cudaEventRecord(event, nullptr));
    SHOW(cudaEventQuery(event));
  }
  SHOW(cudaEventSynchronize(event));

  std::printf("in a capture\n");
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventRecord(later, cudaStreamPerThread));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes = 77;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
  MUST(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecord(event, nullptr));
  SHOW(cudaStreamEndCapture(blocking, &graph));
}
