// SPDX-License-Identifier: Apache-2.0
// A chain of a hundred hops between two streams by events.
#include "../gate.h"

__global__ void hop(int *value, int expected, int *wrong) {
  if (*value != expected) *wrong += 1;
  *value = expected + 1;
}

int main() {
  prepare_gates();
  DeviceArray<int> value(1), wrong(1);
  cudaStream_t streams[2];
  for (auto &s : streams) MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  hop<<<1, 1, 0, streams[0]>>>(value, 0, wrong);
  MUST(cudaDeviceSynchronize());
  std::vector<cudaEvent_t> events(101);
  for (auto &e : events) MUST(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  Gate gate(streams[1]);
  for (int i = 1; i <= 100; ++i) {
    MUST(cudaEventRecord(events[i], streams[i % 2]));
    MUST(cudaStreamWaitEvent(streams[(i + 1) % 2], events[i], 0));
    hop<<<1, 1, 0, streams[(i + 1) % 2]>>>(value, i, wrong);
  }
  gate.open();
  SHOW(cudaDeviceSynchronize());
  show_value("value", value.read()[0]);
  show_value("wrong", wrong.read()[0]);
}
