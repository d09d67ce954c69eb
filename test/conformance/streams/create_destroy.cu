// SPDX-License-Identifier: Apache-2.0
// Creating and destroying streams: arguments that are refused, handles that cannot be destroyed.
#include "../gate.h"

int main() {
  cudaStream_t stream = nullptr;
  SHOW(cudaStreamCreate(nullptr));
  SHOW(cudaStreamCreateWithFlags(nullptr, cudaStreamNonBlocking));
  SHOW(cudaStreamCreateWithPriority(nullptr, cudaStreamDefault, 0));
  SHOW(cudaStreamCreateWithFlags(&stream, 2));
  SHOW(cudaStreamCreateWithFlags(&stream, 0xff));
  show_truth("handle untouched", stream == nullptr);
  SHOW(cudaStreamDestroy(nullptr));
  SHOW(cudaStreamDestroy(cudaStreamLegacy));
  SHOW(cudaStreamDestroy(cudaStreamPerThread));
  show_last_error("after destroys");
  SHOW(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  unsigned flags = 77;
  SHOW(cudaStreamGetFlags(stream, &flags));
  show_value("flags", flags);
  SHOW(cudaStreamGetFlags(stream, nullptr));
  SHOW(cudaStreamGetPriority(stream, nullptr));
  SHOW(cudaStreamGetId(stream, nullptr));
  SHOW(cudaStreamDestroy(stream));
}
