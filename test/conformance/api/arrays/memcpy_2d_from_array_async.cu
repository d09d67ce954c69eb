// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DFromArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
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
  MUST(cudaMallocHost(&pinned, 48));
  std::memset(pinned, 0, 48);
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  const auto down = cudaMemcpyDeviceToHost;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpy2DFromArrayAsync(pinned + 16, 8, array, 0, 0, 8, 2, down, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpy2DFromArrayAsync(pinned + 16, 8, array, 0, 0, 8, 2, down, stream));
    MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpy2DFromArrayAsync(pinned + 32, 8, array, 4, 0, 4, 2, down, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("before and after", std::vector<unsigned char>(pinned + 16, pinned + 48), 8);
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 0, down, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, nullptr, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(nullptr, 8, array, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 4, array, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 4, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 1, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pageable, 8, array, 0, 0, 8, 2, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("to pinned memory", stream, [&] {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down, stream);
  });
  show_while_busy("to pageable memory", stream, [&] {
    return cudaMemcpy2DFromArrayAsync(pageable, 8, array, 0, 0, 8, 2, down, stream);
  });
  show_captured("to pinned memory", [&](cudaStream_t s) {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down, s);
  });
  show_captured("too high", [&](cudaStream_t s) {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 1, 8, 2, down, s);
  });
}
