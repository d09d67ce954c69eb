// SPDX-License-Identifier: Apache-2.0
// The per-thread stream's work survives its thread, and the legacy stream still waits for it.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  Gate *gate = nullptr;
  std::thread([&] {
    gate = new Gate(cudaStreamPerThread);
    put<<<1, 1, 0, cudaStreamPerThread>>>(word, 7);
  }).join();
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamQuery(cudaStreamPerThread));
  gate->open();
  SHOW(cudaStreamSynchronize(nullptr));
  show_value("word", word.read()[0]);
  delete gate;
}
