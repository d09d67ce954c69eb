// SPDX-License-Identifier: Apache-2.0
// cudaExternalMemoryGetMappedBuffer: without memory there is no buffer, whatever is asked of it.
#include "../../capturing.h"

CASES() {
  MUST(cudaFree(nullptr));
  void *pointer = nullptr;
  cudaExternalMemoryBufferDesc description = {};
  description.size = 4096;
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  SHOW(cudaExternalMemoryGetMappedBuffer(nullptr, nullptr, &description));
  description.flags = 1;
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  description = {};
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  show_truth("untouched", pointer == nullptr);
  show_last_error("after refused calls");
  description.size = 4096;
  show_while_capturing("mapped", [&] { return cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description); });
}
