// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DToArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto format = cudaCreateChannelDesc<uchar4>();  // 2 by 2 elements of 4 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  clear(array, 8, 2);
  unsigned char *pinned, pageable[16] = {};
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  DeviceArray<unsigned char> device(16);
  const auto up = cudaMemcpyHostToDevice;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, device, 8, 8, 2, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, stream));
    SHOW(cudaMemcpy2DToArrayAsync(array, 4, 1, device, 4, 4, 1, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemcpy2DToArrayAsync(array, 0, 1, pinned, 8, 4, 1, up, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 0, 2, up, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DToArrayAsync(nullptr, 0, 0, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, nullptr, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 4, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 4, 0, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 1, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pageable, 8, 8, 2, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] { return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, stream); });
  show_while_busy("device", stream, [&] {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, device, 8, 8, 2, cudaMemcpyDeviceToDevice, stream);
  });
  show_captured("pinned", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, s);
  });
  show_captured("nothing", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 0, 2, up, s);
  });
  show_captured("too wide", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 4, 0, pinned, 8, 8, 2, up, s);
  });
}
