// SPDX-License-Identifier: Apache-2.0
// Elapsed time: who may be asked, in which order.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t start, end, untimed;
  MUST(cudaEventCreate(&start));
  MUST(cudaEventCreate(&end));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, start, end));
  MUST(cudaEventRecord(start, stream));
  MUST(cudaEventRecord(untimed, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaEventElapsedTime(&ms, start, end));
  SHOW(cudaEventElapsedTime(&ms, start, untimed));
  SHOW(cudaEventElapsedTime(nullptr, start, start));
  show_last_error("after bad questions");
  {
    Gate gate(stream);
    MUST(cudaEventRecord(end, stream));
    SHOW(cudaEventElapsedTime(&ms, start, end));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaEventElapsedTime(&ms, start, end));
  show_truth("at least 15 ms", ms >= 15);
  SHOW(cudaEventElapsedTime(&ms, end, start));
  show_truth("negative when asked backwards", ms <= -15);
  SHOW(cudaEventElapsedTime(&ms, start, start));
  show_truth("zero to itself", ms == 0);
  show_last_error("at the end");
}
