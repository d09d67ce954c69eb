// SPDX-License-Identifier: Apache-2.0
// A blocking stream that captures forbids the legacy stream; a non-blocking one does not.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
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
