// SPDX-License-Identifier: Apache-2.0
// Captures beside the legacy stream and other threads.
#include "../cases.h"

__global__ void kernel() {}

// A blocking stream that captures forbids the legacy stream; a non-blocking one does not.
CASE(implicit_legacy) {
  MUST(cudaFree(nullptr));
  void *p;
  MUST(cudaMalloc(&p, 64));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
    std::printf("%s\n", flags ? "non-blocking" : "blocking");
    cudaStream_t s;
    MUST(cudaStreamCreateWithFlags(&s, flags));
    for (int what = 0; what < 6; ++what) {
      MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
      cudaStreamCaptureStatus status;
      cudaError_t e = cudaSuccess;
      unsigned long long id = 0;
      switch (what) {
        case 0:
          kernel<<<1, 1>>>();
          e = cudaGetLastError();
          break;
        case 1:
          e = cudaMemset(p, 0, 64);
          break;
        case 2:
          e = cudaStreamSynchronize(nullptr);
          break;
        case 3:
          e = cudaStreamIsCapturing(nullptr, &status);
          break;
        case 4:
          e = cudaStreamGetId(nullptr, &id);
          break;
        case 5:
          e = cudaStreamQuery(cudaStreamLegacy);
          break;
      }
      MUST(cudaStreamIsCapturing(s, &status));
      cudaGraph_t graph = nullptr;
      cudaError_t end = cudaStreamEndCapture(s, &graph);
      std::printf("%d: %s, status %d, end %s\n", what, name_of(e), status, name_of(end));
      if (graph) MUST(cudaGraphDestroy(graph));
      cudaGetLastError();
    }
    MUST(cudaStreamDestroy(s));
  }
}

// A blocking stream captures in global mode: calls that are both implicit and unsafe, and several captures at once.
CASE(legacy_in_global_mode) {
  MUST(cudaFree(nullptr));
  kernel<<<1, 1>>>();
  char *device, *managed;
  static char host[64];
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaDeviceSynchronize());
  for (int what = 0; what < 8; ++what) {
    cudaStream_t s, bystander;
    MUST(cudaStreamCreate(&s));
    MUST(cudaStreamCreateWithFlags(&bystander, cudaStreamNonBlocking));
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamBeginCapture(bystander, cudaStreamCaptureModeGlobal));
    cudaError_t e = cudaSuccess;
    void *p;
    switch (what) {
      case 0: e = cudaStreamSynchronize(nullptr); break;
      case 1: e = cudaStreamQuery(nullptr); break;
      case 2: e = cudaMallocAsync(&p, 64, nullptr); break;
      case 3: e = cudaStreamAttachMemAsync(nullptr, managed, 0, cudaMemAttachGlobal); break;
      case 4: e = cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice); break;
      case 5: e = cudaStreamSynchronize(s); break;
      case 6: e = cudaDeviceSynchronize(); break;
      case 7: e = cudaMalloc(&p, 64); break;
    }
    cudaGraph_t graph;
    cudaError_t end = cudaStreamEndCapture(s, &graph), other = cudaStreamEndCapture(bystander, &graph);
    std::printf("%d: %s, end %s, bystander %s\n", what, name_of(e), name_of(end), name_of(other));
    std::fflush(stdout);
    cudaGetLastError();
    MUST(cudaStreamDestroy(s));
    MUST(cudaStreamDestroy(bystander));
  }
  std::printf("device reset while capturing\n");
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaDeviceReset());
  SHOW(cudaFree(nullptr));
}

template <class F>
void in_thread(F f) {
  std::thread(f).join();
}

// Captures and other threads: who may end one, whose unsafe calls are refused.
CASE(threads) {
  MUST(cudaFree(nullptr));
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    std::printf("mode %d\n", mode);
    cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
    cudaStreamCaptureStatus status;
    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] { SHOW(cudaStreamEndCapture(s, &graph)); });
    show_truth("a graph", graph != nullptr);
    SHOW(cudaStreamIsCapturing(s, &status));
    show_value("status", status);
    SHOW(cudaStreamEndCapture(s, &graph));
    cudaGetLastError();

    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] {
      void *p;
      SHOW(cudaMalloc(&p, 64));
    });
    SHOW(cudaStreamIsCapturing(s, &status));
    show_value("status", status);
    SHOW(cudaStreamEndCapture(s, &graph));

    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] {
      auto mine = cudaStreamCaptureModeThreadLocal;
      MUST(cudaThreadExchangeStreamCaptureMode(&mine));
      void *p;
      SHOW(cudaMalloc(&p, 64));
      SHOW(cudaStreamSynchronize(other));
    });
    SHOW(cudaStreamEndCapture(s, &graph));

    MUST(cudaStreamBeginCapture(s, mode));
    auto relaxed = cudaStreamCaptureModeRelaxed;
    MUST(cudaThreadExchangeStreamCaptureMode(&relaxed));
    void *p;
    SHOW(cudaMalloc(&p, 64));
    MUST(cudaThreadExchangeStreamCaptureMode(&relaxed));
    SHOW(cudaStreamEndCapture(s, &graph));
    cudaGetLastError();
  }
}
