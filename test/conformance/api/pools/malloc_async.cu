// SPDX-License-Identifier: Apache-2.0
// cudaMallocAsync: memory in stream order, zero bytes, alignment, each stream, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void put(int *p, int v) { *p = v; }

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *p, *q;
  put<<<1, 1, 0, stream>>>(DeviceArray<int>(1), 0);
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    SHOW(cudaMallocAsync(&p, 4, stream));
    SHOW(cudaMallocAsync(&q, 4, stream));
    show_truth("two of them", p != q && p != nullptr && q != nullptr);
    put<<<1, 1, 0, stream>>>(p, 5);
    put<<<1, 1, 0, stream>>>(q, 6);
  }
  SHOW(cudaStreamSynchronize(stream));
  int values[2] = {};
  MUST(cudaMemcpy(&values[0], p, 4, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(&values[1], q, 4, cudaMemcpyDeviceToHost));
  show_row("values", {values[0], values[1]});
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, p));
  show_truth("device memory", attributes.type == cudaMemoryTypeDevice && attributes.device == 0);
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(q, stream));
  bool aligned = true;
  for (std::size_t bytes : {1, 3, 255, 257, 100000}) {
    MUST(cudaMallocAsync(&p, bytes, stream));
    MUST(cudaMemsetAsync(p, 1, bytes, stream));
    aligned = aligned && reinterpret_cast<std::uintptr_t>(p) % 256 == 0;
  }
  show_truth("aligned to 256 bytes", aligned);
  SHOW(cudaMallocAsync(&p, 64, nullptr));
  SHOW(cudaMallocAsync(&p, 64, cudaStreamLegacy));
  SHOW(cudaMallocAsync(&p, 64, cudaStreamPerThread));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMallocAsync(&p, 0, stream));
  show_truth("no bytes: null", p == nullptr);
  std::printf("refused\n");
  SHOW(cudaMallocAsync(static_cast<void **>(nullptr), 64, stream));
  SHOW(cudaMallocAsync(&p, std::size_t(1) << 60, stream));
  show_last_error("after refused calls");
  SHOW(cudaStreamSynchronize(stream));
  show_while_busy("busy", stream, [&] { return cudaMallocAsync(&p, 64, stream); });
  show_captured("64 bytes", [&](cudaStream_t s) { return cudaMallocAsync(&p, 64, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMallocAsync(&p, 0, s); });
  show_captured("elsewhere", [&](cudaStream_t) { return cudaMallocAsync(&p, 64, stream); });
}
