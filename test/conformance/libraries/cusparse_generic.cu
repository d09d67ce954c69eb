// SPDX-License-Identifier: Apache-2.0
// flags: -lcusparse
// cuSPARSE's generic calls: solves, products of sparse matrices in their phases, and products in every format.
#include "sparse_values.h"

static cusparseHandle_t handle;
constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kTransposed = CUSPARSE_OPERATION_TRANSPOSE;
constexpr auto kDouble = CUDA_R_64F;
static const double kOne = 1, kZero = 0, kTwo = 2;
static const std::vector<double> kMatrix = {4, -1, 0, 0, -1, 0,  //
                                            -1, 4, -1, 0, 0, 0,  //
                                            0, -1, 4, -1, 0, -1, //
                                            0, 0, -1, 4, -1, 0,  //
                                            -1, 0, 0, -1, 4, -1, //
                                            0, 0, -1, 0, -1, 4};

static void triangular_solves() {
  const DeviceCsr a(Csr(6, 6, kMatrix));
  DeviceArray<double> x(std::vector<double>{1, 2, 3, 4, 5, 6}), y(6), b(std::vector<double>{1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1}), c(12);
  std::vector<double> halved(a.values.read());
  for (double &v : halved) v = v / 2 + (v > 0 ? 1 : 0);
  DeviceArray<double> others(halved), diagonal(std::vector<double>{1, 2, 4, 8, 2, 1});
  cusparseDnVecDescr_t vx = nullptr, vy = nullptr;
  cusparseDnMatDescr_t mb = nullptr, mb_rows = nullptr, mc = nullptr;
  SPARSE(cusparseCreateDnVec(&vx, 6, x.get(), kDouble));
  SPARSE(cusparseCreateDnVec(&vy, 6, y.get(), kDouble));
  SPARSE(cusparseCreateDnMat(&mb, 6, 2, 6, b.get(), kDouble, CUSPARSE_ORDER_COL));
  SPARSE(cusparseCreateDnMat(&mb_rows, 2, 6, 6, b.get(), kDouble, CUSPARSE_ORDER_ROW));
  SPARSE(cusparseCreateDnMat(&mc, 6, 2, 6, c.get(), kDouble, CUSPARSE_ORDER_COL));
  for (auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
    for (auto diag : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT})
      for (const auto op : {kNone, kTransposed}) {
        std::printf("fill %d diagonal %d op %d\n", fill, diag, op);
        const cusparseSpMatDescr_t m = descr_of(a);
        SPARSE(cusparseSpMatSetAttribute(m, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
        SPARSE(cusparseSpMatSetAttribute(m, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
        size_t bytes = 0;
        cusparseSpSVDescr_t sv = nullptr;
        SPARSE(cusparseSpSV_createDescr(&sv));
        SPARSE(cusparseSpSV_bufferSize(handle, op, &kTwo, m, vx, vy, kDouble, CUSPARSE_SPSV_ALG_DEFAULT, sv, &bytes));
        DeviceArray<char> buffer(bytes + 1);
        SPARSE(cusparseSpSV_analysis(handle, op, &kTwo, m, vx, vy, kDouble, CUSPARSE_SPSV_ALG_DEFAULT, sv, buffer.get()));
        SPARSE(cusparseSpSV_solve(handle, op, &kTwo, m, vx, vy, kDouble, CUSPARSE_SPSV_ALG_DEFAULT, sv));
        show_array("SpSV", y);
        SPARSE(cusparseSpSV_updateMatrix(handle, sv, others.get(), CUSPARSE_SPSV_UPDATE_GENERAL));
        SPARSE(cusparseSpSV_solve(handle, op, &kTwo, m, vx, vy, kDouble, CUSPARSE_SPSV_ALG_DEFAULT, sv));
        show_array("other values", y);
        if (diag == CUSPARSE_DIAG_TYPE_NON_UNIT) {
          SPARSE(cusparseSpSV_updateMatrix(handle, sv, diagonal.get(), CUSPARSE_SPSV_UPDATE_DIAGONAL));
          SPARSE(cusparseSpSV_solve(handle, op, &kTwo, m, vx, vy, kDouble, CUSPARSE_SPSV_ALG_DEFAULT, sv));
          show_array("other diagonal", y);
        }
        SPARSE(cusparseSpSV_destroyDescr(sv));
        cusparseSpSMDescr_t sm = nullptr;
        SPARSE(cusparseSpSM_createDescr(&sm));
        for (const auto op_b : {kNone, kTransposed}) {
          const cusparseDnMatDescr_t from = op_b == kNone ? mb : mb_rows;
          SPARSE(cusparseSpSM_bufferSize(handle, op, op_b, &kTwo, m, from, mc, kDouble, CUSPARSE_SPSM_ALG_DEFAULT, sm, &bytes));
          DeviceArray<char> more(bytes + 1);
          SPARSE(cusparseSpSM_analysis(handle, op, op_b, &kTwo, m, from, mc, kDouble, CUSPARSE_SPSM_ALG_DEFAULT, sm, more.get()));
          SPARSE(cusparseSpSM_solve(handle, op, op_b, &kTwo, m, from, mc, kDouble, CUSPARSE_SPSM_ALG_DEFAULT, sm));
          show_array("SpSM", c);
        }
        SPARSE(cusparseSpSM_destroyDescr(sm));
        SPARSE(cusparseDestroySpMat(m));
      }
}

static void products_of_sparse_matrices() {
  const DeviceCsr a(Csr(6, 6, kMatrix));
  std::vector<double> other(36);
  for (int i = 0; i < 36; ++i) other[i] = i % 4 == 0 ? i % 7 - 2.5 : 0;
  const DeviceCsr b(Csr(6, 6, other));
  for (const auto alg : {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3}) {
    const cusparseSpMatDescr_t ma = descr_of(a), mb = descr_of(b);
    cusparseSpMatDescr_t mc = nullptr;
    DeviceArray<int> offsets(7), columns(36);
    DeviceArray<double> values(36);
    SPARSE(cusparseCreateCsr(&mc, 6, 6, 0, offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, kDouble));
    cusparseSpGEMMDescr_t descr = nullptr;
    size_t one = 0, two = 0, three = 0;
    SPARSE(cusparseSpGEMM_createDescr(&descr));
    SPARSE(cusparseSpGEMM_workEstimation(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, &one, nullptr));
    DeviceArray<char> first(one + 1);
    SPARSE(cusparseSpGEMM_workEstimation(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, &one, first.get()));
    int64_t products = -1, rows, cols, nnz;
    SPARSE(cusparseSpGEMM_getNumProducts(descr, &products));
    show_value("products", products);
    if (alg != CUSPARSE_SPGEMM_DEFAULT) {
      SPARSE(cusparseSpGEMM_estimateMemory(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, 0.5f, &three, nullptr, &two));
      DeviceArray<char> third(three + 1);
      SPARSE(cusparseSpGEMM_estimateMemory(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, 0.5f, &three, third.get(), &two));
    } else {
      SPARSE(cusparseSpGEMM_compute(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, &two, nullptr));
    }
    DeviceArray<char> second(two + 1);
    SPARSE(cusparseSpGEMM_compute(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr, &two, second.get()));
    SPARSE(cusparseSpMatGetSize(mc, &rows, &cols, &nnz));
    show_value("entries", nnz);
    SPARSE(cusparseCsrSetPointers(mc, offsets.get(), columns.get(), values.get()));
    SPARSE(cusparseSpGEMM_copy(handle, kNone, kNone, &kTwo, ma, mb, &kZero, mc, kDouble, alg, descr));
    show_array("offsets", offsets);
    show_array("columns", columns);
    show_array("values", values);
    SPARSE(cusparseSpGEMM_destroyDescr(descr));
    SPARSE(cusparseDestroySpMat(mc));
  }
  const cusparseSpMatDescr_t ma = descr_of(a), mb = descr_of(b);
  cusparseSpMatDescr_t mc = nullptr;
  DeviceArray<int> offsets(7), columns(36);
  DeviceArray<double> values(36);
  SPARSE(cusparseCreateCsr(&mc, 6, 6, 0, offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, kDouble));
  cusparseSpGEMMDescr_t descr = nullptr;
  size_t s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0;
  const auto alg = CUSPARSE_SPGEMM_DEFAULT;
  SPARSE(cusparseSpGEMM_createDescr(&descr));
  SPARSE(cusparseSpGEMMreuse_workEstimation(handle, kNone, kNone, ma, mb, mc, alg, descr, &s1, nullptr));
  DeviceArray<char> b1(s1 + 1);
  SPARSE(cusparseSpGEMMreuse_workEstimation(handle, kNone, kNone, ma, mb, mc, alg, descr, &s1, b1.get()));
  SPARSE(cusparseSpGEMMreuse_nnz(handle, kNone, kNone, ma, mb, mc, alg, descr, &s2, nullptr, &s3, nullptr, &s4, nullptr));
  DeviceArray<char> b2(s2 + 1), b3(s3 + 1), b4(s4 + 1);
  SPARSE(cusparseSpGEMMreuse_nnz(handle, kNone, kNone, ma, mb, mc, alg, descr, &s2, b2.get(), &s3, b3.get(), &s4, b4.get()));
  int64_t rows, cols, nnz;
  SPARSE(cusparseSpMatGetSize(mc, &rows, &cols, &nnz));
  show_value("entries", nnz);
  SPARSE(cusparseCsrSetPointers(mc, offsets.get(), columns.get(), values.get()));
  SPARSE(cusparseSpGEMMreuse_copy(handle, kNone, kNone, ma, mb, mc, alg, descr, &s5, nullptr));
  DeviceArray<char> b5(s5 + 1);
  SPARSE(cusparseSpGEMMreuse_copy(handle, kNone, kNone, ma, mb, mc, alg, descr, &s5, b5.get()));
  for (int i = 0; i < 2; ++i) {
    SPARSE(cusparseSpGEMMreuse_compute(handle, kNone, kNone, &kOne, ma, mb, &kZero, mc, kDouble, alg, descr));
    show_array("values", values);
    MUST(cudaMemset(a.values, 0, 8));
  }
  show_array("offsets", offsets);
  show_array("columns", columns);
  SPARSE(cusparseSpGEMM_destroyDescr(descr));
}

static void formats() {
  DeviceArray<double> x(std::vector<double>{1, 2, 3, 4}), y(4), c(8);
  cusparseDnVecDescr_t vx = nullptr, vy = nullptr;
  cusparseDnMatDescr_t mx = nullptr, mc = nullptr;
  SPARSE(cusparseCreateDnVec(&vx, 4, x.get(), kDouble));
  SPARSE(cusparseCreateDnVec(&vy, 4, y.get(), kDouble));
  SPARSE(cusparseCreateDnMat(&mx, 4, 1, 4, x.get(), kDouble, CUSPARSE_ORDER_COL));
  SPARSE(cusparseCreateDnMat(&mc, 4, 1, 4, c.get(), kDouble, CUSPARSE_ORDER_COL));
  DeviceArray<int> offsets(std::vector<int>{0, 1, 3}), columns(std::vector<int>{1, 0, 1});
  DeviceArray<double> values(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0});
  int64_t rows, cols, nnz;
  size_t bytes = 0;
  for (const auto order : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}) {
    cusparseSpMatDescr_t bsr = nullptr;
    SPARSE(cusparseCreateBsr(&bsr, 2, 2, 3, 2, 2, offsets.get(), columns.get(), values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                             kDouble, order));
    SPARSE(cusparseSpMatGetSize(bsr, &rows, &cols, &nnz));
    std::printf("bsr %d x %d, %d\n", int(rows), int(cols), int(nnz));
    SPARSE(cusparseSpMV_bufferSize(handle, kNone, &kOne, bsr, vx, &kZero, vy, kDouble, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    DeviceArray<char> buffer(bytes + 1);
    SPARSE(cusparseSpMV(handle, kNone, &kOne, bsr, vx, &kZero, vy, kDouble, CUSPARSE_SPMV_ALG_DEFAULT, buffer.get()));
    show_array("product", y);
    SPARSE(cusparseDestroySpMat(bsr));
  }
  cusparseSpMatDescr_t ell = nullptr;
  DeviceArray<int> ell_columns(std::vector<int>{1, 0, 0, 1});
  SPARSE(cusparseCreateBlockedEll(&ell, 4, 4, 2, 4, ell_columns.get(), values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, kDouble));
  std::printf("blocked ell\n");
  SPARSE(cusparseSpMM_bufferSize(handle, kNone, kNone, &kOne, ell, mx, &kZero, mc, kDouble, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  DeviceArray<char> work(bytes + 1);
  SPARSE(cusparseSpMM(handle, kNone, kNone, &kOne, ell, mx, &kZero, mc, kDouble, CUSPARSE_SPMM_ALG_DEFAULT, work.get()));
  show_array("product", c);
  // Slices of two rows; a column of -1 is padding.
  DeviceArray<int> slices(std::vector<int>{1, 5, 9}), slice_columns(std::vector<int>{1, 2, 4, 0, 3, 1, 0, 4});
  cusparseSpMatDescr_t sell = nullptr;
  SPARSE(cusparseCreateSlicedEll(&sell, 4, 4, 6, 8, 2, slices.get(), slice_columns.get(), values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ONE, kDouble));
  SPARSE(cusparseSpMatGetSize(sell, &rows, &cols, &nnz));
  std::printf("sliced ell %d x %d, %d\n", int(rows), int(cols), int(nnz));
  SPARSE(cusparseSpMV_bufferSize(handle, kNone, &kOne, sell, vx, &kZero, vy, kDouble, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  DeviceArray<char> more(bytes + 1);
  SPARSE(cusparseSpMV(handle, kNone, &kOne, sell, vx, &kZero, vy, kDouble, CUSPARSE_SPMV_ALG_DEFAULT, more.get()));
  show_array("product", y);
}

static void vectors() {
  DeviceArray<int> indices(std::vector<int>{1, 3, 4});
  DeviceArray<double> x(std::vector<double>{2, -1, 3}), y(std::vector<double>{1, 2, 3, 4, 5, 6}), result(1);
  cusparseSpVecDescr_t vx = nullptr;
  cusparseDnVecDescr_t vy = nullptr;
  SPARSE(cusparseCreateSpVec(&vx, 6, 3, indices.get(), x.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, kDouble));
  SPARSE(cusparseCreateDnVec(&vy, 6, y.get(), kDouble));
  SPARSE(cusparseAxpby(handle, &kTwo, vx, &kTwo, vy));
  show_array("axpby", y);
  const double c = 0.5, s = 2;
  SPARSE(cusparseRot(handle, &c, &s, vx, vy));
  show_array("rot x", x);
  show_array("y", y);
  double product = 0;
  size_t bytes = 0;
  SPARSE(cusparseSpVV_bufferSize(handle, kNone, vx, vy, &product, kDouble, &bytes));
  DeviceArray<char> buffer(bytes + 1);
  SPARSE(cusparseSpVV(handle, kNone, vx, vy, &product, kDouble, buffer.get()));
  std::printf("SpVV %.3f\n", product);
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
  SPARSE(cusparseSpVV(handle, kNone, vx, vy, result.get(), kDouble, buffer.get()));
  show_array("SpVV", result);
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  SPARSE(cusparseGather(handle, vy, vx));
  show_array("gather", x);
  MUST(cudaMemset(y, 0, 48));
  SPARSE(cusparseScatter(handle, vx, vy));
  show_array("scatter", y);
  DeviceArray<double> a(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), z(std::vector<double>{1, 1, 1, 1});
  DeviceArray<int> places(std::vector<int>{1, 3});
  int size = 0;
  SPARSE(cusparseDgemvi_bufferSize(handle, kNone, 2, 6, 2, &size));
  DeviceArray<char> work(size + 1);
  SPARSE(cusparseDgemvi(handle, kNone, 2, 6, &kTwo, a, 2, 2, x, places, &kOne, z, CUSPARSE_INDEX_BASE_ONE, work.get()));
  show_array("gemvi", z);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  SPARSE(cusparseCreate(&handle));
  triangular_solves();
  products_of_sparse_matrices();
  formats();
  vectors();
  SPARSE(cusparseDestroy(handle));
  show_last_error("at the end");
}
