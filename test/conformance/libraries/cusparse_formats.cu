// SPDX-License-Identifier: Apache-2.0
// flags: -lcusparse
// cuSPARSE's conversions: which arrays they make of a small matrix.
#include "sparse_values.h"

static cusparseHandle_t handle;
// Rows of 6: blocks of 2 and of 3 divide it.
static const std::vector<double> kDense = {1, 0, 2, 0, 0, 0,   //
                                           0, 3, 0, 0, 0, 4,   //
                                           0, 0, 0, 0, 0, 0,   //
                                           5, 0, 0, 6, 7, 0,   //
                                           0, 0, -8, 0, 9, 0,  //
                                           0, -1, 0, 0, 0, 0.5};

static void offsets_and_sorts() {
  const DeviceCsr a(Csr(6, 6, kDense, 1));
  DeviceArray<int> rows(a.nnz), offsets(7), csc_offsets(7), csc_rows(a.nnz), order(a.nnz);
  DeviceArray<double> csc_values(a.nnz);
  SPARSE(cusparseXcsr2coo(handle, a.offsets, a.nnz, 6, rows, CUSPARSE_INDEX_BASE_ONE));
  show_array("csr2coo", rows);
  SPARSE(cusparseXcoo2csr(handle, rows, a.nnz, 6, offsets, CUSPARSE_INDEX_BASE_ONE));
  show_array("coo2csr", offsets);
  size_t bytes = 0;
  SPARSE(cusparseCsr2cscEx2_bufferSize(handle, 6, 6, a.nnz, a.values.get(), a.offsets, a.columns, csc_values.get(), csc_offsets, csc_rows, CUDA_R_64F,
                                       CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, &bytes));
  DeviceArray<char> buffer(bytes + 1);
  SPARSE(cusparseCsr2cscEx2(handle, 6, 6, a.nnz, a.values.get(), a.offsets, a.columns, csc_values.get(), csc_offsets, csc_rows, CUDA_R_64F,
                            CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, buffer.get()));
  show_array("csc offsets", csc_offsets);
  show_array("csc rows", csc_rows);
  show_array("csc values", csc_values);

  DeviceArray<int> r(std::vector<int>{2, 0, 1, 2, 0, 2}), c(std::vector<int>{1, 3, 0, 0, 1, 3}), p(6);
  SPARSE(cusparseCreateIdentityPermutation(handle, 6, p));
  SPARSE(cusparseXcoosort_bufferSizeExt(handle, 3, 4, 6, r, c, &bytes));
  DeviceArray<char> more(bytes + 1);
  SPARSE(cusparseXcoosortByRow(handle, 3, 4, 6, r, c, p, more.get()));
  show_array("by row: rows", r);
  show_array("columns", c);
  show_array("order", p);
  SPARSE(cusparseXcoosortByColumn(handle, 3, 4, 6, r, c, p, more.get()));
  show_array("by column: rows", r);
  show_array("columns", c);
  show_array("order", p);

  const cusparseMatDescr_t descr = mat_descr();
  DeviceArray<int> from(std::vector<int>{0, 3, 3, 5}), to(std::vector<int>{4, 0, 2, 3, 1}), q(5);
  SPARSE(cusparseCreateIdentityPermutation(handle, 5, q));
  SPARSE(cusparseXcsrsort_bufferSizeExt(handle, 3, 5, 5, from, to, &bytes));
  DeviceArray<char> third(bytes + 1);
  SPARSE(cusparseXcsrsort(handle, 3, 5, 5, descr, from, to, q, third.get()));
  show_array("csrsort: columns", to);
  show_array("order", q);
}

