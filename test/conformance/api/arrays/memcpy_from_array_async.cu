// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyFromArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
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
  unsigned char *pinned;
  MUST(cudaMallocHost(&pinned, 48));
  std::memset(pinned, 0, 48);
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  const auto down = cudaMemcpyDeviceToHost;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpyFromArrayAsync(pinned + 16, array, 0, 0, 16, down, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpyFromArrayAsync(pinned + 16, array, 0, 0, 16, down, stream));
    MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpyFromArrayAsync(pinned + 32, array, 4, 0, 8, down, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("before and after", std::vector<unsigned char>(pinned + 16, pinned + 48), 8);
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 0, down, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyFromArrayAsync(pinned, nullptr, 0, 0, 16, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(nullptr, array, 0, 0, 16, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 20, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 2, 4, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, static_cast<cudaMemcpyKind>(9), stream));
  show_last_error("after refused calls");
  unsigned char pageable[16];
  show_while_busy("to pinned memory", stream,
                  [&] { return cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down, stream); });
  show_while_busy("to pageable memory", stream,
                  [&] { return cudaMemcpyFromArrayAsync(pageable, array, 0, 0, 16, down, stream); });
  show_captured("all of it", [&](cudaStream_t s) { return cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down, s); });
  show_captured("parts of two rows",
                [&](cudaStream_t s) { return cudaMemcpyFromArrayAsync(pinned, array, 4, 0, 8, down, s); });
}
