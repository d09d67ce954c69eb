// SPDX-License-Identifier: Apache-2.0
// Pruning and compression against plain evaluation; counts, and calls in captures that graphs run again.
#include <algorithm>

#include "typed.h"

static cusparseHandle_t handle;

TYPED(compress_count, nnz_compress)
TYPED(compress, csr2csr_compress)
TYPED(count, nnz)

/// CSR that calls made, as it is in the program's arrays.
static Dense dense_from(const Array& offsets, const Array& columns, const void* values,
                        cudaDataType type, int base, int m, int n) {
  Dense a(m, n);
  for (int i = 0; i < m; ++i)
    for (int k = at<int>(offsets)[i] - base; k < at<int>(offsets)[i + 1] - base; ++k)
      a(i, at<int>(columns)[k] - base) = read(values, type, k);
  return a;
}
static Dense without(const Dense& a, double threshold) {
  Dense kept = a;
  for (Value& v : kept.v)
    if (!(std::abs(v) > threshold)) v = 0;
  return kept;
}
static int entries(const Dense& a) {
  return int(std::count_if(a.v.begin(), a.v.end(), [](Value v) { return v != 0.0; }));
}

#define PRUNE(L, T, TYPE)                                                                          \
  static void prune_##L(int round) {                                                               \
    const int m = 1 + int(random_below(30)), n = 1 + int(random_below(30)), base = round % 2;      \
    const Dense a = random_dense(m, n, TYPE, 2);                                                   \
    const DeviceDense dense(a, TYPE, CUSPARSE_ORDER_COL);                                          \
    const Pattern p = pattern_of(a, 1);                                                            \
    std::vector<Value> v;                                                                          \
    for (size_t k = 0; k < p.rows.size(); ++k) v.push_back(a(int(p.rows[k]), int(p.columns[k])));  \
    const Array po = index_array(p.offsets, CUSPARSE_INDEX_32I, 0),                                \
                pc = index_array(p.columns, CUSPARSE_INDEX_32I, 0), pv = value_array(v, TYPE);     \
    const int nnz = int(p.columns.size());                                                         \
    cusparseMatDescr_t from, to;                                                                   \
    MUST(cusparseCreateMatDescr(&from));                                                           \
    MUST(cusparseCreateMatDescr(&to));                                                             \
    MUST(cusparseSetMatIndexBase(to, static_cast<cusparseIndexBase_t>(base)));                     \
    const Array limit = allocate(16), o = allocate(4 * (m + 1)), c = allocate(4 * m * n),          \
                out = allocate(16 * m * n), total = allocate(4);                                   \
    write(limit->data, TYPE, 0, 0.75);                                                             \
    pruneInfo_t info;                                                                              \
    MUST(cusparseCreatePruneInfo(&info));                                                          \
    size_t bytes = 0;                                                                              \
    MUST(cusparseSetPointerMode(                                                                   \
        handle, round / 2 % 2 ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));       \
    T* const t = at<T>(limit);                                                                     \
    const T *dv = at<T>(dense.memory), *cv = at<T>(pv);                                            \
    const auto expect_kept = [&](const Dense& wanted, const char* what) {                          \
      MUST(cudaDeviceSynchronize());                                                               \
      check(at<int>(total)[0] == entries(wanted) &&                                                \
                dense_from(o, c, out->data, TYPE, base, m, n).v == wanted.v,                       \
            what);                                                                                 \
    };                                                                                             \
    MUST(cusparse##L##pruneDense2csr_bufferSizeExt(handle, m, n, dv, int(dense.ld), t, to, *out,   \
                                                   *o, *c, &bytes));                               \
    const Array b1 = allocate(bytes);                                                              \
    MUST(cusparse##L##pruneDense2csrNnz(handle, m, n, dv, int(dense.ld), t, to, *o, *total, *b1)); \
    MUST(cusparse##L##pruneDense2csr(handle, m, n, dv, int(dense.ld), t, to, *out, *o, *c, *b1));  \
    expect_kept(without(a, 0.75), "pruneDense2csr");                                               \
    MUST(cusparse##L##pruneCsr2csr_bufferSizeExt(handle, m, n, nnz, from, cv, *po, *pc, t, to,     \
                                                 *out, *o, *c, &bytes));                           \
    const Array b2 = allocate(bytes);                                                              \
    MUST(cusparse##L##pruneCsr2csrNnz(handle, m, n, nnz, from, cv, *po, *pc, t, to, *o, *total,    \
                                      *b2));                                                       \
    MUST(cusparse##L##pruneCsr2csr(handle, m, n, nnz, from, cv, *po, *pc, t, to, *out, *o, *c,     \
                                   *b2));                                                          \
    expect_kept(without(a, 0.75), "pruneCsr2csr");                                                 \
    const float percentage = float(random_below(101));                                             \
    const auto limit_of = [&](std::vector<Value> values) {                                         \
      std::vector<double> sizes;                                                                   \
      for (const Value& x : values) sizes.push_back(std::abs(x));                                  \
      std::sort(sizes.begin(), sizes.end());                                                       \
      const long place = long(std::ceil(sizes.size() * (percentage / 100.0))) - 1;                 \
      return sizes.empty() ? 0 : sizes[std::max(0l, place)];                                       \
    };                                                                                             \
    MUST(cusparse##L##pruneDense2csrByPercentage_bufferSizeExt(                                    \
        handle, m, n, dv, int(dense.ld), percentage, to, *out, *o, *c, info, &bytes));             \
    const Array b3 = allocate(bytes);                                                              \
    MUST(cusparse##L##pruneDense2csrNnzByPercentage(handle, m, n, dv, int(dense.ld), percentage,   \
                                                    to, *o, *total, info, *b3));                   \
    MUST(cusparse##L##pruneDense2csrByPercentage(handle, m, n, dv, int(dense.ld), percentage, to,  \
                                                 *out, *o, *c, info, *b3));                        \
    expect_kept(without(a, limit_of(a.v)), "pruneDense2csrByPercentage");                          \
    MUST(cusparse##L##pruneCsr2csrByPercentage_bufferSizeExt(                                      \
        handle, m, n, nnz, from, cv, *po, *pc, percentage, to, *out, *o, *c, info, &bytes));       \
    const Array b4 = allocate(bytes);                                                              \
    MUST(cusparse##L##pruneCsr2csrNnzByPercentage(handle, m, n, nnz, from, cv, *po, *pc,           \
                                                  percentage, to, *o, *total, info, *b4));         \
    MUST(cusparse##L##pruneCsr2csrByPercentage(handle, m, n, nnz, from, cv, *po, *pc, percentage,  \
                                               to, *out, *o, *c, info, *b4));                      \
    expect_kept(without(a, limit_of(v)), "pruneCsr2csrByPercentage");                              \
    MUST(cusparseDestroyPruneInfo(info));                                                          \
    MUST(cusparseDestroyMatDescr(from));                                                           \
    MUST(cusparseDestroyMatDescr(to));                                                             \
    MUST(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));                              \
  }
