// SPDX-License-Identifier: Apache-2.0
// Blocking streams and the legacy stream in turn: each legacy operation separates what came before from what follows.
#include "../transcript.h"

__global__ void check(const int *words, int n, int expected, int *wrong) {
  for (int i = 0; i < n; ++i)
    if (static_cast<const volatile int *>(words)[i] != expected) atomicAdd(wrong, 1);
}
__global__ void put(int *where, int value) {
  for (int i = 0; i < 100; ++i) *static_cast<volatile int *>(where) = value;
}

int main() {
  constexpr int kStreams = 6;
  DeviceArray<int> words(kStreams), wrong(1);
  std::vector<cudaStream_t> streams(kStreams);
  for (auto &s : streams) MUST(cudaStreamCreate(&s));
  for (int round = 1; round <= 50; ++round) {
    for (int i = 0; i < kStreams; ++i) put<<<1, 1, 0, streams[i]>>>(words + i, round);
    check<<<1, 1>>>(words, kStreams, round, wrong);
  }
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", wrong.read()[0]);
}
