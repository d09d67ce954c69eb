// SPDX-License-Identifier: Apache-2.0
// flags: --default-stream per-thread
// With per-thread default streams, stream 0 can capture; synchronous calls then use a capturing stream.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  DeviceArray<char> device(256);
  static char host[256];
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
    for (int what = 0; what < 10; ++what) {
      MUST(cudaStreamBeginCapture(nullptr, mode));
      cudaError_t e = cudaSuccess;
      switch (what) {
        case 0:
          kernel<<<1, 1>>>();
          e = cudaGetLastError();
          break;
        case 1:
          e = cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice);
          break;
        case 2:
          e = cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
          break;
        case 3:
          e = cudaMemcpy(device + 128, device, 64, cudaMemcpyDeviceToDevice);
          break;
        case 4:
          e = cudaMemset(device, 0, 64);
          break;
        case 5:
          e = cudaMemset2D(device, 16, 0, 8, 4);
          break;
        case 6:
          e = cudaMemcpyAsync(device, host, 64, cudaMemcpyHostToDevice);
          break;
        case 7:
          kernel<<<1, 1, 0, cudaStreamLegacy>>>();
          e = cudaGetLastError();
          break;
        case 8:
          e = cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice);
          break;
        case 9:
          e = cudaMemcpy2D(device, 16, host, 16, 8, 4, cudaMemcpyHostToDevice);
          break;
      }
      cudaStreamCaptureStatus status;
      MUST(cudaStreamIsCapturing(nullptr, &status));
      cudaGraph_t graph = nullptr;
      std::size_t nodes = 0;
      cudaError_t end = cudaStreamEndCapture(nullptr, &graph);
      if (graph) MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
      std::printf("mode %d, %d: %s, status %d, end %s, nodes %d\n", mode, what, name_of(e), status, name_of(end),
                  int(nodes));
      std::fflush(stdout);
      if (graph) MUST(cudaGraphDestroy(graph));
      cudaGetLastError();
    }
  }
}
