// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyPeerAsync: between memories of one device, order in its stream, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4), c(4);
  int host[4] = {};
  MUST(cudaDeviceSynchronize());
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(c.get() + 2, 0, b, 0, 8, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("b", b.read());
  show_row("c", c.read());
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16));
  SHOW(cudaMemcpyPeerAsync(b, 0, a, 0, 16, cudaStreamPerThread));
  std::printf("refused\n");
  for (int device : {-1, 1000}) {
    SHOW(cudaMemcpyPeerAsync(b, device, a, 0, 16, stream));
    SHOW(cudaMemcpyPeerAsync(b, 0, a, device, 16, stream));
  }
  SHOW(cudaMemcpyPeerAsync(nullptr, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(b, 0, nullptr, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(nullptr, 0, nullptr, 0, 0, stream));
  SHOW(cudaMemcpyPeerAsync(host, 0, a, 0, 16, stream));
  SHOW(cudaMemcpyPeerAsync(b, 0, host, 0, 16, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemcpyPeerAsync(b, 0, a, 0, 16, stream); });
  show_captured("16 bytes", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 0, 16, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 0, 0, s); });
  show_captured("no destination", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(nullptr, 0, a, 0, 16, s); });
  show_captured("unknown device", [&](cudaStream_t s) { return cudaMemcpyPeerAsync(b, 0, a, 1000, 16, s); });
}
