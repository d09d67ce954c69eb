// SPDX-License-Identifier: Apache-2.0
// cudaEventCreate: a null pointer; an event that tells time, ready before its first record, new each time.
#include "../../capturing.h"

static void inside(void *) {
  cudaEvent_t event = nullptr;
  SHOW(cudaEventCreate(&event));
  show_truth("untouched", event == nullptr);
}

CASES() {
  SHOW(cudaEventCreate(nullptr));
  show_last_error("after a null pointer");
  cudaEvent_t first = nullptr, second = nullptr;
  SHOW(cudaEventCreate(&first));
  std::thread([&] { SHOW(cudaEventCreate(&second)); }).join();
  show_truth("two events", first != nullptr && second != nullptr && first != second);
  SHOW(cudaEventQuery(first));
  SHOW(cudaEventSynchronize(first));
  SHOW(cudaEventRecord(first, nullptr));
  SHOW(cudaEventRecord(second, nullptr));
  SHOW(cudaEventSynchronize(second));
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, first, second));
  show_truth("a time", ms >= 0);
  SHOW(cudaEventDestroy(first));
  SHOW(cudaEventDestroy(second));
  show_while_capturing("created", [] {
    cudaEvent_t event;
    const cudaError_t error = cudaEventCreate(&event);
    if (error == cudaSuccess) MUST(cudaEventDestroy(event));
    return error;
  });
  std::vector<cudaEvent_t> many(1000);
  for (auto &event : many) MUST(cudaEventCreate(&event));
  for (auto &event : many) MUST(cudaEventDestroy(event));
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
