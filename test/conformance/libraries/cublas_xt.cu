// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLASXt on one device.
#include <cublasXt.h>

#include <limits>

#include "../cases.h"
#include "blas_values.h"

// Devices, size of tiles, pinning: what is kept, what is refused.
CASE(cublas_xt_settings) {
  cublasXtHandle_t xt = nullptr;
  STATUS(cublasXtCreate(nullptr));
  STATUS(cublasXtDestroy(nullptr));
  STATUS(cublasXtCreate(&xt));
  int value = 77;
  STATUS(cublasXtGetBlockDim(xt, &value));
  show_value("block dimension", value);
  STATUS(cublasXtGetBlockDim(nullptr, &value));
  STATUS(cublasXtGetBlockDim(xt, nullptr));
  for (int size : {1, 64, 1000, 0, -1, 1 << 30}) {
    std::printf("block dimension %d: %s", size, cublasGetStatusName(cublasXtSetBlockDim(xt, size)));
    std::printf(" %s", cublasGetStatusName(cublasXtGetBlockDim(xt, &value)));
    std::printf(" %d\n", value);
  }
  STATUS(cublasXtSetBlockDim(nullptr, 64));
  cublasXtPinnedMemMode_t mode = static_cast<cublasXtPinnedMemMode_t>(77);
  STATUS(cublasXtGetPinningMemMode(xt, &mode));
  show_value("pinning", mode);
  STATUS(cublasXtGetPinningMemMode(nullptr, &mode));
  STATUS(cublasXtGetPinningMemMode(xt, nullptr));
  STATUS(cublasXtSetPinningMemMode(xt, CUBLASXT_PINNING_ENABLED));
  STATUS(cublasXtGetPinningMemMode(xt, &mode));
  show_value("pinning", mode);
  STATUS(cublasXtSetPinningMemMode(xt, static_cast<cublasXtPinnedMemMode_t>(7)));
  STATUS(cublasXtGetPinningMemMode(xt, &mode));
  show_value("pinning", mode);
  STATUS(cublasXtSetPinningMemMode(nullptr, CUBLASXT_PINNING_DISABLED));
  int boards = 77;
  int first[] = {0};
  STATUS(cublasXtMaxBoards(&boards));
  show_truth("boards", boards >= 1);
  NEED(cublasXtDestroy(xt));
}

