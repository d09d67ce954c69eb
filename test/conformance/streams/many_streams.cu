// SPDX-License-Identifier: Apache-2.0
// Two hundred streams with five operations each: none is lost, each keeps its order.
#include "../transcript.h"

__global__ void step(int *value, int factor, int addend) { *value = *value * factor + addend; }

int main() {
  constexpr int kStreams = 200;
  DeviceArray<int> values(kStreams);
  std::vector<cudaStream_t> streams(kStreams);
  for (auto &stream : streams) MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int round = 0; round < 5; ++round)
    for (int i = 0; i < kStreams; ++i) step<<<1, 1, 0, streams[i]>>>(values + i, 3, round + i);
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  auto got = values.read();
  for (int i = 0; i < kStreams; ++i) {
    int expected = 0;
    for (int round = 0; round < 5; ++round) expected = expected * 3 + round + i;
    wrong += got[i] != expected;
  }
  show_value("wrong", wrong);
  for (auto stream : streams) MUST(cudaStreamDestroy(stream));
}