PRUNE(H, __half, CUDA_R_16F)
PRUNE(S, float, CUDA_R_32F)
PRUNE(D, double, CUDA_R_64F)

template <class T>
void compressed(int round) {
  const int m = 1 + int(random_below(30)), n = 1 + int(random_below(30)), base = round % 2;
  const Dense a = random_dense(m, n, Letter<T>::type, 2), wanted = without(a, 0.9);
  const TypedCsr<T> csr(a, base);
  const Array each = allocate(4 * m), offsets = allocate(4 * (m + 1));
  int total = -1;
  MUST(compress_count<T>(handle, m, csr.descr, static_cast<const T*>(csr.values),
                         at<int>(csr.offsets), at<int>(each), &total, typed<T>(0.9)));
  check(total == entries(wanted), "nnz_compress");
  const Array columns = allocate(4 * total);
  const Typed<T> values(static_cast<size_t>(total));
  MUST(compress<T>(handle, m, n, csr.descr, static_cast<const T*>(csr.values), at<int>(csr.columns),
                   at<int>(csr.offsets), csr.nnz(), at<int>(each), static_cast<T*>(values),
                   at<int>(columns), at<int>(offsets), typed<T>(0.9)));
  MUST(cudaDeviceSynchronize());
  check(
      dense_from(offsets, columns, values.memory->data, Letter<T>::type, base, m, n).v == wanted.v,
      "csr2csr_compress");
  for (const auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
    const DeviceDense dense(a, Letter<T>::type, CUSPARSE_ORDER_COL);
    const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
    const Array counts = allocate(4 * std::max(m, n));
    MUST(count<T>(handle, direction, m, n, csr.descr, static_cast<const T*>(at<T>(dense.memory)),
                  int(dense.ld), at<int>(counts), &total));
    bool is_right = total == entries(a);
    for (int i = 0; i < (by_rows ? m : n); ++i) {
      int own = 0;
      for (int j = 0; j < (by_rows ? n : m); ++j) own += (by_rows ? a(i, j) : a(j, i)) != 0.0;
      is_right = is_right && at<int>(counts)[i] == own;
    }
    check(is_right, "nnz");
  }
}

/// A solve, a product by columns and a conversion that a graph runs twice, with other numbers each time.
static void captured() {
  const int n = 30;
  const Dense a = random_square(n, CUDA_R_64F, 4, 9), b = random_dense(n, 6, CUDA_R_64F);
  const SparsePointer s = make_sparse(a, Plan{CUSPARSE_FORMAT_COO, CUDA_R_64F});
  const DeviceDense db(b, CUDA_R_64F, CUSPARSE_ORDER_COL),
      dc(Dense(n, 6), CUDA_R_64F, CUSPARSE_ORDER_ROW);
  const double alpha = 2, beta = 0;
  const auto op = CUSPARSE_OPERATION_TRANSPOSE;
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  size_t bytes = 0;
  MUST(cusparseSpMM_bufferSize(handle, op, none, &alpha, s->descr, db.descr, &beta, dc.descr,
                               CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  const Array buffer = allocate(bytes);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamCreate(&stream));
  MUST(cusparseSetStream(handle, stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cusparseSpMM(handle, op, none, &alpha, s->descr, db.descr, &beta, dc.descr, CUDA_R_64F,
                    CUSPARSE_SPMM_ALG_DEFAULT, *buffer));
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 1; i <= 2; ++i) {
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    Dense wanted = times(op_of(a, op), b);
    for (Value& v : wanted.v) v *= alpha * i;
    expect(dc, wanted, "SpMM in a graph");
    for (long k = 0; k < s->nnz; ++k) at<double>(s->values)[k] *= 2;
  }
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  MUST(cusparseSetStream(handle, nullptr));
  MUST(cudaStreamDestroy(stream));
}

int main() {
  MUST(cusparseCreate(&handle));
  for (int i = 0; i < 16; ++i) {
    prune_H(i);
    prune_S(i);
    prune_D(i);
    compressed<float>(i);
    compressed<double>(i);
    compressed<cuComplex>(i);
    compressed<cuDoubleComplex>(i);
  }
  captured();
  MUST(cusparseDestroy(handle));
  return report();
}
