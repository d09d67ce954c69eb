// SPDX-License-Identifier: Apache-2.0
// A blocking stream captures in global mode: calls that are both implicit and unsafe, and several captures at once.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
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
