// SPDX-License-Identifier: Apache-2.0
// cudaMemset2D: rows with a pitch, what lies between them is left alone, what is refused, captures.
#include "../../capturing.h"

CASES() {
  DeviceArray<unsigned char> a(16);
  auto fill = [&](const char *what, cudaError_t error) {
    auto bytes = a.read();
    show(what, error);
    show_row("  bytes", std::vector<int>(bytes.begin(), bytes.end()));
    MUST(cudaMemset(a, 0, 16));
    cudaGetLastError();
  };
  fill("2 by 4, pitch 4", cudaMemset2D(a, 4, 0x105, 2, 4));
  fill("2 by 3, pitch 4, second column", cudaMemset2D(a.get() + 1, 4, 6, 2, 3));
  fill("rows side by side", cudaMemset2D(a, 4, 7, 4, 4));
  fill("one row, pitch 4", cudaMemset2D(a, 4, 7, 4, 1));
  fill("one row wider than the pitch", cudaMemset2D(a, 4, 7, 8, 1));
  fill("one column, pitch 5", cudaMemset2D(a, 5, 8, 1, 4));
  fill("no width", cudaMemset2D(a, 4, 7, 0, 4));
  fill("no rows", cudaMemset2D(a, 4, 7, 4, 0));
  std::printf("refused\n");
  static unsigned char pageable[16];
  SHOW(cudaMemset2D(a, 3, 7, 4, 4));
  SHOW(cudaMemset2D(a, 0, 7, 4, 2));
  SHOW(cudaMemset2D(nullptr, 4, 7, 4, 4));
  SHOW(cudaMemset2D(nullptr, 4, 7, 4, 0));
  SHOW(cudaMemset2D(pageable, 4, 7, 4, 4));
  SHOW(cudaMemset2D(a, std::size_t(1) << 40, 7, 4, 4));
  SHOW(cudaMemset2D(a, 4, 7, 4, std::size_t(1) << 40));
  show_last_error("after refused calls");
  show_captured("4 rows", [&](cudaStream_t) { return cudaMemset2D(a, 4, 1, 2, 4); });
  show_captured("pitch too small", [&](cudaStream_t) { return cudaMemset2D(a, 1, 1, 2, 4); });
}
