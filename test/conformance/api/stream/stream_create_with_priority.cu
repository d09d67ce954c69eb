// SPDX-License-Identifier: Apache-2.0
// cudaStreamCreateWithPriority: priorities are clamped to the device's range, flags checked.
#include "../../transcript.h"

#include <climits>

CASES() {
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream = nullptr;
  SHOW(cudaStreamCreateWithPriority(nullptr, cudaStreamDefault, 0));
  SHOW(cudaStreamCreateWithPriority(&stream, 2, 0));
  show_truth("untouched", stream == nullptr);
  for (int wanted : {INT_MIN, greatest - 1, greatest, greatest + 1, least, least + 1, INT_MAX}) {
    int priority = 77;
    unsigned flags = 77;
    MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, wanted));
    MUST(cudaStreamGetPriority(stream, &priority));
    MUST(cudaStreamGetFlags(stream, &flags));
    show_truth("clamped", priority == (wanted < greatest ? greatest : wanted > least ? least : wanted));
    show_value("flags", flags);
    MUST(cudaStreamDestroy(stream));
  }
}
