// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Which peer copies wait on the host, and what orders them: a gate holds a stream of one device or the other.
#include "peers.h"

static void is_idle(const char *what, cudaStream_t stream) {
  std::printf("%s: %s\n", what, name_of(cudaStreamQuery(stream)));
  std::fflush(stdout);
}

int main() {
  need_two_devices();
  prepare_gates_on_both();
  const std::size_t bytes = 1 << 20;
  int *zero = memory_on(0, 1 << 18, 1), *one = memory_on(1, 1 << 18, 2);
  cudaStream_t streams[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreate(&streams[device]));
  }
  for (int current = 0; current < 2; ++current) {
    MUST(cudaSetDevice(current));
    for (int busy = 0; busy < 2; ++busy) {
      std::printf("-- current %d, busy %d\n", current, busy);
      MUST(cudaSetDevice(busy));
      cudaGetLastError();
      {
        Gate gate(streams[busy]);
        MUST(cudaSetDevice(current));
        SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, bytes, streams[1 - busy]));
        SHOW(cudaStreamSynchronize(streams[1 - busy]));
        is_idle("busy stream", streams[busy]);
        SHOW(cudaMemcpyPeerAsync(one, 1, zero, 0, bytes, streams[busy]));
        is_idle("busy stream", streams[busy]);
        gate.open();
      }
      MUST(cudaStreamSynchronize(streams[0]));
      MUST(cudaStreamSynchronize(streams[1]));
    }
  }
  MUST(cudaSetDevice(0));
  show_last_error("so far");
  show_while_busy("peer copy, own device busy", streams[0], [&] { return cudaMemcpyPeer(one, 1, zero, 0, bytes); });
  MUST(cudaSetDevice(1));
  show_while_busy("peer copy, own device 1 busy", streams[1], [&] { return cudaMemcpyPeer(one, 1, zero, 0, bytes); });
  show_while_busy("peer copy, other device busy", streams[1], [&] {
    MUST(cudaSetDevice(0));
    return cudaMemcpyPeer(one, 1, zero, 0, bytes);
  });
}
