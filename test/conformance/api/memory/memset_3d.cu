// SPDX-License-Identifier: Apache-2.0
// cudaMemset3D: boxes in pitched memory, what lies around them is left alone, what is refused, captures.
#include "../../capturing.h"

CASES() {
  DeviceArray<unsigned char> a(24);
  // Rows of 4 bytes, slices of 3 rows.
  auto box = make_cudaPitchedPtr(a.get(), 4, 4, 3);
  auto fill = [&](const char *what, cudaError_t error) {
    auto bytes = a.read();
    show(what, error);
    show_row("  bytes", std::vector<int>(bytes.begin(), bytes.end()));
    MUST(cudaMemset(a, 0, 24));
    cudaGetLastError();
  };
  fill("whole", cudaMemset3D(box, 0x105, make_cudaExtent(4, 3, 2)));
  fill("2 by 2 by 2", cudaMemset3D(box, 6, make_cudaExtent(2, 2, 2)));
  fill("one slice", cudaMemset3D(box, 7, make_cudaExtent(3, 3, 1)));
  fill("one row, second slice", cudaMemset3D(make_cudaPitchedPtr(a.get() + 12, 4, 4, 3), 8, make_cudaExtent(4, 1, 1)));
  fill("one byte of each slice", cudaMemset3D(box, 9, make_cudaExtent(1, 1, 2)));
  fill("no width", cudaMemset3D(box, 1, make_cudaExtent(0, 3, 2)));
  fill("no height", cudaMemset3D(box, 1, make_cudaExtent(4, 0, 2)));
  fill("no depth", cudaMemset3D(box, 1, make_cudaExtent(4, 3, 0)));
  std::printf("from cudaMalloc3D\n");
  cudaPitchedPtr made;
  MUST(cudaMalloc3D(&made, make_cudaExtent(10, 3, 2)));
  SHOW(cudaMemset3D(made, 5, make_cudaExtent(10, 3, 2)));
  unsigned char last = 0;
  MUST(cudaMemcpy(&last, static_cast<unsigned char *>(made.ptr) + 5 * made.pitch + 9, 1, cudaMemcpyDeviceToHost));
  show_value("last byte", last);
  std::printf("refused\n");
  static unsigned char pageable[24];
  SHOW(cudaMemset3D(make_cudaPitchedPtr(nullptr, 4, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(nullptr, 4, 4, 3), 1, make_cudaExtent(0, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(a.get(), 3, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(a.get(), 4, 4, 2), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(pageable, 4, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(box, 1, make_cudaExtent(4, 3, std::size_t(1) << 40)));
  show_last_error("after refused calls");
  show_captured("whole", [&](cudaStream_t) { return cudaMemset3D(box, 1, make_cudaExtent(4, 3, 2)); });
}
