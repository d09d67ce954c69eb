// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Each device has default streams of its own: work of one does not order work of the other.
#include "peers.h"

int main() {
  need_two_devices();
  prepare_gates_on_both();
  int *one = memory_on(1, 16, 4);
  cudaStream_t blocking[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreate(&blocking[device]));
  }
  MUST(cudaSetDevice(0));
  unsigned long long ids[4] = {};
  MUST(cudaStreamGetId(nullptr, &ids[0]));
  MUST(cudaStreamGetId(cudaStreamPerThread, &ids[1]));
  {
    Gate gate(nullptr);
    SHOW(cudaStreamQuery(blocking[0]));
    MUST(cudaMemsetAsync(one, 0, 4, blocking[1]));
    SHOW(cudaStreamSynchronize(blocking[1]));
    MUST(cudaSetDevice(1));
    MUST(cudaStreamGetId(nullptr, &ids[2]));
    MUST(cudaStreamGetId(cudaStreamPerThread, &ids[3]));
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaMemset(one, 0, 4));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    SHOW(cudaStreamSynchronize(blocking[1]));
    MUST(cudaSetDevice(0));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaDeviceSynchronize());
  }
  show_truth("four different streams", ids[0] != ids[1] && ids[0] != ids[2] && ids[0] != ids[3] && ids[1] != ids[2] &&
                                           ids[1] != ids[3] && ids[2] != ids[3]);
  {
    Gate gate(blocking[0]);
    MUST(cudaSetDevice(1));
    SHOW(cudaStreamQuery(nullptr));
    int *memory = nullptr;
    SHOW(cudaMalloc(&memory, 64));
    show_value("it works meanwhile", read_one(one));
    gate.open();
    SHOW(cudaFree(memory));
  }
  MUST(cudaSetDevice(0));
  MUST(cudaDeviceSynchronize());
}
