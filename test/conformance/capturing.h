// SPDX-License-Identifier: Apache-2.0
// What a call answers while its thread captures a stream, and whether the capture outlives it.
#pragma once

#include "transcript.h"

// Makes `call` during a capture in the strictest mode and in the most lenient one. The capture is of another stream than
// any that the call may name.
template <class Call>
void show_while_capturing(const char *what, Call call) {
  for (cudaStreamCaptureMode mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
    cudaStream_t stream;
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaStreamBeginCapture(stream, mode));
    const cudaError_t error = call();
    cudaGraph_t graph = nullptr;
    const cudaError_t end = cudaStreamEndCapture(stream, &graph);
    std::printf("%s, %s capture: %s, its end: %s\n", what, mode == cudaStreamCaptureModeGlobal ? "global" : "relaxed",
                name_of(error), name_of(end));
    std::fflush(stdout);
    if (graph != nullptr) MUST(cudaGraphDestroy(graph));
    MUST(cudaStreamDestroy(stream));
  }
}

inline const char *name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel: return "kernel";
    case cudaGraphNodeTypeMemcpy: return "copy";
    case cudaGraphNodeTypeMemset: return "fill";
    case cudaGraphNodeTypeHost: return "host";
    case cudaGraphNodeTypeEmpty: return "empty";
    case cudaGraphNodeTypeMemAlloc: return "allocation";
    case cudaGraphNodeTypeMemFree: return "free";
    default: return "other";
  }
}

// The same for a call that may be captured: it is given the stream, and the nodes that it leaves are told.
template <class Call>
void show_captured(const char *what, Call call) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
    MUST(cudaStreamBeginCapture(stream, mode));
    cudaError_t error = call(stream);
    cudaGraph_t graph = nullptr;
    cudaError_t end = cudaStreamEndCapture(stream, &graph);
    std::printf("%s, captured, %s: %s, then %s", what, mode == cudaStreamCaptureModeGlobal ? "global" : "relaxed",
                name_of(error), name_of(end));
    if (graph != nullptr) {
      std::size_t count = 0;
      MUST(cudaGraphGetNodes(graph, nullptr, &count));
      std::vector<cudaGraphNode_t> nodes(count);
      MUST(cudaGraphGetNodes(graph, nodes.data(), &count));
      std::printf(", nodes:");
      for (auto node : nodes) {
        cudaGraphNodeType type;
        MUST(cudaGraphNodeGetType(node, &type));
        std::printf(" %s", name_of(type));
      }
      MUST(cudaGraphDestroy(graph));
    }
    std::printf("\n");
    std::fflush(stdout);
    cudaGetLastError();
  }
  MUST(cudaStreamDestroy(stream));
}
