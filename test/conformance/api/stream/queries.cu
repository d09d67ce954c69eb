// SPDX-License-Identifier: Apache-2.0
// What a stream says of itself.
#include "../../cases.h"

// cudaStreamGetDevice: the device that a stream belongs to.
CASE(stream_get_device) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  for (cudaStream_t s : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    int device = 77;
    SHOW(cudaStreamGetDevice(s, &device));
    show_value("device", device);
  }
  int device = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetDevice(stream, &device));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}

// cudaStreamGetFlags: of created and default streams; refused on a capturing one, which ends the capture.
CASE(stream_get_flags) {
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  SHOW(cudaStreamGetFlags(blocking, nullptr));
  SHOW(cudaStreamGetFlags(nullptr, nullptr));
  for (cudaStream_t stream : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    unsigned flags = 77;
    SHOW(cudaStreamGetFlags(stream, &flags));
    show_value("flags", flags);
  }
  unsigned flags = 77;
  MUST(cudaStreamBeginCapture(free_stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetFlags(free_stream, &flags));
  show_value("flags", flags);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(free_stream, &graph));
}

// cudaStreamGetId: unique for the life of the program, one for NULL and legacy, one per thread for per-thread.
CASE(stream_get_id) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  unsigned long long id = 0, again = 0, null_id = 0, legacy_id = 0;
  SHOW(cudaStreamGetId(stream, nullptr));
  SHOW(cudaStreamGetId(stream, &id));
  SHOW(cudaStreamGetId(stream, &again));
  show_truth("stable", id == again);
  SHOW(cudaStreamGetId(nullptr, &null_id));
  SHOW(cudaStreamGetId(cudaStreamLegacy, &legacy_id));
  show_truth("NULL is legacy", null_id == legacy_id);
  show_truth("the stream is not legacy", id != legacy_id);
  MUST(cudaStreamDestroy(stream));
  cudaStream_t next;
  MUST(cudaStreamCreate(&next));
  SHOW(cudaStreamGetId(next, &again));
  show_truth("never reused", id != again);
}

// cudaStreamGetPriority: also of default streams, of a capturing one, and after the attribute changed it.
CASE(stream_get_priority) {
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
