// SPDX-License-Identifier: Apache-2.0
// A table of calls and situations: what each call does to a capture, and what the capture does to it. One line for
// each call, one column for each situation: the call's result / the capture's status after it / what ending the capture
// then says.
//   none: no capture    global, local, relaxed: a non-blocking stream captures in that mode
//   g-thread, r-thread: the call comes from another thread; the capture is global, relaxed
//   blocking: a blocking stream captures, relaxed    invalid: the capture is global and invalidated already
#pragma once

#include "../transcript.h"

struct Call {
  const char *name;
  cudaError_t (*make)();
};

// Preparation inside a row: what it answers does not matter.
#define QUIETLY(...) ((void)(__VA_ARGS__))
#define CALL(name, ...) \
  { name, [] { __VA_ARGS__; } }

struct Situation {
  const char *name;
  bool captures;
  cudaStreamCaptureMode mode;
  bool blocking, from_thread, invalid;
};
static const Situation situations[] = {
    {"none", false, cudaStreamCaptureModeGlobal, false, false, false},
    {"global", true, cudaStreamCaptureModeGlobal, false, false, false},
    {"local", true, cudaStreamCaptureModeThreadLocal, false, false, false},
    {"relaxed", true, cudaStreamCaptureModeRelaxed, false, false, false},
    {"g-thread", true, cudaStreamCaptureModeGlobal, false, true, false},
    {"r-thread", true, cudaStreamCaptureModeRelaxed, false, true, false},
    {"blocking", true, cudaStreamCaptureModeRelaxed, true, false, false},
    {"invalid", true, cudaStreamCaptureModeGlobal, false, false, true},
};

template <std::size_t kCount>
void run_table(const Call (&calls)[kCount], cudaStream_t &stream) {
  for (const Call &call : calls) {
    std::printf("%s:", call.name);
    for (const Situation &now : situations) {
      MUST(cudaStreamCreateWithFlags(&stream, now.blocking ? cudaStreamDefault : cudaStreamNonBlocking));
      if (now.captures) MUST(cudaStreamBeginCapture(stream, now.mode));
      if (now.invalid) cudaStreamQuery(stream);
      cudaGetLastError();
      cudaError_t result = cudaSuccess;
      if (now.from_thread) {
        std::thread([&] { result = call.make(); }).join();
      } else {
        result = call.make();
      }
      cudaGetLastError();
      std::printf(" %s %d", now.name, result);
      if (now.captures) {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatus(7);
        MUST(cudaStreamIsCapturing(stream, &status));
        cudaGraph_t graph = nullptr;
        cudaError_t end = cudaStreamEndCapture(stream, &graph);
        std::printf("/%d/%d", status, end);
        if (graph) MUST(cudaGraphDestroy(graph));
      } else {
        cudaGraph_t graph;
        cudaStreamEndCapture(stream, &graph);
      }
      cudaGetLastError();
      MUST(cudaStreamDestroy(stream));
      MUST(cudaDeviceSynchronize());
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
