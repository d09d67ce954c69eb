// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuStreamBeginCapture, cuStreamBeginCaptureToGraph, cuThreadExchangeStreamCaptureMode, cuStreamEndCapture,
// cuStreamIsCapturing, cuStreamGetCaptureInfo, cuStreamUpdateCaptureDependencies: and what calls do in a captured stream.
#include "driver.h"

int main() {
  use_primary();
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = allocate(64);
  int host[16];
  CUstreamCaptureStatus status;
  CUgraph graph = nullptr, seen = nullptr;
  SHOW(cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL));
  SHOW(cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(77)));
  SHOW(cuStreamEndCapture(stream, &graph));
  SHOW(cuStreamIsCapturing(stream, &status));
  show_value("status", status);
  SHOW(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  SHOW(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  SHOW(cuStreamIsCapturing(stream, &status));
  show_value("status", status);
  SHOW(cuMemsetD32Async(a, 3, 16, stream));
  SHOW(cuMemsetD16Async(a, 3, 4, stream));
  SHOW(cuMemcpyDtoHAsync(host, a, 64, stream));
  cuuint64_t id = 0;
  const CUgraphNode *dependencies = nullptr;
  std::size_t count = 0;
  SHOW(cuStreamGetCaptureInfo(stream, &status, &id, &seen, &dependencies, nullptr, &count));
  show_row("status, dependencies", {int(status), int(count)});
  SHOW(cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  SHOW(cuStreamEndCapture(stream, &graph));
  show_truth("the graph that was shown", seen == graph);
  MUST(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", count);
  SHOW(cuStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, CU_STREAM_CAPTURE_MODE_GLOBAL));
  SHOW(cuMemsetD8Async(a, 3, 16, stream));
  SHOW(cuStreamEndCapture(stream, &graph));
  MUST(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", count);
  for (CUstreamCaptureMode mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_RELAXED}) {
    std::printf("mode %d\n", int(mode));
    const auto show_in_capture = [&](const char *what, auto call) {
      MUST(cuStreamBeginCapture(stream, mode));
      const CUresult result = call();
      CUgraph made = nullptr;
      const CUresult end = cuStreamEndCapture(stream, &made);
      std::printf("%s: %s, then %s\n", what, name_of(result), name_of(end));
      std::fflush(stdout);
    };
    CUdeviceptr p = 0;
    show_in_capture("allocate", [&] { return cuMemAlloc(&p, 64); });
    show_in_capture("fill, synchronous", [&] { return cuMemsetD8(a, 1, 64); });
    show_in_capture("copy, synchronous", [&] { return cuMemcpyDtoH(host, a, 64); });
    show_in_capture("context", [&] { return cuCtxSynchronize(); });
    show_in_capture("stream", [&] { return cuStreamSynchronize(stream); });
    show_in_capture("query", [&] { return cuStreamQuery(stream); });
    show_in_capture("module", [&] { CUmodule m; return cuModuleLoadData(&m, "rubbish"); });
    show_in_capture("no bytes", [&] { return cuMemsetD8(a, 1, 0); });
    show_in_capture("attributes", [&] { int v; return cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a); });
  }
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  SHOW(cuThreadExchangeStreamCaptureMode(&mode));
  show_value("before", mode);
}
