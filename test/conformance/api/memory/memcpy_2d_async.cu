// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DAsync: rows with pitches in stream order, what is refused, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *pinned, host[16] = {};
  MUST(cudaMallocHost(&pinned, 64));
  for (int i = 0; i < 16; ++i) pinned[i] = i + 1;
  DeviceArray<int> a(16), b(16);
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpy2DAsync(b.get() + 2, 16, a, 16, 8, 3, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(host, 8, b.get() + 1, 16, 8, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("a", a.read());
  show_row("b", b.read());
  show_row("host", std::vector<int>(host, host + 16));
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyDefault, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DAsync(a, 16, b, 16, 8, 4, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DAsync(a, 4, b, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, b, 4, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(nullptr, 16, b, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, nullptr, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, host, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(nullptr, 0, nullptr, 0, 8, 0, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("pinned to device", stream,
                  [&] { return cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice, stream); });
  show_while_busy("device to pinned", stream,
                  [&] { return cudaMemcpy2DAsync(pinned, 16, a, 16, 8, 4, cudaMemcpyDeviceToHost, stream); });
  show_while_busy("device to device", stream,
                  [&] { return cudaMemcpy2DAsync(b, 16, a, 16, 8, 4, cudaMemcpyDeviceToDevice, stream); });
  show_captured("rows", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 16, a, 16, 8, 4, cudaMemcpyDeviceToDevice, s);
  });
  show_captured("nothing", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 16, a, 16, 0, 4, cudaMemcpyDeviceToDevice, s);
  });
  show_captured("bad pitch", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 4, a, 16, 8, 4, cudaMemcpyDeviceToDevice, s);
  });
}
