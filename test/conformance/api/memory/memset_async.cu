// SPDX-License-Identifier: Apache-2.0
// cudaMemsetAsync: in stream order, each kind of memory, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(4), b(4);
  {
    Gate gate(stream);
    SHOW(cudaMemsetAsync(a, 1, 4, stream));
    SHOW(cudaMemsetAsync(a.get() + 1, 0x302, 2, stream));
    MUST(cudaMemcpyAsync(b, a, 4, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemsetAsync(a, 9, 4, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  unsigned char *pinned, *managed;
  static unsigned char pageable[64];
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  pinned[63] = managed[63] = 0;
  SHOW(cudaMemsetAsync(pinned, 3, 64, stream));
  SHOW(cudaMemsetAsync(managed, 4, 64, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("pinned, managed", {pinned[63], managed[63]});
  SHOW(cudaMemsetAsync(a, 1, 4));
  SHOW(cudaMemsetAsync(a, 1, 4, cudaStreamPerThread));
  SHOW(cudaMemsetAsync(nullptr, 1, 0, stream));
  std::printf("refused\n");
  SHOW(cudaMemsetAsync(nullptr, 1, 4, stream));
  SHOW(cudaMemsetAsync(pageable, 1, 4, stream));
  SHOW(cudaMemsetAsync(a, 1, std::size_t(1) << 40, stream));
  show_last_error("after refused calls");
  show_while_busy("device memory", stream, [&] { return cudaMemsetAsync(a, 1, 4, stream); });
  show_while_busy("pinned memory", stream, [&] { return cudaMemsetAsync(pinned, 1, 4, stream); });
  show_while_busy("managed memory", stream, [&] { return cudaMemsetAsync(managed, 1, 4, stream); });
  show_captured("4 bytes", [&](cudaStream_t s) { return cudaMemsetAsync(a, 1, 4, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMemsetAsync(a, 1, 0, s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemsetAsync(nullptr, 1, 4, s); });
}
