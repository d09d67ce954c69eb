// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Peer copies: with and without access, device numbers that do not fit the pointers, host memory, nothing to copy.
#include "peers.h"

static const std::size_t kBytes = 64 * sizeof(int);

static void copies(const char *when, int *zero, int *one) {
  std::printf("-- %s\n", when);
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, kBytes));
  show_value("one", read_one(one));
  SHOW(cudaMemset(zero, 1, kBytes));
  SHOW(cudaMemcpyPeer(one, 0, zero, 1, kBytes));
  SHOW(cudaMemcpyPeer(one, 0, zero, 0, kBytes));
  SHOW(cudaMemcpyPeer(zero + 32, 0, zero, 0, kBytes / 2));
  show_value("zero", read_one(zero + 63));
  SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, kBytes, nullptr));
  SHOW(cudaDeviceSynchronize());
  show_value("one", read_one(one));
  SHOW(cudaMemcpy(zero, one, kBytes, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(zero, one, kBytes, cudaMemcpyDefault));
  SHOW(cudaMemcpyAsync(zero, one, kBytes, cudaMemcpyDefault, nullptr));
  SHOW(cudaDeviceSynchronize());
}

int main() {
  need_two_devices();
  int *zero = memory_on(0, 64, 3), *one = memory_on(1, 64, 4);
  copies("no access", zero, one);
  MUST(cudaSetDevice(1));
  copies("from device 1", zero, one);
  MUST(cudaDeviceEnablePeerAccess(0, 0));
  copies("from device 1 with access", zero, one);
  MUST(cudaSetDevice(0));
  std::printf("-- arguments\n");
  SHOW(cudaMemcpyPeer(one, 2, zero, 0, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, zero, -1, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, 0));
  SHOW(cudaMemcpyPeer(nullptr, 1, nullptr, 0, 0));
  SHOW(cudaMemcpyPeer(nullptr, 1, zero, 0, 4));
  SHOW(cudaMemcpyPeer(one, 1, nullptr, 0, 4));
  SHOW(cudaMemcpyPeer(one, 2, zero, 0, 0));
  SHOW(cudaMemcpyPeer(one, 1, zero, 0, kBytes + 4096 * 1024));
  int host[64] = {9};
  int *pinned = nullptr;
  MUST(cudaMallocHost(&pinned, kBytes));
  *pinned = 11;
  SHOW(cudaMemcpyPeer(one, 1, host, 0, kBytes));
  SHOW(cudaMemcpyPeer(one, 1, pinned, 0, kBytes));
  show_value("one", read_one(one));
  SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, kBytes, reinterpret_cast<cudaStream_t>(std::uintptr_t{2})));
  SHOW(cudaStreamSynchronize(cudaStreamPerThread));
}
