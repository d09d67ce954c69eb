// SPDX-License-Identifier: Apache-2.0
// Captures that are refused, and what may not be called while one is on.
#include "../cases.h"

namespace modes_and_errors_ {
__global__ void kernel() {}

void show_status(const char *what, cudaStream_t s) {
  cudaStreamCaptureStatus status = static_cast<cudaStreamCaptureStatus>(77);
  cudaError_t e = cudaStreamIsCapturing(s, &status);
  std::printf("%s: %s, status %d\n", what, name_of(e), status);
}

// Beginning and ending captures: refused streams, modes and orders.
CASE(modes_and_errors) {
  MUST(cudaFree(nullptr));
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  cudaGraph_t graph = nullptr;
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(9)));
  SHOW(cudaStreamEndCapture(s, &graph));
  show_status("idle", s);
  SHOW(cudaStreamIsCapturing(s, nullptr));
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    std::printf("mode %d\n", mode);
    SHOW(cudaStreamBeginCapture(s, mode));
    show_status("capturing", s);
    show_status("other stream", t);
    SHOW(cudaStreamBeginCapture(s, mode));
    show_status("after a second begin", s);
    kernel<<<1, 1, 0, s>>>();
    show_last_error("after a launch");
    graph = reinterpret_cast<cudaGraph_t>(8);
    SHOW(cudaStreamEndCapture(s, &graph));
    show_truth("a graph", graph != nullptr);
    std::size_t nodes = 77;
    SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
    show_value("nodes", static_cast<long long>(nodes));
    SHOW(cudaGraphDestroy(graph));
    show_status("ended", s);
  }
  SHOW(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  std::size_t nodes = 77;
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(s, nullptr));
  show_status("ended without a place for the graph", s);
  auto mode = cudaStreamCaptureModeRelaxed;
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  show_value("mode before", mode);
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  show_value("mode before", mode);
}
}  // namespace modes_and_errors_

namespace late_errors_ {
__global__ void kernel(int *) {}

// Bad arguments that a capture lets pass or not, and when they are noticed.
CASE(late_errors) {
  DeviceArray<char> data(1 << 16);
  static char host[4096];
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, s>>>(nullptr);
  MUST(cudaStreamSynchronize(s));
  struct Case {
    const char *name;
    cudaError_t (*make)(cudaStream_t s, char *data);
  } cases[] = {
      {"memset of NULL", [](cudaStream_t s, char *) { return cudaMemsetAsync(nullptr, 0, 64, s); }},
      {"memset of pageable memory", [](cudaStream_t s, char *) { return cudaMemsetAsync(host, 0, 64, s); }},
      {"memset past the end", [](cudaStream_t s, char *d) { return cudaMemsetAsync(d, 0, 1 << 30, s); }},
      {"memset 2D, small pitch", [](cudaStream_t s, char *d) { return cudaMemset2DAsync(d, 8, 0, 16, 4, s); }},
      {"memset 2D, one row", [](cudaStream_t s, char *d) { return cudaMemset2DAsync(d, 64, 0, 16, 1, s); }},
      {"memset 3D, slices apart",
       [](cudaStream_t s, char *d) {
         return cudaMemset3DAsync(make_cudaPitchedPtr(d, 64, 64, 8), 1, make_cudaExtent(16, 4, 3), s);
       }},
      {"memset 3D, one slice",
       [](cudaStream_t s, char *d) {
         return cudaMemset3DAsync(make_cudaPitchedPtr(d, 64, 64, 8), 1, make_cudaExtent(16, 4, 1), s);
       }},
      {"memset 3D, whole rows",
       [](cudaStream_t s, char *d) {
         return cudaMemset3DAsync(make_cudaPitchedPtr(d, 64, 64, 4), 1, make_cudaExtent(64, 4, 3), s);
       }},
      {"copy to NULL",
       [](cudaStream_t s, char *d) { return cudaMemcpyAsync(nullptr, d, 64, cudaMemcpyDeviceToHost, s); }},
      {"copy from NULL",
       [](cudaStream_t s, char *d) { return cudaMemcpyAsync(d, nullptr, 64, cudaMemcpyHostToDevice, s); }},
      {"copy past the end",
       [](cudaStream_t s, char *d) { return cudaMemcpyAsync(d, d + 64, 1 << 30, cudaMemcpyDeviceToDevice, s); }},
      {"copy kind against pageable",
       [](cudaStream_t s, char *d) { return cudaMemcpyAsync(d, host, 64, cudaMemcpyDeviceToDevice, s); }},
      {"copy 2D, small pitch",
       [](cudaStream_t s, char *d) { return cudaMemcpy2DAsync(d, 8, host, 16, 16, 4, cudaMemcpyHostToDevice, s); }},
      {"copy 2D, one row",
       [](cudaStream_t s, char *d) { return cudaMemcpy2DAsync(d, 64, host, 16, 16, 1, cudaMemcpyHostToDevice, s); }},
      {"too much shared memory",
       [](cudaStream_t s, char *) {
         kernel<<<1, 1, 1 << 20, s>>>(nullptr);
         return cudaGetLastError();
       }},
      {"host symbol as a kernel",
       [](cudaStream_t s, char *) {
         return cudaLaunchKernel(static_cast<const void *>(host), dim3(1), dim3(1), nullptr, 0, s);
       }},
  };
  for (auto &c : cases) {
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    cudaError_t e = c.make(s, data);
    cudaStreamCaptureStatus status;
    MUST(cudaStreamIsCapturing(s, &status));
    cudaGraph_t graph = nullptr;
    cudaError_t end = cudaStreamEndCapture(s, &graph);
    std::size_t nodes = 0;
    if (graph) MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
    std::printf("%s: %s, status %d, end %s, nodes %d", c.name, name_of(e), status, name_of(end), int(nodes));
    if (graph) {
      cudaGraphExec_t exec = nullptr;
      cudaError_t made = cudaGraphInstantiate(&exec, graph, 0);
      std::printf(", instantiation %s", name_of(made));
      if (exec) cudaGraphExecDestroy(exec);
      cudaGraphDestroy(graph);
    }
    std::printf("\n");
    std::fflush(stdout);
    cudaGetLastError();
  }
}
}  // namespace late_errors_

