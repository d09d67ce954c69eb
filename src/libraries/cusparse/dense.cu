// SPDX-License-Identifier: Apache-2.0
// Dense to sparse matrices, and back.
//
// The analysis leaves offsets in the program's buffer and tells the descriptor how many entries there are; the conversion
// reads them there. Not a number is no zero.
#include "libraries/cusparse/dense_view.h"
#include "libraries/cusparse/scan.h"
#include "libraries/cusparse/walk.h"

namespace riffle::cusparse {
namespace {

template <class N>
__device__ bool is_entry(N value) {
  return !(value == N(0));
}

/// `view` has a compressed format's rows (CSC: columns) as rows.
template <class T>
__global__ void dense_count(Values<T> dense, DenseView view, Indices counts) {
  const RowRange run = my_rows(view.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    Long count = 0;
    for (Long j = 0; j < view.cols; ++j) count += is_entry(dense[view.place(i, j)]);
    counts.set(i + 1, count);
  }
}
/// `rows` gets offsets, or the row of each entry where the format is COO.
template <class T>
__global__ void dense_compress(Values<T> dense, DenseView view, Indices offsets, Indices rows,
                               bool is_coo, Indices columns, Values<T> values) {
  const RowRange run = my_rows(view.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    Long k = offsets[i];
    if (!is_coo) rows.set(i, k);
    for (Long j = 0; j < view.cols; ++j) {
      const Number<T> value = dense[view.place(i, j)];
      if (!is_entry(value)) continue;
      if (is_coo) rows.set(k, i);
      columns.set(k, j);
      values.set(k++, value);
    }
    if (!is_coo && i + 1 == view.rows) rows.set(view.rows, k);
  }
}
/// Into the places that a matrix has.
template <class T>
__global__ void dense_fill_places(Values<T> dense, DenseView view, Matrix m, Long slices,
                                  Values<T> values) {
  walk(m, my_rows(slices), [&](Long row, Long column, Long place) {
    values.set(place, dense[view.place(row, column)]);
  });
}
template <class T>
__global__ void dense_clear(Values<T> dense, DenseView view) {
  const RowRange run = my_rows(view.rows);
  for (Long i = run.begin; i < run.end; ++i)
    for (Long j = 0; j < view.cols; ++j) dense.set(view.place(i, j), Number<T>(0));
}
template <class T>
__global__ void dense_scatter(Matrix m, Long slices, Values<T> values, Values<T> dense,
                              DenseView view) {
  walk(m, my_rows(slices), [&](Long row, Long column, Long place) {
    dense.set(view.place(row, column), values[place]);
  });
}

template <class N>
__global__ void nnz_count(const N* a, DenseView view, int* each) {
  const RowRange run = my_rows(view.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    int count = 0;
    for (Long j = 0; j < view.cols; ++j) count += is_entry(a[view.place(i, j)]);
    each[i] = count;
  }
}
__global__ void nnz_add(const int* each, Long rows, int* total) {
  int sum = 0;
  for (Long i = 0; i < rows; ++i) sum += each[i];
  *total = sum;
}

bool is_compressed(cusparseFormat_t format) {
  return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC ||
         format == CUSPARSE_FORMAT_COO;
}

Call check(cusparseHandle_t handle, cusparseConstDnMatDescr_t dense,
           cusparseConstSpMatDescr_t sparse, bool is_good_algorithm) {
  Call call = generic_call(handle);
  call.there(dense, sparse).require(is_good_algorithm);
  if (call.failed()) return call;
  call.require(dense->rows == sparse->rows && dense->cols == sparse->cols);
  return call.require(dense->type == sparse->type && dense->type != CUDA_R_32I,
                      CUSPARSE_STATUS_NOT_SUPPORTED);
}
Call check_compression(cusparseHandle_t handle, cusparseConstDnMatDescr_t dense,
                       cusparseConstSpMatDescr_t sparse, cusparseDenseToSparseAlg_t alg) {
  Call call = check(handle, dense, sparse, alg == CUSPARSE_DENSETOSPARSE_ALG_DEFAULT);
  if (call.failed()) return call;
  return call.require(
      is_compressed(sparse->format) || sparse->format == CUSPARSE_FORMAT_BLOCKED_ELL,
      CUSPARSE_STATUS_NOT_SUPPORTED);
}

Call check_expansion(cusparseHandle_t handle, cusparseConstSpMatDescr_t sparse,
                     cusparseConstDnMatDescr_t dense, cusparseSparseToDenseAlg_t alg) {
  Call call = check(handle, dense, sparse, alg == CUSPARSE_SPARSETODENSE_ALG_DEFAULT);
  if (call.failed()) return call;
  return call.require(sparse->format != CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_STATUS_NOT_SUPPORTED);
}

DenseView major_view(const cusparseDnMatDescr& dense, cusparseFormat_t format) {
  return view_of(dense, format == CUSPARSE_FORMAT_CSC ? CUSPARSE_OPERATION_TRANSPOSE
                                                      : CUSPARSE_OPERATION_NON_TRANSPOSE);
}
Indices counts_in(void* buffer) {
  return indices_of(buffer, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_64I);
}

cusparseStatus_t sparse_to_dense_buffer_size(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                             cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t alg,
                                             size_t* bytes) {
  Call call = check_expansion(handle, a, b, alg).there(bytes);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
cusparseStatus_t sparse_to_dense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                 cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t alg, void*) {
  Call call = check_expansion(handle, a, b, alg);
  if (call.failed()) return call.status();
  // Memory is walked as it lies.
  const DenseView view = view_of(*b);
  const DenseView lying =
      view_of(*b, b->order == CUSPARSE_ORDER_COL ? CUSPARSE_OPERATION_TRANSPOSE
                                                 : CUSPARSE_OPERATION_NON_TRANSPOSE);
  return with_type(b->type, [&](auto type) {
    using T = decltype(type);
    const Values<T> dense(b->values, b->type);
    call.then([&] {
      return launch_rows(dense_clear<T>, lying.rows, lying.rows * lying.cols, call.stream(), dense,
                         lying);
    });
    call.then([&] {
      const Long slices = a->nnz == 0 ? 0 : slices_of(*a);
      return launch_rows(dense_scatter<T>, slices, stored_of(*a), call.stream(), matrix_of(*a),
                         slices, Values<T>(a->values, a->type), dense, view);
    });
    return call.status();
  });
}

cusparseStatus_t dense_to_sparse_buffer_size(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                             cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg,
                                             size_t* bytes) {
  Call call = check_compression(handle, a, b, alg).there(bytes);
  if (!call.failed())
    *bytes = is_compressed(b->format)
                 ? static_cast<size_t>(major_view(*a, b->format).rows + 1) * sizeof(Long)
                 : 0;
  return call.status();
}
cusparseStatus_t dense_to_sparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                          cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg,
                                          void* buffer) {
  Call call = check_compression(handle, a, b, alg);
  if (call.failed() || !is_compressed(b->format)) return call.status();
  const DenseView view = major_view(*a, b->format);
  const Indices counts = counts_in(buffer);
  call.there(buffer).then([&] {
    return with_type(a->type, [&](auto type) {
      using T = decltype(type);
      return launch_rows(dense_count<T>, view.rows, view.rows * view.cols, call.stream(),
                         Values<T>(a->values, a->type), view, counts);
    });
  });
  call.then([&] { return scan(call.stream(), counts, view.rows); });
  bring_total(call, handle, counts, view.rows, &b->nnz);
  return call.status();
}
cusparseStatus_t dense_to_sparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                         cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg,
                                         void* buffer) {
  Call call = check_compression(handle, a, b, alg);
  if (call.failed()) return call.status();
  const Matrix m = matrix_of(*b);
  const DenseView view = major_view(*a, b->format);
  return with_type(a->type, [&](auto type) {
    using T = decltype(type);
    const Values<T> dense(a->values, a->type), values(b->values, b->type);
    if (!is_compressed(b->format)) {
      const Long slices = slices_of(*b);
      return launch_rows(dense_fill_places<T>, slices, b->nnz, call.stream(), dense, view_of(*a), m,
                         slices, values);
    }
    return call.there(buffer)
        .then([&] {
          return launch_rows(dense_compress<T>, view.rows, view.rows * view.cols, call.stream(),
                             dense, view, counts_in(buffer), m.offsets,
                             b->format == CUSPARSE_FORMAT_COO, m.indices, values);
        })
        .status();
  });
}

template <class T>
cusparseStatus_t nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                     const cusparseMatDescr_t descr, const T* a, int lda, int* each, int* total) {
  using N = Number<T>;
  Call call(handle);
  call.one_of(direction).sizes(m, n).general(descr).require(lda >= std::max(m, 1)).there(total);
  const DenseView view =
      direction == CUSPARSE_DIRECTION_ROW ? DenseView{m, n, 1, lda} : DenseView{n, m, lda, 1};
  call.require(view.rows == 0 || (each != nullptr && a != nullptr));
  call.then([&] {
    return launch_rows(nnz_count<N>, view.rows, Long{m} * n, call.stream(),
                       reinterpret_cast<const N*>(a), view, each);
  });
  if (call.failed()) return call.status();
  const bool is_on_device = handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE;
  int* const to = is_on_device ? total : static_cast<int*>(handle->result);
  call.then([&] { return launch_one(nnz_add, call.stream(), each, view.rows, to); });
  if (!is_on_device) call.bring(total, to, sizeof *total);
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_dense.h"
