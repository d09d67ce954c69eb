// SPDX-License-Identifier: Apache-2.0
// flags: -lcusparse
// cuSPARSE's incomplete factors, their zero pivots and boosts, solves with blocks, and systems of few diagonals.
#include "sparse_values.h"

static cusparseHandle_t handle;
static const std::vector<double> kMatrix = {4, -1, 0, 0, -1, 0,  //
                                            -1, 4, -1, 0, 0, 0,  //
                                            0, -1, 4, -1, 0, -1, //
                                            0, 0, -1, 4, -1, 0,  //
                                            -1, 0, 0, -1, 4, -1, //
                                            0, 0, -1, 0, -1, 4};

static void show_pivot(const char *what, cusparseStatus_t status, int position) {
  std::printf("%s: %s at %d\n", what, cusparseGetErrorName(status), position);
  std::fflush(stdout);
}

static void ilu(const char *what, std::vector<double> dense, int base, bool boosted) {
  std::printf("ilu, %s\n", what);
  const Csr host(6, 6, dense, base);
  const DeviceCsr a(host);
  const cusparseMatDescr_t descr = mat_descr(cusparseIndexBase_t(base));
  csrilu02Info_t info = nullptr;
  int size = 0, position = -7;
  SPARSE(cusparseCreateCsrilu02Info(&info));
  double tolerance = 1e-3, boost = 0.25;
  if (boosted) SPARSE(cusparseDcsrilu02_numericBoost(handle, info, 1, &tolerance, &boost));
  SPARSE(cusparseDcsrilu02_bufferSize(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, &size));
  DeviceArray<char> buffer(size + 1);
  SPARSE(cusparseDcsrilu02_analysis(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.get()));
  cusparseStatus_t status = cusparseXcsrilu02_zeroPivot(handle, info, &position);
  show_pivot("analysis", status, position);
  if (status == CUSPARSE_STATUS_ZERO_PIVOT) return;
  SPARSE(cusparseDcsrilu02(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.get()));
  position = -7;
  status = cusparseXcsrilu02_zeroPivot(handle, info, &position);
  show_pivot("factors", status, position);
  if (status == CUSPARSE_STATUS_SUCCESS) show_array("values", a.values);
  SPARSE(cusparseDestroyCsrilu02Info(info));
}

static void ic(const char *what, std::vector<double> dense) {
  std::printf("ic, %s\n", what);
  const DeviceCsr a(Csr(6, 6, dense));
  const cusparseMatDescr_t descr = mat_descr();
  csric02Info_t info = nullptr;
  int size = 0, position = -7;
  SPARSE(cusparseCreateCsric02Info(&info));
  SPARSE(cusparseDcsric02_bufferSize(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, &size));
  DeviceArray<char> buffer(size + 1);
  SPARSE(cusparseDcsric02_analysis(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.get()));
  cusparseStatus_t status = cusparseXcsric02_zeroPivot(handle, info, &position);
  show_pivot("analysis", status, position);
  if (status == CUSPARSE_STATUS_ZERO_PIVOT) return;
  SPARSE(cusparseDcsric02(handle, 6, a.nnz, descr, a.values, a.offsets, a.columns, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.get()));
  position = -7;
  status = cusparseXcsric02_zeroPivot(handle, info, &position);
  show_pivot("factors", status, position);
  if (status == CUSPARSE_STATUS_SUCCESS) show_array("values", a.values);  // the upper triangle stays as it was
  SPARSE(cusparseDestroyCsric02Info(info));
}