namespace unsafe_calls_ {
__global__ void kernel() {}

// Calls that may not be made while a capture is on, by mode; which of them end it.
CASE(unsafe_calls) {
  MUST(cudaFree(nullptr));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventRecord(event, other));
  void *keep, *pinned;
  MUST(cudaMalloc(&keep, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaDeviceSynchronize());
  struct Case {
    const char *name;
    cudaError_t (*call)(cudaStream_t s, cudaStream_t other, cudaEvent_t event, void *keep);
  } cases[] = {
      {"malloc", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { void *p; return cudaMalloc(&p, 64); }},
      {"malloc host", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { void *p; return cudaMallocHost(&p, 64); }},
      {"malloc managed",
       [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { void *p; return cudaMallocManaged(&p, 64); }},
      {"free null", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { return cudaFree(nullptr); }},
      {"malloc async elsewhere",
       [](cudaStream_t, cudaStream_t o, cudaEvent_t, void *) { void *p; return cudaMallocAsync(&p, 64, o); }},
      {"synchronize itself", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) { return cudaStreamSynchronize(s); }},
      {"query itself", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) { return cudaStreamQuery(s); }},
      {"synchronize other", [](cudaStream_t, cudaStream_t o, cudaEvent_t, void *) { return cudaStreamSynchronize(o); }},
      {"query other", [](cudaStream_t, cudaStream_t o, cudaEvent_t, void *) { return cudaStreamQuery(o); }},
      {"device synchronize", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { return cudaDeviceSynchronize(); }},
      {"event query", [](cudaStream_t, cudaStream_t, cudaEvent_t e, void *) { return cudaEventQuery(e); }},
      {"event synchronize", [](cudaStream_t, cudaStream_t, cudaEvent_t e, void *) { return cudaEventSynchronize(e); }},
      {"legacy memset", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *k) { return cudaMemset(k, 0, 64); }},
      {"legacy query", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { return cudaStreamQuery(nullptr); }},
      {"memset async elsewhere",
       [](cudaStream_t, cudaStream_t o, cudaEvent_t, void *k) { return cudaMemsetAsync(k, 0, 64, o); }},
      {"event record elsewhere", [](cudaStream_t, cudaStream_t o, cudaEvent_t e, void *) { return cudaEventRecord(e, o); }},
      {"stream create", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { cudaStream_t c; return cudaStreamCreate(&c); }},
      {"event create", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { cudaEvent_t c; return cudaEventCreate(&c); }},
      {"mem get info",
       [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { std::size_t a, b; return cudaMemGetInfo(&a, &b); }},
      {"wait for an outside event",
       [](cudaStream_t s, cudaStream_t, cudaEvent_t e, void *) { return cudaStreamWaitEvent(s, e, 0); }},
      {"add callback",
       [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) {
         return cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 0);
       }},
      {"get id", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) { unsigned long long id; return cudaStreamGetId(s, &id); }},
      {"get flags", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) { unsigned f; return cudaStreamGetFlags(s, &f); }},
      {"get priority", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) { int p; return cudaStreamGetPriority(s, &p); }},
      {"bad copy", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *k) {
         return cudaMemcpyAsync(nullptr, k, 16, cudaMemcpyDeviceToDevice, s);
       }},
      {"bad launch", [](cudaStream_t s, cudaStream_t, cudaEvent_t, void *) {
         kernel<<<1, 5000, 0, s>>>();
         return cudaGetLastError();
       }},
      {"set device", [](cudaStream_t, cudaStream_t, cudaEvent_t, void *) { return cudaSetDevice(0); }},
  };
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed})
    for (auto &c : cases) {
      MUST(cudaStreamBeginCapture(s, mode));
      cudaError_t e = c.call(s, other, event, keep);
      cudaStreamCaptureStatus status;
      cudaError_t is = cudaStreamIsCapturing(s, &status);
      cudaGraph_t graph = nullptr;
      cudaError_t end = cudaStreamEndCapture(s, &graph);
      std::printf("mode %d, %s: %s, then %s status %d, end %s, graph %s\n", mode, c.name, name_of(e), name_of(is), status,
                  name_of(end), graph ? "yes" : "no");
      std::fflush(stdout);
      if (graph) cudaGraphDestroy(graph);
      cudaGetLastError();
      MUST(cudaDeviceSynchronize());
    }
}
}  // namespace unsafe_calls_