static void dense_and_sparse() {
  std::vector<double> by_columns(36);
  for (int i = 0; i < 36; ++i) by_columns[i % 6 * 6 + i / 6] = kDense[i];
  DeviceArray<double> dense(by_columns);
  const cusparseMatDescr_t descr = mat_descr();
  for (const auto dir : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
    DeviceArray<int> each(6);
    int total = 0;
    SPARSE(cusparseDnnz(handle, dir, 6, 6, descr, dense, 6, each, &total));
    show_array("nnz", each);
    show_value("total", total);
  }
  cusparseDnMatDescr_t from = nullptr, back = nullptr;
  SPARSE(cusparseCreateDnMat(&from, 6, 6, 6, dense.get(), CUDA_R_64F, CUSPARSE_ORDER_COL));
  for (int format = 0; format < 4; ++format) {
    DeviceArray<int> offsets(16), columns(32);
    DeviceArray<double> values(64), result(36);
    cusparseSpMatDescr_t to = nullptr;
    // Blocks in which the matrix has values; 6 x 6 in blocks of 2, two blocks wide.
    if (format == 0) SPARSE(cusparseCreateCsr(&to, 6, 6, 0, offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    if (format == 1) SPARSE(cusparseCreateCsc(&to, 6, 6, 0, offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F));
    if (format == 2) SPARSE(cusparseCreateCoo(&to, 6, 6, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    if (format == 3) {
      const int blocks[] = {0, 1, 0, 2, 1, 2};
      MUST(cudaMemcpy(columns, blocks, sizeof blocks, cudaMemcpyHostToDevice));
      SPARSE(cusparseCreateBlockedEll(&to, 6, 6, 2, 4, columns.get(), values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    }
    size_t bytes = 0;
    SPARSE(cusparseDenseToSparse_bufferSize(handle, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
    DeviceArray<char> buffer(bytes + 1);
    SPARSE(cusparseDenseToSparse_analysis(handle, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.get()));
    int64_t rows, cols, nnz;
    SPARSE(cusparseSpMatGetSize(to, &rows, &cols, &nnz));
    if (format < 3) show_value("entries", nnz);
    if (format == 0) SPARSE(cusparseCsrSetPointers(to, offsets.get(), columns.get(), values.get()));
    if (format == 1) SPARSE(cusparseCscSetPointers(to, offsets.get(), columns.get(), values.get()));
    if (format == 2) SPARSE(cusparseCooSetPointers(to, offsets.get(), columns.get(), values.get()));
    SPARSE(cusparseDenseToSparse_convert(handle, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.get()));
    show_array("offsets", offsets);
    show_array("indices", columns);
    show_array("values", values);
    if (format == 3) continue;
    SPARSE(cusparseCreateDnMat(&back, 6, 6, 6, result.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
    SPARSE(cusparseSparseToDense_bufferSize(handle, to, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
    DeviceArray<char> more(bytes + 1);
    SPARSE(cusparseSparseToDense(handle, to, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, more.get()));
    show_array("dense", result);
    SPARSE(cusparseDestroySpMat(to));
  }
}

static void blocks() {
  const DeviceCsr a(Csr(6, 6, kDense));
  const cusparseMatDescr_t descr = mat_descr(), one = mat_descr(CUSPARSE_INDEX_BASE_ONE);
  for (const auto dir : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
    int total = 0, size = 0;
    DeviceArray<int> offsets(8), columns(40), csr_offsets(7), csr_columns(64);
    DeviceArray<double> values(64), csr_values(64);
    SPARSE(cusparseXcsr2bsrNnz(handle, dir, 6, 6, descr, a.offsets, a.columns, 2, one, offsets, &total));
    SPARSE(cusparseDcsr2bsr(handle, dir, 6, 6, descr, a.values, a.offsets, a.columns, 2, one, values, offsets, columns));
    show_value("csr2bsr", total);
    show_array("offsets", offsets);
    show_array("columns", columns);
    show_array("values", values);
    SPARSE(cusparseDbsr2csr(handle, dir, 3, 3, one, values, offsets, columns, 2, descr, csr_values, csr_offsets, csr_columns));
    show_array("bsr2csr: offsets", csr_offsets);
    show_array("columns", csr_columns);
    show_array("values", csr_values);

    DeviceArray<int> ge_offsets(8), ge_columns(40), csc_offsets(8), csc_rows(40), to_offsets(8), to_columns(40);
    DeviceArray<double> ge_values(64), csc_values(64), to_values(64);
    SPARSE(cusparseDcsr2gebsr_bufferSize(handle, dir, 6, 6, descr, a.values, a.offsets, a.columns, 2, 3, &size));
    DeviceArray<char> buffer(size + 1);
    SPARSE(cusparseXcsr2gebsrNnz(handle, dir, 6, 6, descr, a.offsets, a.columns, descr, ge_offsets, 2, 3, &total, buffer.get()));
    SPARSE(cusparseDcsr2gebsr(handle, dir, 6, 6, descr, a.values, a.offsets, a.columns, descr, ge_values, ge_offsets, ge_columns, 2, 3, buffer.get()));
    show_value("csr2gebsr", total);
    show_array("offsets", ge_offsets);
    show_array("columns", ge_columns);
    show_array("values", ge_values);
    SPARSE(cusparseDgebsr2csr(handle, dir, 3, 2, descr, ge_values, ge_offsets, ge_columns, 2, 3, one, csr_values, csr_offsets, csr_columns));
    show_array("gebsr2csr: offsets", csr_offsets);
    show_array("columns", csr_columns);
    SPARSE(cusparseDgebsr2gebsc_bufferSize(handle, 3, 2, total, ge_values, ge_offsets, ge_columns, 2, 3, &size));
    DeviceArray<char> more(size + 1);
    SPARSE(cusparseDgebsr2gebsc(handle, 3, 2, total, ge_values, ge_offsets, ge_columns, 2, 3, csc_values, csc_rows, csc_offsets, CUSPARSE_ACTION_NUMERIC,
                                CUSPARSE_INDEX_BASE_ZERO, more.get()));
    show_array("gebsr2gebsc: offsets", csc_offsets);
    show_array("rows", csc_rows);
    show_array("values", csc_values);
    int count = 0;
    SPARSE(cusparseDgebsr2gebsr_bufferSize(handle, dir, 3, 2, total, descr, ge_values, ge_offsets, ge_columns, 2, 3, 3, 2, &size));
    DeviceArray<char> third(size + 1);
    SPARSE(cusparseXgebsr2gebsrNnz(handle, dir, 3, 2, total, descr, ge_offsets, ge_columns, 2, 3, one, to_offsets, 3, 2, &count, third.get()));
    SPARSE(cusparseDgebsr2gebsr(handle, dir, 3, 2, total, descr, ge_values, ge_offsets, ge_columns, 2, 3, one, to_values, to_offsets, to_columns, 3, 2,
                                third.get()));
    show_value("gebsr2gebsr", count);
    show_array("offsets", to_offsets);
    show_array("columns", to_columns);
    show_array("values", to_values);
  }
}

static void sums_and_pruning() {
  const DeviceCsr a(Csr(6, 6, kDense));
  std::vector<double> other(36);
  for (int i = 0; i < 36; ++i) other[i] = i % 5 == 0 ? i % 7 - 3 : 0;
  const DeviceCsr b(Csr(6, 6, other));
  const cusparseMatDescr_t descr = mat_descr(), one = mat_descr(CUSPARSE_INDEX_BASE_ONE);
  double alpha = 2, beta = -1;
  size_t bytes = 0;
  int total = 0;
  DeviceArray<int> offsets(7), columns(40), each(6);
  DeviceArray<double> values(40);
  SPARSE(cusparseDcsrgeam2_bufferSizeExt(handle, 6, 6, &alpha, descr, a.nnz, a.values, a.offsets, a.columns, &beta, descr, b.nnz, b.values, b.offsets,
                                         b.columns, descr, values, offsets, columns, &bytes));
  DeviceArray<char> buffer(bytes + 1);
  SPARSE(cusparseXcsrgeam2Nnz(handle, 6, 6, descr, a.nnz, a.offsets, a.columns, descr, b.nnz, b.offsets, b.columns, descr, offsets, &total, buffer.get()));
  SPARSE(cusparseDcsrgeam2(handle, 6, 6, &alpha, descr, a.nnz, a.values, a.offsets, a.columns, &beta, descr, b.nnz, b.values, b.offsets, b.columns, descr,
                           values, offsets, columns, buffer.get()));
  show_value("csrgeam2", total);
  show_array("offsets", offsets);
  show_array("columns", columns);
  show_array("values", values);

  std::vector<double> magnitudes = kDense;
  for (double &v : magnitudes) v = std::fabs(v);
  const DeviceCsr p(Csr(6, 6, magnitudes));
  SPARSE(cusparseDnnz_compress(handle, 6, descr, p.values, p.offsets, each, &total, 2.0));
  show_value("compressed", total);
  show_array("each", each);
  DeviceArray<int> small_offsets(7), small_columns(16);
  DeviceArray<double> small_values(16);
  SPARSE(cusparseDcsr2csr_compress(handle, 6, 6, descr, p.values, p.columns, p.offsets, p.nnz, each, small_values, small_columns, small_offsets, 2.0));
  show_array("offsets", small_offsets);
  show_array("columns", small_columns);
  show_array("values", small_values);

  std::vector<double> by_columns(36);
  for (int i = 0; i < 36; ++i) by_columns[i % 6 * 6 + i / 6] = kDense[i];
  DeviceArray<double> dense(by_columns);
  double threshold = 4;
  pruneInfo_t info = nullptr;
  SPARSE(cusparseCreatePruneInfo(&info));
  for (int kind = 0; kind < 4; ++kind)
    for (const float percentage : {0.f, 20.f, 80.f, 100.f}) {
      if (kind < 2 && percentage > 0) continue;
      DeviceArray<int> o(7), c(40);
      DeviceArray<double> v(40);
      total = -1;
      if (kind == 0) {
        SPARSE(cusparseDpruneDense2csr_bufferSizeExt(handle, 6, 6, dense, 6, &threshold, descr, v, o, c, &bytes));
        DeviceArray<char> work(bytes + 1);
        SPARSE(cusparseDpruneDense2csrNnz(handle, 6, 6, dense, 6, &threshold, descr, o, &total, work.get()));
        SPARSE(cusparseDpruneDense2csr(handle, 6, 6, dense, 6, &threshold, descr, v, o, c, work.get()));
      } else if (kind == 1) {
        SPARSE(cusparseDpruneCsr2csr_bufferSizeExt(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, &threshold, one, v, o, c, &bytes));
        DeviceArray<char> work(bytes + 1);
        SPARSE(cusparseDpruneCsr2csrNnz(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, &threshold, one, o, &total, work.get()));
        SPARSE(cusparseDpruneCsr2csr(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, &threshold, one, v, o, c, work.get()));
      } else if (kind == 2) {
        SPARSE(cusparseDpruneDense2csrByPercentage_bufferSizeExt(handle, 6, 6, dense, 6, percentage, descr, v, o, c, info, &bytes));
        DeviceArray<char> work(bytes + 1);
        SPARSE(cusparseDpruneDense2csrNnzByPercentage(handle, 6, 6, dense, 6, percentage, descr, o, &total, info, work.get()));
        if (total > 0) SPARSE(cusparseDpruneDense2csrByPercentage(handle, 6, 6, dense, 6, percentage, descr, v, o, c, info, work.get()));
      } else {
        SPARSE(cusparseDpruneCsr2csrByPercentage_bufferSizeExt(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, percentage, descr, v, o, c, info,
                                                               &bytes));
        DeviceArray<char> work(bytes + 1);
        SPARSE(cusparseDpruneCsr2csrNnzByPercentage(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, percentage, descr, o, &total, info,
                                                    work.get()));
        if (total > 0) SPARSE(cusparseDpruneCsr2csrByPercentage(handle, 6, 6, a.nnz, descr, a.values, a.offsets, a.columns, percentage, descr, v, o, c, info, work.get()));
      }
      std::printf("pruned %d by %g: %d\n", kind, percentage, total);
      show_array("offsets", o);
      show_array("columns", c);
      show_array("values", v);
    }
  SPARSE(cusparseDestroyPruneInfo(info));

  csru2csrInfo_t order = nullptr;
  SPARSE(cusparseCreateCsru2csrInfo(&order));
  DeviceArray<int> from(std::vector<int>{0, 3, 3, 5}), to(std::vector<int>{4, 0, 2, 3, 1});
  DeviceArray<double> mixed(std::vector<double>{14, 10, 12, 33, 31});
  SPARSE(cusparseDcsru2csr_bufferSizeExt(handle, 3, 5, 5, mixed, from, to, order, &bytes));
  DeviceArray<char> work(bytes + 1);
  SPARSE(cusparseDcsru2csr(handle, 3, 5, 5, descr, mixed, from, to, order, work.get()));
  show_array("csru2csr: columns", to);
  show_array("values", mixed);
  SPARSE(cusparseDcsr2csru(handle, 3, 5, 5, descr, mixed, from, to, order, work.get()));
  show_array("csr2csru: columns", to);
  show_array("values", mixed);
  SPARSE(cusparseDestroyCsru2csrInfo(order));
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  SPARSE(cusparseCreate(&handle));
  offsets_and_sorts();
  dense_and_sparse();
  blocks();
  sums_and_pruning();
  SPARSE(cusparseDestroy(handle));
  show_last_error("at the end");
}
