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
