// SPDX-License-Identifier: Apache-2.0
// The calls of compress.cu.
#pragma once

namespace riffle::cusparse {
namespace {

cusparseStatus_t create_prune_info(pruneInfo_t* info) { return create(info); }
cusparseStatus_t destroy_prune_info(pruneInfo_t info) { return destroy(info); }

// --- Tolerance ---

template <class T>
Scalar tolerance_of(T tolerance) {
  return {{read_any(&tolerance, kTypeOf<Number<T>>, 0).x}, nullptr, CUDA_R_64F};
}
template <class T>
cusparseStatus_t nnz_compress(cusparseHandle_t handle, int m, const cusparseMatDescr_t descr,
                              const T* values, const int* offsets, int* each, int* total,
                              T tolerance) {
  using N = Number<T>;
  Call call(handle);
  call.sizes(m).general(descr).there(total);
  call.require(m == 0 || (offsets != nullptr && each != nullptr));
  if (call.failed()) return call.status();
  const Scalar limit = tolerance_of(tolerance);
  call.require(limit.value.x >= 0);
  call.then([&] {
    return launch_rows(compress_count<N>, m, Long{m} * 16, call.stream(), m,
                       reinterpret_cast<const N*>(values), offsets, descr->index_base, limit, each);
  });
  const bool is_on_device = handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE;
  int* const to = is_on_device ? total : static_cast<int*>(handle->result);
  call.then([&] { return launch_one(compress_total, call.stream(), each, m, to); });
  if (!is_on_device) call.bring(total, to, sizeof *total);
  return call.status();
}
template <class T>
cusparseStatus_t csr2csr_compress(cusparseHandle_t handle, int m, int n,
                                  const cusparseMatDescr_t descr, const T* values,
                                  const int* columns, const int* offsets, int nnz, const int* each,
                                  T* c_values, int* c_columns, int* c_offsets, T tolerance) {
  using N = Number<T>;
  Pruned<N> p =
      csr_of(handle, m, n, nnz, descr, reinterpret_cast<const N*>(values), offsets, columns);
  p.call.there(c_offsets).require(m == 0 || each != nullptr);
  if (p.call.failed()) return p.call.status();
  const Scalar limit = tolerance_of(tolerance);
  p.call.require(limit.value.x >= 0);
  p.call.then([&] {
    return launch_one(compress_offsets, p.call.stream(), each, m, c_offsets, descr->index_base);
  });
  return fill(p, limit, descr, reinterpret_cast<N*>(c_values), c_offsets, c_columns);
}

// --- Pruning by a threshold ---

template <class T>
cusparseStatus_t prune_dense2csr_buffer_size(cusparseHandle_t handle, int m, int n, const T* a,
                                             int lda, const T*, const cusparseMatDescr_t c,
                                             const T*, const int*, const int*, size_t* bytes) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c);
  return size_of_buffer(p, false, bytes);
}
template <class T>
cusparseStatus_t prune_dense2csr_nnz(cusparseHandle_t handle, int m, int n, const T* a, int lda,
                                     const T* threshold, const cusparseMatDescr_t c, int* offsets,
                                     int* total, void*) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c).there(offsets);
  const Scalar limit = threshold_at(p, threshold);
  return p.call.failed() ? p.call.status() : count(p, handle, limit, c, offsets, total);
}
template <class T>
cusparseStatus_t prune_dense2csr(cusparseHandle_t handle, int m, int n, const T* a, int lda,
                                 const T* threshold, const cusparseMatDescr_t c, T* values,
                                 const int* offsets, int* columns, void*) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c).there(offsets);
  const Scalar limit = threshold_at(p, threshold);
  return p.call.failed() ? p.call.status() : fill(p, limit, c, values, offsets, columns);
}
template <class T>
cusparseStatus_t prune_csr2csr_buffer_size(cusparseHandle_t handle, int m, int n, int nnz,
                                           const cusparseMatDescr_t a, const T* values,
                                           const int* offsets, const int* columns, const T*,
                                           const cusparseMatDescr_t c, const T*, const int*,
                                           const int*, size_t* bytes) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c);
  return size_of_buffer(p, false, bytes);
}
template <class T>
cusparseStatus_t prune_csr2csr_nnz(cusparseHandle_t handle, int m, int n, int nnz,
                                   const cusparseMatDescr_t a, const T* values, const int* offsets,
                                   const int* columns, const T* threshold,
                                   const cusparseMatDescr_t c, int* c_offsets, int* total, void*) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c).there(c_offsets);
  const Scalar limit = threshold_at(p, threshold);
  return p.call.failed() ? p.call.status() : count(p, handle, limit, c, c_offsets, total);
}
template <class T>
cusparseStatus_t prune_csr2csr(cusparseHandle_t handle, int m, int n, int nnz,
                               const cusparseMatDescr_t a, const T* values, const int* offsets,
                               const int* columns, const T* threshold, const cusparseMatDescr_t c,
                               T* c_values, const int* c_offsets, int* c_columns, void*) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c).there(c_offsets);
  const Scalar limit = threshold_at(p, threshold);
  return p.call.failed() ? p.call.status() : fill(p, limit, c, c_values, c_offsets, c_columns);
}

