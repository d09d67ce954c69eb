// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyToArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
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
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  DeviceArray<unsigned char> device(16);
  const auto up = cudaMemcpyHostToDevice;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpyToArrayAsync(array, 0, 0, device, 16, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, stream));
    SHOW(cudaMemcpyToArrayAsync(array, 4, 0, device, 4, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemcpyToArrayAsync(array, 0, 1, pinned, 4, cudaMemcpyDefault, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpyToArrayAsync(array, 4, 0, pinned, 8, up));
  SHOW(cudaDeviceSynchronize());
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, cudaStreamPerThread));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 0, up, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyToArrayAsync(nullptr, 0, 0, pinned, 16, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, nullptr, 16, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 20, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 2, pinned, 4, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, static_cast<cudaMemcpyKind>(9), stream));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, stream); });
  show_captured("all of it", [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, s); });
  show_captured("parts of two rows",
                [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 4, 0, pinned, 8, up, s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 0, up, s); });
}
