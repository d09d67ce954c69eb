// SPDX-License-Identifier: Apache-2.0
// cudaFreeArray: null, arrays of each shape, a level of a mipmapped one, memory comes back, waiting, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  SHOW(cudaFreeArray(nullptr));
  const auto format = cudaCreateChannelDesc<float4>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 64, 0));
  SHOW(cudaFreeArray(array));
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 8, 12), cudaArrayLayered | cudaArrayCubemap));
  SHOW(cudaFreeArray(array));
  std::printf("again and again\n");
  for (int i = 0; i < 200; ++i) {
    MUST(cudaMallocArray(&array, &format, 1024, 1024));  // 16 MiB
    MUST(cudaFreeArray(array));
  }
  show_truth("done", true);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeArray(nullptr); });
  MUST(cudaMallocArray(&array, &format, 64, 64));
  show_while_busy("an array", stream, [&] { return cudaFreeArray(array); });
  MUST(cudaMallocArray(&array, &format, 64, 64));
  show_captured("null", [](cudaStream_t) { return cudaFreeArray(nullptr); });
  bool refused = false;
  show_captured("an array", [&](cudaStream_t) {
    // Freed once at most.
    if (array == nullptr) return cudaErrorUnknown;
    cudaError_t error = cudaFreeArray(array);
    refused = refused || error != cudaSuccess;
    if (error == cudaSuccess) array = nullptr;
    return error;
  });
  show_truth("refused once", refused);
}
