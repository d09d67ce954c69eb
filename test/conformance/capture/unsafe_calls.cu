// SPDX-License-Identifier: Apache-2.0
// Calls that may not be made while a capture is on, by mode; which of them end it.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
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
