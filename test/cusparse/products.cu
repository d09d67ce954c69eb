// SPDX-License-Identifier: Apache-2.0
// SpMV, SpMM, SDDMM and vectors, in all formats and types, against plain evaluation.
#include "formats.h"

static cusparseHandle_t handle;

struct Types {
  cudaDataType a, x, y, compute;
};
constexpr Types kTypes[] = {
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
    {CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, CUDA_C_32F},
    {CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_32F},
    {CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
};
constexpr cusparseOperation_t kOps[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                        CUSPARSE_OPERATION_TRANSPOSE,
                                        CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
constexpr cusparseFormat_t kFormats[] = {
    CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,         CUSPARSE_FORMAT_COO,
    CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_SLICED_ELLPACK};

/// A factor of either pointer mode; the modes take turns.
struct Factor {
  Value value;
  Array memory;
  Factor(Value value, cudaDataType type) : value(value), memory(allocate(16)) {
    write(memory->data, type, 0, value);
  }
  const void* pointer() const { return memory->data; }
};
static Value factor_value(int round, cudaDataType type) {
  if (round % 3 == 0) return 0.0;
  if (type == CUDA_R_32I) return 2.0;
  return is_complex(type) ? Value(1.5, -0.5) : Value(1.5);
}
static void swap_mode() {
  cusparsePointerMode_t mode;
  MUST(cusparseGetPointerMode(handle, &mode));
  MUST(cusparseSetPointerMode(handle, mode == CUSPARSE_POINTER_MODE_HOST
                                          ? CUSPARSE_POINTER_MODE_DEVICE
                                          : CUSPARSE_POINTER_MODE_HOST));
}
static Array buffer_of(size_t bytes) { return allocate(bytes); }

static std::string title(const char* what, const Plan& plan, const Types& t,
                         cusparseOperation_t op) {
  char text[200];
  std::snprintf(text, sizeof text, "%s %s op %d types %d %d %d index %d base %d", what,
                name_of(plan.format), op, t.a, t.x, t.y, plan.index, plan.base);
  return text;
}

static void spmv(const Plan& plan, const Types& t, cusparseOperation_t op, int round) {
  const int rows = 2 * (1 + int(random_below(40))), cols = 2 * (1 + int(random_below(40)));
  const Dense a = random_dense(rows, cols, t.a, 1 + random_below(8));
  const Dense m = op_of(a, op), x = random_dense(m.cols, 1, t.x), y = random_dense(m.rows, 1, t.y);
  const SparsePointer s = make_sparse(a, plan);
  const DeviceDense dx(x, t.x, CUSPARSE_ORDER_COL), dy(y, t.y, CUSPARSE_ORDER_COL);
  cusparseDnVecDescr_t vx, vy;
  MUST(cusparseCreateDnVec(&vx, m.cols, dx.memory->data, t.x));
  MUST(cusparseCreateDnVec(&vy, m.rows, dy.memory->data, t.y));
  const Factor alpha(factor_value(1, t.compute), t.compute),
      beta(factor_value(round, t.compute), t.compute);
  // What counts for nothing may be anything.
  if (beta.value == 0.0 && t.y != CUDA_R_32I) write(dy.memory->data, t.y, 0, NAN);
  size_t bytes = 0;
  MUST(cusparseSpMV_bufferSize(handle, op, alpha.pointer(), s->descr, vx, beta.pointer(), vy,
                               t.compute, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  const Array buffer = buffer_of(bytes);
  MUST(cusparseSpMV_preprocess(handle, op, alpha.pointer(), s->descr, vx, beta.pointer(), vy,
                               t.compute, CUSPARSE_SPMV_ALG_DEFAULT, *buffer));
  MUST(cusparseSpMV(handle, op, alpha.pointer(), s->descr, vx, beta.pointer(), vy, t.compute,
                    CUSPARSE_SPMV_ALG_DEFAULT, *buffer));
  MUST(cudaDeviceSynchronize());
  Dense wanted = times(m, x);
  for (int i = 0; i < m.rows; ++i)
    wanted(i, 0) = alpha.value * wanted(i, 0) + (beta.value == 0.0 ? 0.0 : beta.value * y(i, 0));
  expect(dy, wanted, title("SpMV", plan, t, op));
  cusparseDestroyDnVec(vx);
  cusparseDestroyDnVec(vy);
}

static void spmm(const Plan& plan, const Types& t, cusparseOperation_t op, int round) {
  const int rows = 2 * (1 + int(random_below(20))), cols = 2 * (1 + int(random_below(20))),
            n = 1 + int(random_below(75));
  const cusparseOperation_t op_b = kOps[round % 3];
  const Dense a = random_dense(rows, cols, t.a, 1 + random_below(8)), m = op_of(a, op);
  const Dense b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE ? random_dense(m.cols, n, t.x)
                                                           : random_dense(n, m.cols, t.x);
  const Dense c = random_dense(m.rows, n, t.y);
  const SparsePointer s = make_sparse(a, plan);
  const DeviceDense db(b, t.x, random_below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const DeviceDense dc(c, t.y, random_below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Factor alpha(factor_value(1, t.compute), t.compute),
      beta(factor_value(round, t.compute), t.compute);
  size_t bytes = 0;
  MUST(cusparseSpMM_bufferSize(handle, op, op_b, alpha.pointer(), s->descr, db.descr,
                               beta.pointer(), dc.descr, t.compute, CUSPARSE_SPMM_ALG_DEFAULT,
                               &bytes));
  const Array buffer = buffer_of(bytes);
  MUST(cusparseSpMM(handle, op, op_b, alpha.pointer(), s->descr, db.descr, beta.pointer(), dc.descr,
                    t.compute, CUSPARSE_SPMM_ALG_DEFAULT, *buffer));
  MUST(cudaDeviceSynchronize());
  Dense wanted = times(m, op_of(b, op_b));
  for (size_t i = 0; i < wanted.v.size(); ++i)
    wanted.v[i] = alpha.value * wanted.v[i] + (beta.value == 0.0 ? 0.0 : beta.value * c.v[i]);
  expect(dc, wanted, title("SpMM", plan, t, op));
}

static void batches() {
  for (const bool is_coo : {false, true}) {
    const int count = 3, rows = 20, cols = 14, n = 9, nnz = 30;
    const Array offsets = allocate(count * (is_coo ? nnz : rows + 1) * 4),
                columns = allocate(count * nnz * 4), values = allocate(count * nnz * 8);
    const Array b = allocate(count * cols * n * 8), c = allocate(count * rows * n * 8);
    std::vector<Dense> as, bs;
    for (int t = 0; t < count; ++t) {
      Dense a(rows, cols);
      for (int k = 0; k < nnz;) {
        Value& v = a(int(random_below(rows)), int(random_below(cols)));
        if (v == 0.0) v = 1.0 + random_below(5), ++k;
      }
      const Pattern p = pattern_of(a, 1);
      for (int k = 0; k < nnz; ++k) {
        at<int>(columns)[t * nnz + k] = int(p.columns[k]);
        at<double>(values)[t * nnz + k] = a(int(p.rows[k]), int(p.columns[k])).real();
        if (is_coo) at<int>(offsets)[t * nnz + k] = int(p.rows[k]);
      }
      for (int i = 0; i <= rows && !is_coo; ++i)
        at<int>(offsets)[t * (rows + 1) + i] = int(p.offsets[i]);
      as.push_back(a);
      bs.push_back(random_dense(cols, n, CUDA_R_64F));
      for (int i = 0; i < cols * n; ++i) at<double>(b)[t * cols * n + i] = bs[t].v[i].real();
    }
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t mb, mc;
    if (is_coo) {
      MUST(cusparseCreateCoo(&a, rows, cols, nnz, *offsets, *columns, *values, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
      MUST(cusparseCooSetStridedBatch(a, count, nnz));
    } else {
      MUST(cusparseCreateCsr(&a, rows, cols, nnz, *offsets, *columns, *values, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
      MUST(cusparseCsrSetStridedBatch(a, count, rows + 1, nnz));
    }
    MUST(cusparseCreateDnMat(&mb, cols, n, n, *b, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    MUST(cusparseCreateDnMat(&mc, rows, n, n, *c, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    MUST(cusparseDnMatSetStridedBatch(mb, count, cols * n));
    MUST(cusparseDnMatSetStridedBatch(mc, count, rows * n));
    const double one = 1, zero = 0;
    MUST(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
    size_t bytes;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    MUST(cusparseSpMM_bufferSize(handle, none, none, &one, a, mb, &zero, mc, CUDA_R_64F,
                                 CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    const Array buffer = buffer_of(bytes);
    MUST(cusparseSpMM(handle, none, none, &one, a, mb, &zero, mc, CUDA_R_64F,
                      CUSPARSE_SPMM_ALG_DEFAULT, *buffer));
    MUST(cudaDeviceSynchronize());
    for (int t = 0; t < count; ++t) {
      const Dense wanted = times(as[t], bs[t]);
      bool is_right = true;
      for (int i = 0; i < rows * n; ++i)
        is_right = is_right && is_near(at<double>(c)[t * rows * n + i], wanted.v[i], CUDA_R_64F);
      check(is_right, "SpMM, a batch");
    }
    cusparseDestroySpMat(a);
    cusparseDestroyDnMat(mb);
    cusparseDestroyDnMat(mc);
  }
}

static void sddmm(cusparseFormat_t format, const Types& t, int round) {
  const Plan plan{format, t.y, round % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I,
                  round % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I};
  const int rows = 2 * (1 + int(random_below(20))), cols = 2 * (1 + int(random_below(20))),
            k = 1 + int(random_below(40));
  const auto op_a = kOps[round % 2], op_b = kOps[round / 2 % 2];
  const Dense a = op_a == kOps[0] ? random_dense(rows, k, t.a) : random_dense(k, rows, t.a);
  const Dense b = op_b == kOps[0] ? random_dense(k, cols, t.a) : random_dense(cols, k, t.a);
  const Dense c = random_dense(rows, cols, t.y, 1 + random_below(5));
  const SparsePointer s = make_sparse(c, plan);
  const DeviceDense da(a, t.a, CUSPARSE_ORDER_ROW),
      db(b, t.a, random_below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Factor alpha(factor_value(1, t.compute), t.compute),
      beta(factor_value(round, t.compute), t.compute);
  size_t bytes = 0;
  MUST(cusparseSDDMM_bufferSize(handle, op_a, op_b, alpha.pointer(), da.descr, db.descr,
                                beta.pointer(), s->descr, t.compute, CUSPARSE_SDDMM_ALG_DEFAULT,
                                &bytes));
  const Array buffer = buffer_of(bytes);
  MUST(cusparseSDDMM_preprocess(handle, op_a, op_b, alpha.pointer(), da.descr, db.descr,
                                beta.pointer(), s->descr, t.compute, CUSPARSE_SDDMM_ALG_DEFAULT,
                                *buffer));
  MUST(cusparseSDDMM(handle, op_a, op_b, alpha.pointer(), da.descr, db.descr, beta.pointer(),
                     s->descr, t.compute, CUSPARSE_SDDMM_ALG_DEFAULT, *buffer));
  MUST(cudaDeviceSynchronize());
  Dense wanted = times(op_of(a, op_a), op_of(b, op_b));
  for (size_t i = 0; i < wanted.v.size(); ++i)
    wanted.v[i] = alpha.value * wanted.v[i] + beta.value * c.v[i];
  const SparsePointer model = [&] {
    // The pattern stays: entries outside it do not count.
    const int block = format == CUSPARSE_FORMAT_BSR ? plan.block : 1;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) {
        bool any = false;
        for (int r = 0; r < block; ++r)
          for (int q = 0; q < block; ++q)
            any = any || c(i / block * block + r, j / block * block + q) != 0.0;
        wanted(i, j) = any ? wanted(i, j) + (wanted(i, j) == 0.0 ? 1e-300 : 0.0) : 0.0;
      }
    return make_sparse(wanted, plan);
  }();
  bool is_right = true;
  for (size_t i = 0; i < model->values->bytes / size_of(t.y); ++i)
    is_right =
        is_right && is_near(read(s->values->data, t.y, i), read(model->values->data, t.y, i), t.y);
  check(is_right, title("SDDMM", plan, t, op_a));
}

/// Without entries there are no arrays either.
static void empty() {
  const double alpha = 2, beta = 3;
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  MUST(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  cusparseSpMatDescr_t a;
  MUST(cusparseCreateCsr(&a, 3, 4, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  const Dense x = random_dense(4, 2, CUDA_R_64F), y = random_dense(3, 2, CUDA_R_64F);
  const DeviceDense dx(x, CUDA_R_64F, CUSPARSE_ORDER_COL), dy(y, CUDA_R_64F, CUSPARSE_ORDER_COL);
  cusparseDnVecDescr_t vx, vy;
  MUST(cusparseCreateDnVec(&vx, 4, dx.memory->data, CUDA_R_64F));
  MUST(cusparseCreateDnVec(&vy, 3, dy.memory->data, CUDA_R_64F));
  MUST(cusparseSpMV(handle, none, &alpha, a, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                    nullptr));
  MUST(cusparseSpMM(handle, none, none, &alpha, a, dx.descr, &beta, dy.descr, CUDA_R_64F,
                    CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
  MUST(cudaDeviceSynchronize());
  Dense wanted(3, 2);
  for (int i = 0; i < 3; ++i) wanted(i, 0) = beta * beta * y(i, 0), wanted(i, 1) = beta * y(i, 1);
  expect(dy, wanted, "products without entries");
  cusparseDestroyDnVec(vx);
  cusparseDestroyDnVec(vy);
  cusparseDestroySpMat(a);
}

int main() {
  MUST(cusparseCreate(&handle));
  int round = 0;
  for (const Types& t : kTypes)
    for (const cusparseFormat_t format : kFormats)
      for (const cusparseOperation_t op : kOps)
        for (int variant = 0; variant < 4; ++variant, ++round) {
          Plan plan{format, t.a};
          plan.index = variant % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
          plan.offset = plan.index;
          plan.base = variant / 2 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
          plan.shuffled = variant == 3;
          swap_mode();
          if (format != CUSPARSE_FORMAT_BLOCKED_ELL) spmv(plan, t, op, round);
          if (format != CUSPARSE_FORMAT_SLICED_ELLPACK) spmm(plan, t, op, round);
        }
  batches();
  empty();
  for (int i = 0; i < 8; ++i)
    for (const Types& t : {kTypes[0], kTypes[1], kTypes[2], kTypes[3], kTypes[6], kTypes[7]}) {
      swap_mode();
      sddmm(CUSPARSE_FORMAT_CSR, t, i);
      sddmm(CUSPARSE_FORMAT_BSR, t, i);
    }
  MUST(cusparseDestroy(handle));
  return report();
}
