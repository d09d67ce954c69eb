// SPDX-License-Identifier: Apache-2.0
// Sampled dense times dense matrix: the product's entries where a sparse matrix has some.
#include "libraries/cusparse/dense_view.h"
#include "libraries/cusparse/products.h"

namespace riffle::cusparse {
namespace {

struct Dense {
  DenseView view;
  bool is_conjugated;
};

template <class T>
__device__ Number<T> dot(Values<T> a, const Dense& a_of, Values<T> b, const Dense& b_of, Long row,
                         Long column) {
#pragma clang fp reassociate(on) contract(fast)
  using N = Number<T>;
  N sum = 0;
  const Values<T> left = a + row * a_of.view.row_step, right = b + column * b_of.view.col_step;
  for (Long k = 0; k < a_of.view.cols; ++k)
    sum += conjugate_if<N>(left[k * a_of.view.col_step], a_of.is_conjugated) *
           conjugate_if<N>(right[k * b_of.view.row_step], b_of.is_conjugated);
  return sum;
}

template <class T>
__global__ void sddmm_sample(Matrix c, Long slices, Values<T> values, Values<T> a, Dense a_of,
                             Values<T> b, Dense b_of, Scalar alpha_of, Scalar beta_of) {
  using N = Number<T>;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  walk(c, my_rows(slices), [&](Long row, Long column, Long place) {
    const N product = alpha * dot<T>(a, a_of, b, b_of, row, column);
    values.set(place, beta == N(0) ? product : product + beta * values[place]);
  });
}

Call check(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
           const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
           const void* beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t alg) {
  Call call = generic_call(handle);
  call.there(alpha, a, b, beta, c).one_of(op_a).one_of(op_b);
  call.require(alg == CUSPARSE_SDDMM_ALG_DEFAULT);
  if (call.failed()) return call;
  const DenseView left = view_of(*a, op_a), right = view_of(*b, op_b);
  call.require(left.rows == c->rows && right.cols == c->cols && left.cols == right.rows);
  call.require(!c->has_fill_mode && !c->has_diag_type, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(c->format == CUSPARSE_FORMAT_CSR || c->format == CUSPARSE_FORMAT_BSR,
               CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(
      a->type == b->type && ((is_full_type(compute) && a->type == compute && c->type == compute) ||
                             (a->type == CUDA_R_16F && compute == CUDA_R_32F &&
                              (c->type == CUDA_R_16F || c->type == CUDA_R_32F))),
      CUSPARSE_STATUS_NOT_SUPPORTED);
  return call;
}

Dense dense_of(const cusparseDnMatDescr& descr, cusparseOperation_t op) {
  return {view_of(descr, op), op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}
void* moved(void* data, Long elements, unsigned bytes) {
  return data == nullptr ? nullptr : static_cast<char*>(data) + elements * bytes;
}

cusparseStatus_t sddmm_buffer_size(cusparseHandle_t handle, cusparseOperation_t op_a,
                                   cusparseOperation_t op_b, const void* alpha,
                                   cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                   const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                   cusparseSDDMMAlg_t alg, size_t* bytes) {
  Call call = check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg).there(bytes);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
cusparseStatus_t sddmm_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a,
                                  cusparseOperation_t op_b, const void* alpha,
                                  cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                  const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                  cusparseSDDMMAlg_t alg, void*) {
  return check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg).status();
}
cusparseStatus_t sddmm(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                       const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                       cusparseSDDMMAlg_t alg, void*) {
  Call call = check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg);
  if (call.failed() || c->nnz == 0) return call.status();
  const Scalar factor = call.scalar(alpha, compute), old = call.scalar(beta, compute);
  const Dense left = dense_of(*a, op_a), right = dense_of(*b, op_b);
  const Long slices = slices_of(*c);
  cusparseSpMatDescr one = *c;
  for (int i = 0; i < c->batches; ++i) {
    call.then([&] {
      return with_type(kernel_type(a->type, b->type, c->type), [&](auto type) {
        using T = decltype(type);
        const Long skipped_a = i * a->batch_stride, skipped_b = i * b->batch_stride;
        return launch_rows(sddmm_sample<T>, slices, c->nnz * (left.view.cols + 1), call.stream(),
                           matrix_of(one), slices, Values<T>(one.values, c->type),
                           Values<T>(moved(a->values, skipped_a, bytes_of(a->type)), a->type), left,
                           Values<T>(moved(b->values, skipped_b, bytes_of(b->type)), b->type),
                           right, factor, old);
      });
    });
    one.offsets = moved(one.offsets, c->offsets_stride, bytes_of(c->offset_type));
    one.indices = moved(one.indices, c->indices_stride, bytes_of(c->index_type));
    one.values = moved(one.values, c->values_stride, bytes_of(c->type));
  }
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_sddmm.h"
