// SPDX-License-Identifier: Apache-2.0
// Recording events.
#include "../../cases.h"
#include "../../gate.h"

// cudaEventRecord: refused events, each kind of stream, recording again, in a capture and of two captures.
CASE(event_record) {
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

static std::size_t count(cudaGraph_t graph, cudaGraphNodeType wanted) {
  std::size_t all = 0, found = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &all));
  std::vector<cudaGraphNode_t> nodes(all);
  if (all != 0) MUST(cudaGraphGetNodes(graph, nodes.data(), &all));
  for (auto node : nodes) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(node, &type));
    if (type == wanted) ++found;
  }
  return found;
}

// cudaEventRecordWithFlags: flags, and what external means in a capture.
CASE(event_record_with_flags) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventRecordWithFlags(nullptr, stream, cudaEventRecordDefault));
  SHOW(cudaEventRecordWithFlags(nullptr, stream, 2));
  for (unsigned flags : {2u, 3u, 4u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaEventRecordWithFlags(event, stream, flags));
  }
  SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  SHOW(cudaEventRecordWithFlags(event, nullptr, cudaEventRecordExternal));
  show_last_error("after refused calls");
  {
    Gate gate(stream);
    SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
    SHOW(cudaEventQuery(event));
  }
  SHOW(cudaEventSynchronize(event));

  for (unsigned flags : {cudaEventRecordDefault, cudaEventRecordExternal}) {
    std::printf("flags %x in a capture\n", flags);
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    SHOW(cudaEventRecordWithFlags(event, stream, flags));
    SHOW(cudaEventRecordWithFlags(event, cudaStreamPerThread, cudaEventRecordExternal));
    SHOW(cudaEventRecordWithFlags(event, stream, 2));
    SHOW(cudaStreamEndCapture(stream, &graph));
    show_value("record nodes", static_cast<long long>(count(graph, cudaGraphNodeTypeEventRecord)));
    SHOW(cudaEventQuery(event));
    cudaGetLastError();
    cudaGraphExec_t exec;
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    {
      Gate gate(stream);
      SHOW(cudaGraphLaunch(exec, stream));
      if (flags == cudaEventRecordExternal) SHOW(cudaEventQuery(event));
    }
    SHOW(cudaStreamSynchronize(stream));
    if (flags == cudaEventRecordExternal) SHOW(cudaEventQuery(event));
  }
}
