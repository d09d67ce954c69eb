// SPDX-License-Identifier: Apache-2.0
// Asking whether a stream is done, waiting for it, and making it wait.
#include "../../cases.h"
#include "../../gate.h"

__global__ void put(int *p, int v) { *p = v; }

// cudaStreamQuery: idle, busy, default streams; NotReady is never the last error.
CASE(stream_query) {
  prepare_gates();
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread})
    SHOW(cudaStreamQuery(s));
  for (cudaStream_t busy : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamPerThread}) {
    std::printf("one is busy\n");
    Gate gate(busy);
    for (cudaStream_t s : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamPerThread})
      SHOW(cudaStreamQuery(s));
    gate.open();
    MUST(cudaDeviceSynchronize());
  }
  show_last_error("after queries");
}

// cudaStreamSynchronize: waits for the stream's work and, as a default stream, for what that stands for.
CASE(stream_synchronize) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof(int)));
  *pinned = 0;
  put<<<1, 1, 0, free_stream>>>(word, 41);
  MUST(cudaMemcpyAsync(pinned, word, sizeof(int), cudaMemcpyDeviceToHost, free_stream));
  SHOW(cudaStreamSynchronize(free_stream));
  show_value("copied", *pinned);
  show_while_busy("itself busy", blocking, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("another busy", free_stream, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("NULL, blocking busy", blocking, [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("legacy, non-blocking busy", free_stream, [&] { return cudaStreamSynchronize(cudaStreamLegacy); });
  show_while_busy("per-thread, blocking busy", blocking, [&] { return cudaStreamSynchronize(cudaStreamPerThread); });
  show_while_busy("blocking, legacy busy, idle itself", nullptr, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("blocking, legacy busy, with work", nullptr, [&] {
    put<<<1, 1, 0, blocking>>>(word, 1);
    return cudaStreamSynchronize(blocking);
  });
}

// cudaStreamWaitEvent: refused arguments, and what a wait binds to.
CASE(stream_wait_event) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaStreamWaitEvent(a, nullptr, 0));
  SHOW(cudaStreamWaitEvent(a, event, 2));
  SHOW(cudaStreamWaitEvent(a, event, 0x100));
  SHOW(cudaStreamWaitEvent(a, event, cudaEventWaitExternal));
  SHOW(cudaStreamWaitEvent(a, event, cudaEventWaitDefault));
  SHOW(cudaStreamWaitEvent(a, event));
  SHOW(cudaStreamQuery(a));
  show_last_error("after refused calls");
  {
    Gate gate(a);
    MUST(cudaEventRecord(event, a));
    SHOW(cudaStreamWaitEvent(b, event, 0));
    SHOW(cudaStreamWaitEvent(a, event, 0));
    put<<<1, 1, 0, b>>>(word, 1);
    SHOW(cudaStreamQuery(b));
    MUST(cudaEventRecord(event, b));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(b));
    gate.open();
  }
  SHOW(cudaStreamSynchronize(b));
  show_value("word", word.read()[0]);
}