// Routines with wrong arguments, without elements, with factors of zero, in place, on memory of host and device.
CASE(cublas_xt_refused) {
  cublasXtHandle_t xt;
  NEED(cublasXtCreate(&xt));
  int devices[] = {0};
  NEED(cublasXtDeviceSelect(xt, 1, devices));
  NEED(cublasXtSetBlockDim(xt, 2));
  std::vector<float> va = numbers<float>(64, 1), vb = numbers<float>(64, 2), vc = numbers<float>(64, 3);
  float *a = va.data(), *b = vb.data(), *c = vc.data();
  const float one = 1, zero = 0;
  constexpr auto N = CUBLAS_OP_N;
  constexpr auto T = CUBLAS_OP_T;
  constexpr auto L = CUBLAS_FILL_MODE_LOWER;
  constexpr auto U = CUBLAS_DIAG_UNIT;
  constexpr auto left = CUBLAS_SIDE_LEFT;
  const auto bad_op = static_cast<cublasOperation_t>(9);
  const auto bad_fill = static_cast<cublasFillMode_t>(9);
  const auto bad_side = static_cast<cublasSideMode_t>(9);
  const auto bad_diag = static_cast<cublasDiagType_t>(9);
  STATUS(cublasXtSgemm(nullptr, N, N, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, bad_op, N, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, bad_op, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 3, 2, 2, &one, a, 2, b, 2, &one, c, 3));
  STATUS(cublasXtSgemm(xt, N, N, 2, 2, 3, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 3, 2, 2, &one, a, 3, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, T, N, 2, 2, 3, &one, a, 2, b, 3, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 0, 2, 2, &one, a, 1, b, 2, &one, c, 1));
  STATUS(cublasXtSgemm(xt, N, N, 2, 0, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 2, 2, 2, nullptr, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 2, 2, 2, &one, a, 2, b, 2, nullptr, c, 2));
  STATUS(cublasXtSgemm(xt, N, N, 0, 0, 0, nullptr, nullptr, 1, nullptr, 1, nullptr, nullptr, 1));
  STATUS(cublasXtSgemm(xt, N, N, 0, 0, 0, &one, nullptr, 0, nullptr, 0, &one, nullptr, 0));
  print_row("c", vc);
  const float factor = 3, nan = std::numeric_limits<float>::quiet_NaN();
  STATUS(cublasXtSgemm(xt, N, N, 3, 2, 0, &one, a, 3, b, 3, &factor, c, 3));
  print_row("no sums", vc);
  vc[1] = nan;
  STATUS(cublasXtSgemm(xt, N, N, 3, 2, 2, &one, a, 3, b, 3, &zero, c, 3));
  print_row("beta 0 over NaN", vc);
  std::vector<float> vn(64, nan);
  STATUS(cublasXtSgemm(xt, N, N, 3, 2, 2, &zero, vn.data(), 3, vn.data(), 3, &one, c, 3));
  print_row("alpha 0 of NaN", vc);
  STATUS(cublasXtSsyrk(nullptr, L, N, 2, 2, &one, a, 2, &one, c, 2));
  STATUS(cublasXtSsyrk(xt, bad_fill, N, 2, 2, &one, a, 2, &one, c, 2));
  STATUS(cublasXtSsyrk(xt, L, bad_op, 2, 2, &one, a, 2, &one, c, 2));
  STATUS(cublasXtSsyrk(xt, L, N, 3, 2, &one, a, 2, &one, c, 3));
  STATUS(cublasXtSsyrk(xt, L, N, 3, 2, &one, a, 3, &one, c, 2));
  STATUS(cublasXtSsyrk(xt, L, N, 0, 2, &one, a, 3, &one, c, 3));
  STATUS(cublasXtSsyr2k(xt, L, N, 3, 2, &one, a, 3, b, 2, &one, c, 3));
  STATUS(cublasXtSsyrkx(xt, L, N, 3, 2, &one, a, 3, b, 2, &one, c, 3));
  STATUS(cublasXtSsymm(xt, bad_side, L, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSsymm(xt, left, bad_fill, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasXtSsymm(xt, left, L, 3, 2, &one, a, 2, b, 3, &one, c, 3));
  STATUS(cublasXtSsymm(xt, left, L, 0, 2, &one, a, 2, b, 3, &one, c, 3));
  STATUS(cublasXtSspmm(xt, left, L, 3, 2, &one, a, b, 2, &one, c, 3));
  STATUS(cublasXtSspmm(xt, bad_side, L, 3, 2, &one, a, b, 3, &one, c, 3));
  STATUS(cublasXtStrsm(xt, bad_side, L, N, U, 2, 2, &one, a, 2, b, 2));
  STATUS(cublasXtStrsm(xt, left, bad_fill, N, U, 2, 2, &one, a, 2, b, 2));
  STATUS(cublasXtStrsm(xt, left, L, bad_op, U, 2, 2, &one, a, 2, b, 2));
  STATUS(cublasXtStrsm(xt, left, L, N, bad_diag, 2, 2, &one, a, 2, b, 2));
  STATUS(cublasXtStrsm(xt, left, L, N, U, 3, 2, &one, a, 2, b, 3));
  STATUS(cublasXtStrsm(xt, left, L, N, U, 0, 2, &one, a, 2, b, 3));
  STATUS(cublasXtStrmm(xt, left, L, N, U, 3, 2, &one, a, 2, b, 3, c, 3));
  STATUS(cublasXtStrmm(xt, left, L, N, bad_diag, 3, 2, &one, a, 3, b, 3, c, 3));
  STATUS(cublasXtStrmm(xt, left, L, N, U, 3, 2, &one, a, 3, b, 3, c, 2));
  STATUS(cublasXtStrmm(xt, left, L, N, U, 3, 3, &one, a, 3, b, 3, b, 3));
  print_row("trmm in place", vb);
  // Scalars in device memory are not taken; mixed places are.
  DeviceArray<float> da(va), dc(vc);
  STATUS(cublasXtSgemm(xt, N, N, 3, 3, 3, &one, da, 3, b, 3, &zero, dc, 3));
  print_row("host and device", dc.read());
  // Some with tiles larger than the matrices.
  NEED(cublasXtSetBlockDim(xt, 2048));
  STATUS(cublasXtSgemm(xt, N, T, 3, 3, 3, &one, a, 4, b, 5, &zero, c, 3));
  print_row("one tile", vc);
  NEED(cublasXtSetPinningMemMode(xt, CUBLASXT_PINNING_ENABLED));
  STATUS(cublasXtSgemm(xt, N, T, 3, 3, 3, &one, a, 4, b, 5, &one, c, 3));
  print_row("pinned", vc);
  show_last_error("at the end");
  NEED(cublasXtDestroy(xt));
}
