// SPDX-License-Identifier: Apache-2.0
// Bad arguments that a capture lets pass or not, and when they are noticed.
#include "../transcript.h"

__global__ void kernel(int *) {}

int main() {
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
