// SPDX-License-Identifier: Apache-2.0
// cudaStreamCreate: a blocking stream of priority 0 on the current device; last error kept by success.
#include "../../transcript.h"

CASES() {
  SHOW(cudaStreamCreate(nullptr));
  cudaStream_t stream = nullptr, second = nullptr;
  SHOW(cudaStreamCreate(&stream));
  show_truth("a handle", stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread);
  show_last_error("from the refused call");
  unsigned flags = 77;
  int priority = 77, device = 77;
  SHOW(cudaStreamGetFlags(stream, &flags));
  SHOW(cudaStreamGetPriority(stream, &priority));
  SHOW(cudaStreamGetDevice(stream, &device));
  show_row("flags, priority, device", {int(flags), priority, device});
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamCreate(&second));
  show_truth("another handle", stream != second);
  SHOW(cudaStreamDestroy(second));
  SHOW(cudaStreamDestroy(stream));
}
