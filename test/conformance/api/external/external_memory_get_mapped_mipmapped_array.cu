// SPDX-License-Identifier: Apache-2.0
// cudaExternalMemoryGetMappedMipmappedArray: without memory there is no array, whatever is asked of it.
#include "../../capturing.h"

CASES() {
  MUST(cudaFree(nullptr));
  cudaMipmappedArray_t array = nullptr;
  cudaExternalMemoryMipmappedArrayDesc description = {};
  description.formatDesc = cudaCreateChannelDesc<float>();
  description.extent = make_cudaExtent(16, 16, 0);
  description.numLevels = 1;
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  description.numLevels = 0;
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  description.numLevels = 1;
  description.extent = make_cudaExtent(0, 0, 0);
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  show_truth("untouched", array == nullptr);
  show_last_error("after refused calls");
  description.extent = make_cudaExtent(16, 16, 0);
  show_while_capturing("mapped",
                       [&] { return cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description); });
}
