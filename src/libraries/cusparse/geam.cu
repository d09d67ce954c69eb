// SPDX-License-Identifier: Apache-2.0
// Sums of two sparse matrices: rows are merged by their columns, which are sorted.
#include "libraries/cusparse/scan.h"

namespace riffle::cusparse {
namespace {

struct Pattern {
  const int *offsets, *columns;
  int base;
  __device__ Long begin(Long row) const { return offsets[row] - base; }
  __device__ Long end(Long row) const { return offsets[row + 1] - base; }
  __device__ Long column(Long k) const { return columns[k] - base; }
};

/// Calls `visit(column, place in a or -1, place in b or -1)` for the columns of either row.
template <class Visit>
__device__ void merge(const Pattern& a, const Pattern& b, Long row, Visit visit) {
  Long i = a.begin(row), j = b.begin(row);
  const Long a_end = a.end(row), b_end = b.end(row);
  while (i < a_end || j < b_end) {
    const bool takes_a = i < a_end && (j >= b_end || a.column(i) <= b.column(j));
    const bool takes_b = j < b_end && (i >= a_end || b.column(j) <= a.column(i));
    visit(takes_a ? a.column(i) : b.column(j), takes_a ? i : -1, takes_b ? j : -1);
    i += takes_a;
    j += takes_b;
  }
}

__global__ void geam_count(Long rows, Pattern a, Pattern b, Indices counts) {
  const RowRange run = my_rows(rows);
  for (Long row = run.begin; row < run.end; ++row) {
    int count = 0;
    merge(a, b, row, [&](Long, Long, Long) { ++count; });
    // The base counts in the first number alone.
    counts.set(row + 1, count - counts.base);
  }
}
template <class N>
__global__ void geam_add(Long rows, Pattern a, const N* a_values, Pattern b, const N* b_values,
                         Pattern c, int* c_columns, N* c_values, Scalar alpha_of, Scalar beta_of) {
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  const RowRange run = my_rows(rows);
  for (Long row = run.begin; row < run.end; ++row) {
    Long k = c.begin(row);
    merge(a, b, row, [&](Long column, Long i, Long j) {
      c_columns[k] = static_cast<int>(column) + c.base;
      N sum = 0;
      if (i >= 0) sum += alpha * a_values[i];
      if (j >= 0) sum += beta * b_values[j];
      c_values[k++] = sum;
    });
  }
}

Pattern pattern_of(const cusparseMatDescr_t descr, const int* offsets, const int* columns) {
  return {offsets, columns, descr->index_base};
}

Call check(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t a, int nnz_a,
           const cusparseMatDescr_t b, int nnz_b, const cusparseMatDescr_t c) {
  Call call(handle);
  return call.sizes(m, n, nnz_a, nnz_b).general(a, b, c);
}

template <class T>
cusparseStatus_t csrgeam2_buffer_size(cusparseHandle_t handle, int m, int n, const T* alpha,
                                      const cusparseMatDescr_t a, int nnz_a, const T*, const int*,
                                      const int*, const T* beta, const cusparseMatDescr_t b,
                                      int nnz_b, const T*, const int*, const int*,
                                      const cusparseMatDescr_t c, const T*, const int*, const int*,
                                      size_t* bytes) {
  Call call = check(handle, m, n, a, nnz_a, b, nnz_b, c).there(bytes);
  static_cast<void>(alpha);
  static_cast<void>(beta);
  if (!call.failed()) *bytes = 0;
  return call.status();
}

cusparseStatus_t xcsrgeam2_nnz(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t a,
                               int nnz_a, const int* a_offsets, const int* a_columns,
                               const cusparseMatDescr_t b, int nnz_b, const int* b_offsets,
                               const int* b_columns, const cusparseMatDescr_t c, int* c_offsets,
                               int* total, void*) {
  Call call = check(handle, m, n, a, nnz_a, b, nnz_b, c).there(c_offsets);
  call.require(m == 0 || (a_offsets != nullptr && b_offsets != nullptr));
  if (call.failed()) return call.status();
  const Indices offsets = indices_of(c_offsets, c->index_base);
  call.then([&] {
    return launch_rows(geam_count, m, Long{nnz_a} + nnz_b, call.stream(), m,
                       pattern_of(a, a_offsets, a_columns), pattern_of(b, b_offsets, b_columns),
                       offsets);
  });
  call.then([&] { return scan(call.stream(), offsets, m); });
  give_total(call, handle, offsets, m, total);
  return call.status();
}

template <class T>
cusparseStatus_t csrgeam2(cusparseHandle_t handle, int m, int n, const T* alpha,
                          const cusparseMatDescr_t a, int nnz_a, const T* a_values,
                          const int* a_offsets, const int* a_columns, const T* beta,
                          const cusparseMatDescr_t b, int nnz_b, const T* b_values,
                          const int* b_offsets, const int* b_columns, const cusparseMatDescr_t c,
                          T* c_values, int* c_offsets, int* c_columns, void*) {
  using N = Number<T>;
  Call call = check(handle, m, n, a, nnz_a, b, nnz_b, c).there(alpha, beta);
  call.require(m == 0 || (a_offsets != nullptr && b_offsets != nullptr && c_offsets != nullptr));
  call.then([&] {
    return launch_rows(geam_add<N>, m, Long{nnz_a} + nnz_b, call.stream(), m,
                       pattern_of(a, a_offsets, a_columns), reinterpret_cast<const N*>(a_values),
                       pattern_of(b, b_offsets, b_columns), reinterpret_cast<const N*>(b_values),
                       pattern_of(c, c_offsets, c_columns), c_columns,
                       reinterpret_cast<N*>(c_values), call.scalar(alpha), call.scalar(beta));
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_geam.h"
