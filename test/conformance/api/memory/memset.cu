// SPDX-License-Identifier: Apache-2.0
// cudaMemset: the value's low byte, parts, each kind of memory, what is refused, which wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  DeviceArray<unsigned char> a(8);
  auto show_a = [&](const char *what) {
    auto bytes = a.read();
    show_row(what, std::vector<int>(bytes.begin(), bytes.end()));
  };
  SHOW(cudaMemset(a, 5, 8));
  show_a("5");
  SHOW(cudaMemset(a.get() + 1, 0x1234, 3));
  show_a("0x1234, a part");
  SHOW(cudaMemset(a.get() + 7, -1, 1));
  show_a("-1, the last byte");
  SHOW(cudaMemset(a, 9, 0));
  show_a("no bytes");
  unsigned char *pinned, *managed;
  static unsigned char pageable[64];
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  pinned[0] = managed[0] = 0;
  SHOW(cudaMemset(pinned, 3, 64));
  SHOW(cudaMemset(managed, 4, 64));
  SHOW(cudaDeviceSynchronize());
  show_row("pinned, managed", {pinned[63], managed[63]});
  std::printf("refused\n");
  SHOW(cudaMemset(nullptr, 0, 8));
  SHOW(cudaMemset(nullptr, 0, 0));
  SHOW(cudaMemset(pageable, 0, 64));
  SHOW(cudaMemset(pageable, 0, 0));
  SHOW(cudaMemset(a, 0, std::size_t(1) << 40));
  show_last_error("after refused calls");
  cudaStream_t blocking, other;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  show_while_busy("device memory", blocking, [&] { return cudaMemset(a, 1, 8); });
  show_while_busy("device memory, another stream busy", other, [&] { return cudaMemset(a, 1, 8); });
  show_while_busy("pinned memory", blocking, [&] { return cudaMemset(pinned, 1, 8); });
  show_captured("8 bytes", [&](cudaStream_t) { return cudaMemset(a, 1, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemset(a, 1, 0); });
  show_captured("null", [&](cudaStream_t) { return cudaMemset(nullptr, 1, 8); });
}
