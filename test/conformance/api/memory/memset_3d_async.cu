// SPDX-License-Identifier: Apache-2.0
// cudaMemset3DAsync: boxes in stream order, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(16), b(16);
  auto box = make_cudaPitchedPtr(a.get(), 4, 4, 2);
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemset3DAsync(box, 0, make_cudaExtent(3, 2, 2), stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 2), stream));
    SHOW(cudaMemset3DAsync(box, 2, make_cudaExtent(2, 1, 2), stream));
    MUST(cudaMemcpyAsync(b, a, 16, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemset3DAsync(box, 3, make_cudaExtent(4, 2, 2), stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2)));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2), cudaStreamPerThread));
  auto nowhere = make_cudaPitchedPtr(nullptr, 4, 4, 2);
  SHOW(cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 0), stream));
  std::printf("refused\n");
  SHOW(cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(make_cudaPitchedPtr(a.get(), 2, 4, 2), 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(make_cudaPitchedPtr(a.get(), 4, 4, 1), 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, std::size_t(1) << 40), stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2), stream); });
  show_captured("one slice", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 1), s); });
  show_captured("two slices", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 2), s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(0, 2, 2), s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 2), s); });
}
