// SPDX-License-Identifier: Apache-2.0
// cudaFreeAsync: behind the work that uses the memory, other streams, null, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void read(const int *p, int *out) { *out = *p; }

CASES() {
  prepare_gates();
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  DeviceArray<int> out(1);
  int *p, *next;
  read<<<1, 1, 0, stream>>>(out, out);
  MUST(cudaMallocAsync(&p, 4, stream));
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    MUST(cudaMemsetAsync(p, 1, 4, stream));
    read<<<1, 1, 0, stream>>>(p, out);
    SHOW(cudaFreeAsync(p, stream));
    MUST(cudaMallocAsync(&next, 4, stream));
    MUST(cudaMemsetAsync(next, 2, 4, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_value("read before it was freed", out.read()[0]);
  SHOW(cudaFreeAsync(next, other));
  SHOW(cudaStreamSynchronize(other));
  SHOW(cudaFreeAsync(nullptr, stream));
  MUST(cudaMallocAsync(&p, 64, stream));
  SHOW(cudaFreeAsync(p, cudaStreamPerThread));
  MUST(cudaMalloc(&p, 64));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaDeviceSynchronize());
  std::printf("refused\n");
  MUST(cudaMallocAsync(&p, 64, stream));
  MUST(cudaStreamSynchronize(stream));
  static int on_host[4];
  SHOW(cudaFreeAsync(p + 1, stream));
  SHOW(cudaFreeAsync(on_host, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaFreeAsync(p, stream));
  show_last_error("after refused calls");
  MUST(cudaMallocAsync(&p, 64, stream));
  show_while_busy("busy", stream, [&] { return cudaFreeAsync(p, stream); });
  show_captured("allocated in the capture", [&](cudaStream_t s) {
    cudaError_t error = cudaMallocAsync(&p, 64, s);
    return error != cudaSuccess ? error : cudaFreeAsync(p, s);
  });
  show_captured("null", [](cudaStream_t s) { return cudaFreeAsync(nullptr, s); });
  MUST(cudaMallocAsync(&p, 64, stream));
  MUST(cudaStreamSynchronize(stream));
  show_captured("allocated before", [&](cudaStream_t s) { return cudaFreeAsync(p, s); });
}
