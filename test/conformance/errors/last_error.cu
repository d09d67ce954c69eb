// SPDX-License-Identifier: Apache-2.0
// The last error: set by failures, kept by successes, replaced by newer failures, one for each thread.
#include "../transcript.h"

int main() {
  show_last_error("at the start");
  void *p = nullptr;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaMemset(nullptr, 0, 16));
  SHOW(cudaMemset(p, 0, 16));
  std::printf("peek: %s\n", name_of(cudaPeekAtLastError()));
  std::printf("peek: %s\n", name_of(cudaPeekAtLastError()));
  show_last_error("after a failure and a success");
  show_last_error("when asked again");
  SHOW(cudaMemset(nullptr, 0, 16));
  SHOW(cudaSetDevice(1000));
  show_last_error("after two failures");
  SHOW(cudaStreamDestroy(nullptr));
  std::thread([] { show_last_error("in a new thread"); }).join();
  show_last_error("in this thread");
  std::thread([] {
    SHOW(cudaSetDevice(-1));
    show_last_error("in the thread that failed");
  }).join();
  show_last_error("in this thread");
  SHOW(cudaFree(p));
}
