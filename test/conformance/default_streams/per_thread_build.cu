// SPDX-License-Identifier: Apache-2.0
// flags: --default-stream per-thread
// Compiled so that stream 0 is the calling thread's own: two threads do not wait for each other, legacy waits for both.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  DeviceArray<int> word(2);
  put<<<1, 1>>>(word, 0);
  put<<<1, 1, 0, cudaStreamLegacy>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  unsigned long long zero, mine, legacy;
  MUST(cudaStreamGetId(nullptr, &zero));
  MUST(cudaStreamGetId(cudaStreamPerThread, &mine));
  MUST(cudaStreamGetId(cudaStreamLegacy, &legacy));
  show_truth("stream 0 is the per-thread stream", zero == mine);
  show_truth("stream 0 is the legacy stream", zero == legacy);
  {
    Gate gate(nullptr);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamQuery(cudaStreamPerThread));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    std::thread([&] {
      put<<<1, 1>>>(word, 5);
      SHOW(cudaStreamSynchronize(nullptr));
      int value = 0;
      SHOW(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost));
      show_value("word read by the other thread", value);
    }).join();
    put<<<1, 1, 0, cudaStreamLegacy>>>(word + 1, 6);
    SHOW(cudaStreamQuery(cudaStreamLegacy));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
