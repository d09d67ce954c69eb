// SPDX-License-Identifier: Apache-2.0
// Priorities outside the device's range are clamped.
#include "../transcript.h"

int main() {
  int least = 77, greatest = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  show_value("least", least);
  show_truth("greatest is at most least", greatest <= least);
  struct Case {
    const char *name;
    int wanted, expected;
  } cases[] = {{"far above", greatest - 100, greatest}, {"greatest", greatest, greatest}, {"least", least, least},
               {"far below", least + 100, least}};
  for (auto &c : cases) {
    cudaStream_t stream;
    int got = 77;
    std::printf("%s\n", c.name);
    SHOW(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, c.wanted));
    SHOW(cudaStreamGetPriority(stream, &got));
    show_truth("clamped as expected", got == c.expected);
    MUST(cudaStreamDestroy(stream));
  }
  for (cudaStream_t stream : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    int priority = 77;
    unsigned flags = 77;
    SHOW(cudaStreamGetPriority(stream, &priority));
    show_value("priority", priority);
    SHOW(cudaStreamGetFlags(stream, &flags));
    show_value("flags", flags);
  }
}
