// SPDX-License-Identifier: Apache-2.0
// cudaMemset2DAsync: rows with a pitch in stream order, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(16), b(16);
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemset2DAsync(a, 4, 0, 3, 4, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemset2DAsync(a, 4, 1, 3, 4, stream));
    SHOW(cudaMemset2DAsync(a.get() + 5, 4, 2, 2, 2, stream));
    MUST(cudaMemcpyAsync(b, a, 16, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemset2DAsync(a, 8, 3, 8, 2, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, 4));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, 4, cudaStreamPerThread));
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 0, 4, stream));
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 4, 0, stream));
  std::printf("refused\n");
  static unsigned char pageable[16];
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 4, 4, stream));
  SHOW(cudaMemset2DAsync(a, 1, 1, 2, 4, stream));
  SHOW(cudaMemset2DAsync(pageable, 4, 1, 2, 4, stream));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, std::size_t(1) << 40, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemset2DAsync(a, 4, 1, 2, 4, stream); });
  show_captured("4 rows", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 4, 1, 2, 4, s); });
  show_captured("no rows", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 4, 1, 2, 0, s); });
  show_captured("pitch too small", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 1, 1, 2, 4, s); });
}
