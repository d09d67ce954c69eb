// SPDX-License-Identifier: Apache-2.0
// cudaLaunchHostFunc: order, refused arguments, default streams, a node in a capture.
#include "../../gate.h"

static std::vector<int> order;
static void note(void *which) { order.push_back(static_cast<int>(reinterpret_cast<std::intptr_t>(which))); }

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
  show_last_error("after a refused call");
  {
    Gate gate(stream);
    for (std::intptr_t i = 1; i <= 4; ++i) MUST(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(i)));
    gate.open();
  }
  SHOW(cudaStreamSynchronize(stream));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    SHOW(cudaLaunchHostFunc(s, note, reinterpret_cast<void *>(9)));
    SHOW(cudaStreamSynchronize(s));
  }
  show_row("order", order);
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(7)));
  SHOW(cudaStreamEndCapture(stream, &graph));
  show_row("order", order);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("order", order);
}