// --- Pruning by a percentage ---

template <class T>
cusparseStatus_t prune_dense2csr_by_percentage_buffer_size(cusparseHandle_t handle, int m, int n,
                                                           const T* a, int lda, float percentage,
                                                           const cusparseMatDescr_t c, const T*,
                                                           const int*, const int*, pruneInfo_t,
                                                           size_t* bytes) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c).require(percentage >= 0 && percentage <= 100);
  return size_of_buffer(p, true, bytes);
}
template <class T>
cusparseStatus_t prune_dense2csr_nnz_by_percentage(cusparseHandle_t handle, int m, int n,
                                                   const T* a, int lda, float percentage,
                                                   const cusparseMatDescr_t c, int* offsets,
                                                   int* total, pruneInfo_t, void* buffer) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c).there(offsets);
  const Scalar limit = threshold_by(p, percentage, buffer);
  return p.call.failed() ? p.call.status() : count(p, handle, limit, c, offsets, total);
}
template <class T>
cusparseStatus_t prune_dense2csr_by_percentage(cusparseHandle_t handle, int m, int n, const T* a,
                                               int lda, float percentage,
                                               const cusparseMatDescr_t c, T* values,
                                               const int* offsets, int* columns, pruneInfo_t,
                                               void* buffer) {
  Pruned<T> p = dense_of(handle, m, n, a, lda);
  p.call.general(c).there(offsets);
  const Scalar limit = threshold_by(p, percentage, buffer);
  return p.call.failed() ? p.call.status() : fill(p, limit, c, values, offsets, columns);
}
template <class T>
cusparseStatus_t prune_csr2csr_by_percentage_buffer_size(
    cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t a, const T* values,
    const int* offsets, const int* columns, float percentage, const cusparseMatDescr_t c, const T*,
    const int*, const int*, pruneInfo_t, size_t* bytes) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c).require(percentage >= 0 && percentage <= 100);
  return size_of_buffer(p, true, bytes);
}
template <class T>
cusparseStatus_t prune_csr2csr_nnz_by_percentage(cusparseHandle_t handle, int m, int n, int nnz,
                                                 const cusparseMatDescr_t a, const T* values,
                                                 const int* offsets, const int* columns,
                                                 float percentage, const cusparseMatDescr_t c,
                                                 int* c_offsets, int* total, pruneInfo_t,
                                                 void* buffer) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c).there(c_offsets);
  const Scalar limit = threshold_by(p, percentage, buffer);
  return p.call.failed() ? p.call.status() : count(p, handle, limit, c, c_offsets, total);
}
template <class T>
cusparseStatus_t prune_csr2csr_by_percentage(cusparseHandle_t handle, int m, int n, int nnz,
                                             const cusparseMatDescr_t a, const T* values,
                                             const int* offsets, const int* columns,
                                             float percentage, const cusparseMatDescr_t c,
                                             T* c_values, const int* c_offsets, int* c_columns,
                                             pruneInfo_t, void* buffer) {
  Pruned<T> p = csr_of(handle, m, n, nnz, a, values, offsets, columns);
  p.call.general(c).there(c_offsets);
  const Scalar limit = threshold_by(p, percentage, buffer);
  return p.call.failed() ? p.call.status() : fill(p, limit, c, c_values, c_offsets, c_columns);
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_compress.h"
