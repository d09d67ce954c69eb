// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetStreamPriorityRange: null pointers, and that streams get what the range promises.
#include "../../capturing.h"

CASES() {
  int least = 77, greatest = 77, priority = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(&least, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, &greatest));
  show_value("least", least);
  show_truth("greater priorities are lower numbers", greatest <= least);
  int supported = 77;
  MUST(cudaDeviceGetAttribute(&supported, cudaDevAttrStreamPrioritiesSupported, 0));
  show_truth("a range where the attribute says so", (greatest < least) == (supported != 0));
  for (int asked = least + 1; asked >= greatest - 1; --asked) {
    cudaStream_t stream;
    MUST(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, asked));
    MUST(cudaStreamGetPriority(stream, &priority));
    const int kept = asked > least ? least : asked < greatest ? greatest : asked;
    if (priority != kept) std::printf("asked %d, got %d\n", asked, priority);
    MUST(cudaStreamDestroy(stream));
  }
  show_while_capturing("range", [&] { return cudaDeviceGetStreamPriorityRange(&least, &greatest); });
  show_last_error("at the end");
}
