// SPDX-License-Identifier: Apache-2.0
// cudaStreamGetPriority: also of default streams, of a capturing one, and after the attribute changed it.
#include "../../transcript.h"

CASES() {
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  int priority = 77;
  SHOW(cudaStreamGetPriority(stream, nullptr));
  SHOW(cudaStreamGetPriority(stream, &priority));
  show_truth("greatest", priority == greatest);
  cudaStreamAttrValue value = {};
  value.priority = least;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
  SHOW(cudaStreamGetPriority(stream, &priority));
  show_truth("least", priority == least);
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    priority = 77;
    SHOW(cudaStreamGetPriority(s, &priority));
    show_value("priority", priority);
  }
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetPriority(stream, &priority));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}