static void block_factors(cusparseDirection_t dir) {
  std::printf("blocks, direction %d\n", dir);
  const DeviceCsr a(Csr(6, 6, kMatrix));
  const cusparseMatDescr_t descr = mat_descr();
  DeviceArray<int> offsets(4), columns(9);
  DeviceArray<double> values(36), second(36);
  int total = 0, size = 0, position = -1;  // some calls leave it alone
  SPARSE(cusparseXcsr2bsrNnz(handle, dir, 6, 6, descr, a.offsets, a.columns, 2, descr, offsets, &total));
  SPARSE(cusparseDcsr2bsr(handle, dir, 6, 6, descr, a.values, a.offsets, a.columns, 2, descr, values, offsets, columns));
  MUST(cudaMemcpy(second, values, 36 * 8, cudaMemcpyDeviceToDevice));
  bsrilu02Info_t ilu = nullptr;
  SPARSE(cusparseCreateBsrilu02Info(&ilu));
  SPARSE(cusparseDbsrilu02_bufferSize(handle, dir, 3, total, descr, values, offsets, columns, 2, ilu, &size));
  DeviceArray<char> buffer(size + 1);
  SPARSE(cusparseDbsrilu02_analysis(handle, dir, 3, total, descr, values, offsets, columns, 2, ilu, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.get()));
  show_pivot("bsrilu02 analysis", cusparseXbsrilu02_zeroPivot(handle, ilu, &position), position);
  SPARSE(cusparseDbsrilu02(handle, dir, 3, total, descr, values, offsets, columns, 2, ilu, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.get()));
  show_pivot("bsrilu02", cusparseXbsrilu02_zeroPivot(handle, ilu, &position), position);
  show_array("values", values);
  SPARSE(cusparseDestroyBsrilu02Info(ilu));

  bsric02Info_t ic = nullptr;
  SPARSE(cusparseCreateBsric02Info(&ic));
  SPARSE(cusparseDbsric02_bufferSize(handle, dir, 3, total, descr, second, offsets, columns, 2, ic, &size));
  DeviceArray<char> more(size + 1);
  SPARSE(cusparseDbsric02_analysis(handle, dir, 3, total, descr, second, offsets, columns, 2, ic, CUSPARSE_SOLVE_POLICY_USE_LEVEL, more.get()));
  SPARSE(cusparseDbsric02(handle, dir, 3, total, descr, second, offsets, columns, 2, ic, CUSPARSE_SOLVE_POLICY_USE_LEVEL, more.get()));
  show_pivot("bsric02", cusparseXbsric02_zeroPivot(handle, ic, &position), position);
  show_array("values", second);
  SPARSE(cusparseDestroyBsric02Info(ic));

  const double alpha = 2;
  DeviceArray<double> f(std::vector<double>{1, 2, 3, 4, 5, 6}), x(6), many(std::vector<double>{1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1}), solved(12);
  for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
    for (const auto diag : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT})
      for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
        const cusparseMatDescr_t half = mat_descr();
        SPARSE(cusparseSetMatFillMode(half, fill));
        SPARSE(cusparseSetMatDiagType(half, diag));
        bsrsv2Info_t sv = nullptr;
        SPARSE(cusparseCreateBsrsv2Info(&sv));
        SPARSE(cusparseDbsrsv2_bufferSize(handle, dir, op, 3, total, half, values, offsets, columns, 2, sv, &size));
        DeviceArray<char> work(size + 1);
        SPARSE(cusparseDbsrsv2_analysis(handle, dir, op, 3, total, half, values, offsets, columns, 2, sv, CUSPARSE_SOLVE_POLICY_USE_LEVEL, work.get()));
        SPARSE(cusparseDbsrsv2_solve(handle, dir, op, 3, total, &alpha, half, values, offsets, columns, 2, sv, f, x, CUSPARSE_SOLVE_POLICY_USE_LEVEL,
                                     work.get()));
        show_pivot("bsrsv2", cusparseXbsrsv2_zeroPivot(handle, sv, &position), position);
        show_array("solution", x);
        SPARSE(cusparseDestroyBsrsv2Info(sv));
        for (const auto op_x : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
          const int ld = op_x == CUSPARSE_OPERATION_NON_TRANSPOSE ? 6 : 2;
          bsrsm2Info_t sm = nullptr;
          SPARSE(cusparseCreateBsrsm2Info(&sm));
          SPARSE(cusparseDbsrsm2_bufferSize(handle, dir, op, op_x, 3, 2, total, half, values, offsets, columns, 2, sm, &size));
          DeviceArray<char> space(size + 1);
          SPARSE(cusparseDbsrsm2_analysis(handle, dir, op, op_x, 3, 2, total, half, values, offsets, columns, 2, sm, CUSPARSE_SOLVE_POLICY_USE_LEVEL,
                                          space.get()));
          SPARSE(cusparseDbsrsm2_solve(handle, dir, op, op_x, 3, 2, total, &alpha, half, values, offsets, columns, 2, sm, many, ld, solved, ld,
                                       CUSPARSE_SOLVE_POLICY_USE_LEVEL, space.get()));
          show_array("solutions", solved);
          SPARSE(cusparseDestroyBsrsm2Info(sm));
        }
      }
  const double beta = 0.5;
  DeviceArray<double> y(std::vector<double>{1, 1, 1, 1, 1, 1});
  SPARSE(cusparseDbsrmv(handle, dir, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 3, total, &alpha, descr, values, offsets, columns, 2, f, &beta, y));
  show_array("bsrmv", y);
  SPARSE(cusparseDbsrmm(handle, dir, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 2, 3, total, &alpha, descr, values, offsets,
                        columns, 2, many, 6, &beta, solved, 6));
  show_array("bsrmm", solved);
  DeviceArray<int> mask(std::vector<int>{2, 0}), starts(std::vector<int>{0, 0, 0}), ends(std::vector<int>{1, 1, 1});
  SPARSE(cusparseDbsrxmv(handle, dir, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, 3, 3, total, &alpha, mat_descr(), values, mask, starts, ends, columns, 2, f,
                         &beta, y));
  show_array("bsrxmv", y);
}

