// SPDX-License-Identifier: Apache-2.0
// cudaFreeMipmappedArray: null, with levels that were asked for, memory comes back, waiting, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  SHOW(cudaFreeMipmappedArray(nullptr));
  const auto format = cudaCreateChannelDesc<float4>();
  cudaMipmappedArray_t mipmap;
  cudaArray_t level;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 7));
  for (unsigned i = 0; i < 7; ++i) MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
  SHOW(cudaFreeMipmappedArray(mipmap));
  std::printf("again and again\n");
  for (int i = 0; i < 200; ++i) {
    MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(1024, 1024, 0), 2));  // 20 MiB
    MUST(cudaFreeMipmappedArray(mipmap));
  }
  show_truth("done", true);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeMipmappedArray(nullptr); });
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 2));
  show_while_busy("an array", stream, [&] { return cudaFreeMipmappedArray(mipmap); });
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 2));
  show_captured("null", [](cudaStream_t) { return cudaFreeMipmappedArray(nullptr); });
  show_captured("an array", [&](cudaStream_t) {
    // Freed once at most.
    if (mipmap == nullptr) return cudaErrorUnknown;
    cudaError_t error = cudaFreeMipmappedArray(mipmap);
    if (error == cudaSuccess) mipmap = nullptr;
    return error;
  });
}
