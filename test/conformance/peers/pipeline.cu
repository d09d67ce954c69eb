// SPDX-License-Identifier: Apache-2.0
// devices: 2
// A pipeline over both devices ordered by events only: kernel on 0, copy to 1, kernel on 1, host function, and back.
#include "peers.h"

__global__ void add(int *values, int amount) { values[threadIdx.x] += amount; }

static int seen = -1;
static void look(void *pinned) { seen = *static_cast<int *>(pinned); }

int main() {
  need_two_devices();
  prepare_gates_on_both();
  int *zero = memory_on(0, 32, 1), *one = memory_on(1, 32, 0);
  int *pinned = nullptr;
  MUST(cudaMallocHost(&pinned, 32 * sizeof(int)));
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int device = 1; device >= 0; --device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    MUST(cudaEventCreateWithFlags(&events[device], cudaEventDisableTiming));
    add<<<1, 32, 0, streams[device]>>>(device == 0 ? zero : one, 0);
    MUST(cudaDeviceSynchronize());
  }
  {
    Gate gate(streams[0]);
    for (int round = 0; round < 20; ++round) {
      MUST(cudaSetDevice(0));
      add<<<1, 32, 0, streams[0]>>>(zero, 1);
      MUST(cudaMemcpyPeerAsync(one, 1, zero, 0, 32 * sizeof(int), streams[0]));
      MUST(cudaEventRecord(events[0], streams[0]));
      MUST(cudaSetDevice(1));
      MUST(cudaStreamWaitEvent(streams[1], events[0], 0));
      add<<<1, 32, 0, streams[1]>>>(one, 10);
      MUST(cudaMemcpyAsync(pinned, one, 32 * sizeof(int), cudaMemcpyDeviceToHost, streams[1]));
      MUST(cudaLaunchHostFunc(streams[1], look, pinned));
      MUST(cudaMemcpyPeerAsync(zero, 0, one, 1, 32 * sizeof(int), streams[1]));
      MUST(cudaEventRecord(events[1], streams[1]));
      MUST(cudaSetDevice(0));
      MUST(cudaStreamWaitEvent(streams[0], events[1], 0));
    }
    show_value("nothing before the gate opens", seen);
    gate.open();
  }
  SHOW(cudaStreamSynchronize(streams[0]));
  SHOW(cudaStreamSynchronize(streams[1]));
  show_value("seen by the last host function", seen);
  show_value("on device 0", read_one(zero));
}