static void few_diagonals() {
  const std::vector<double> dl = {0, 1, 2, 1, 3}, d = {4, 5, 1, 6, 5}, du = {1, 3, 1, 2, 0}, b = {1, 2, 3, 4, 5, 5, 4, 3, 2, 1};
  DeviceArray<double> l(dl), m(d), u(du), x(b), y(b);
  size_t bytes = 0;
  SPARSE(cusparseDgtsv2_bufferSizeExt(handle, 5, 2, l, m, u, x, 5, &bytes));
  DeviceArray<char> buffer(bytes + 1);
  SPARSE(cusparseDgtsv2(handle, 5, 2, l, m, u, x, 5, buffer.get()));
  show_array("gtsv2", x);
  SPARSE(cusparseDgtsv2_nopivot_bufferSizeExt(handle, 5, 2, l, m, u, y, 5, &bytes));
  DeviceArray<char> more(bytes + 1);
  SPARSE(cusparseDgtsv2_nopivot(handle, 5, 2, l, m, u, y, 5, more.get()));
  show_array("gtsv2_nopivot", y);
  const auto twice = [](const std::vector<double> &once, int stride, bool interleaved) {
    std::vector<double> both(2 * stride);
    for (size_t i = 0; i < once.size() && i < 5; ++i)
      for (int t = 0; t < 2; ++t) both[interleaved ? 2 * i + t : t * stride + i] = once[i] + t * (once[i] != 0);
    return both;
  };
  {
    DeviceArray<double> sl(twice(dl, 7, false)), sm(twice(d, 7, false)), su(twice(du, 7, false)), sx(twice(b, 7, false));
    SPARSE(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, 5, sl, sm, su, sx, 2, 7, &bytes));
    DeviceArray<char> work(bytes + 1);
    SPARSE(cusparseDgtsv2StridedBatch(handle, 5, sl, sm, su, sx, 2, 7, work.get()));
    show_array("gtsv2StridedBatch", sx);
  }
  for (const int algorithm : {0, 1, 2}) {
    DeviceArray<double> sl(twice(dl, 5, true)), sm(twice(d, 5, true)), su(twice(du, 5, true)), sx(twice(b, 5, true));
    SPARSE(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, algorithm, 5, sl, sm, su, sx, 2, &bytes));
    DeviceArray<char> work(bytes + 1);
    SPARSE(cusparseDgtsvInterleavedBatch(handle, algorithm, 5, sl, sm, su, sx, 2, work.get()));
    show_array("gtsvInterleavedBatch", sx);
  }
  DeviceArray<double> ds(twice({0, 0, 0.5, 1, 0.25}, 5, true)), sl(twice(dl, 5, true)), sm(twice(d, 5, true)), su(twice(du, 5, true)),
      dw(twice({1, 0.5, 2, 0, 0}, 5, true)), sx(twice(b, 5, true));
  SPARSE(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 0, 5, ds, sl, sm, su, dw, sx, 2, &bytes));
  DeviceArray<char> work(bytes + 1);
  SPARSE(cusparseDgpsvInterleavedBatch(handle, 0, 5, ds, sl, sm, su, dw, sx, 2, work.get()));
  show_array("gpsvInterleavedBatch", sx);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  SPARSE(cusparseCreate(&handle));
  ilu("of a good matrix", kMatrix, 0, false);
  ilu("from one", kMatrix, 1, false);
  std::vector<double> missing = kMatrix, zero = kMatrix;
  missing[2 * 6 + 2] = missing[4 * 6 + 4] = 0;
  ilu("without two elements of the diagonal", missing, 0, false);
  ilu("the same from one", missing, 1, false);
  // The third pivot becomes zero.
  zero[2 * 6 + 2] = 4.0 / 15;
  zero[1 * 6 + 1] = 4;
  ilu("with a pivot of zero", zero, 0, false);
  zero[0] = 1e-9;
  ilu("boosted", zero, 0, true);
  ic("of a good matrix", kMatrix);
  ic("without two elements of the diagonal", missing);
  std::vector<double> negative = kMatrix;
  negative[3 * 6 + 3] = -1;
  ic("of a matrix that has none", negative);
  block_factors(CUSPARSE_DIRECTION_ROW);
  block_factors(CUSPARSE_DIRECTION_COLUMN);
  few_diagonals();
  SPARSE(cusparseDestroy(handle));
  show_last_error("at the end");
}
