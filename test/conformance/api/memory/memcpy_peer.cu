// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyPeer: between memories of one device, device numbers, which memories are refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4);
  int *pinned, *managed, host[4] = {};
  MUST(cudaMallocHost(&pinned, 16));
  MUST(cudaMallocManaged(&managed, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = managed[i] = 10 * i;
  SHOW(cudaMemcpyPeer(b, 0, a, 0, 16));
  show_row("b", b.read());
  SHOW(cudaMemcpyPeer(b.get() + 1, 0, a, 0, 4));
  show_row("b", b.read());
  SHOW(cudaMemcpyPeer(a, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, managed, 0, 16));
  show_row("b", b.read());
  std::printf("refused\n");
  for (int device : {-1, 1000}) {
    SHOW(cudaMemcpyPeer(b, device, a, 0, 16));
    SHOW(cudaMemcpyPeer(b, 0, a, device, 16));
    SHOW(cudaMemcpyPeer(b, device, a, 0, 0));
  }
  SHOW(cudaMemcpyPeer(nullptr, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, nullptr, 0, 16));
  SHOW(cudaMemcpyPeer(nullptr, 0, nullptr, 0, 0));
  SHOW(cudaMemcpyPeer(host, 0, a, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, host, 0, 16));
  SHOW(cudaMemcpyPeer(b, 0, a, 0, std::size_t(1) << 40));
  show_last_error("after refused calls");
  std::printf("pinned\n");
  SHOW(cudaMemcpyPeer(b, 0, pinned, 0, 16));
  SHOW(cudaMemcpyPeer(pinned, 0, a, 0, 16));
  cudaGetLastError();

  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  show_while_busy("busy", blocking, [&] { return cudaMemcpyPeer(b, 0, a, 0, 16); });
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyPeer(b, 0, a, 0, 16); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemcpyPeer(b, 0, a, 0, 0); });
}
