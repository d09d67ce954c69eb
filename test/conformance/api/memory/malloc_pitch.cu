// SPDX-License-Identifier: Apache-2.0
// cudaMallocPitch: the pitch holds a row and is aligned, every row can be used; empty sizes, refused arguments.
#include "../../capturing.h"

CASES() {
  for (std::size_t width : {1, 10, 100, 512, 513, 1000, 4096}) {
    unsigned char *rows;
    std::size_t pitch = 0;
    constexpr std::size_t kHeight = 5;
    cudaError_t error = cudaMallocPitch(&rows, &pitch, width, kHeight);
    std::printf("width %zu: %s", width, name_of(error));
    if (error == cudaSuccess) {
      std::printf(", the pitch %s a row, %s a multiple of 512", pitch >= width ? "holds" : "does not hold",
                  pitch % 512 == 0 ? "is" : "is not");
      for (std::size_t y = 0; y < kHeight; ++y) MUST(cudaMemset(rows + y * pitch, static_cast<int>(y) + 1, width));
      std::vector<unsigned char> back(width * kHeight);
      MUST(cudaMemcpy2D(back.data(), width, rows, pitch, width, kHeight, cudaMemcpyDeviceToHost));
      bool intact = true;
      for (std::size_t i = 0; i < back.size(); ++i) intact = intact && back[i] == i / width + 1;
      std::printf(", rows %s", intact ? "hold their values" : "are mixed up");
      MUST(cudaFree(rows));
    }
    std::printf("\n");
  }
  std::printf("empty\n");
  char here;
  void *p = &here;
  std::size_t pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, 0, 4));
  show_truth("null", p == nullptr);
  show_value("pitch", static_cast<long long>(pitch));
  p = &here;
  pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, 4, 0));
  show_truth("null", p == nullptr);
  show_value("pitch", static_cast<long long>(pitch));
  std::printf("refused\n");
  SHOW(cudaMallocPitch(static_cast<void **>(nullptr), &pitch, 16, 4));
  SHOW(cudaMallocPitch(&p, nullptr, 16, 4));
  p = &here;
  pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, std::size_t(1) << 60, 1));
  show_truth("null", p == nullptr);
  show_truth("pitch as before", pitch == 77);
  SHOW(cudaMallocPitch(&p, &pitch, 1 << 20, std::size_t(1) << 40));
  show_last_error("after refused calls");
  show_captured("16 by 4", [&](cudaStream_t) { return cudaMallocPitch(&p, &pitch, 16, 4); });
  show_captured("no rows", [&](cudaStream_t) { return cudaMallocPitch(&p, &pitch, 16, 0); });
}
