// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times dense vector.
//
// Where a row of op(A) is a run of entries, a block computes its rows one after another. All else adds to sums in the
// program's buffer, in the type that is computed in, and a second kernel puts them into y.
#include "libraries/cusparse/products.h"

namespace riffle::cusparse {
namespace {

/// Sums may be formed in any order: the compiler makes vectors of the loop.
template <class T>
__device__ T dot_run(const int* __restrict__ columns, const T* __restrict__ values,
                     const T* __restrict__ x, Long begin, Long end, int base) {
#pragma clang fp reassociate(on) contract(fast)
  T sum = 0;
  x -= base;
  for (Long k = begin; k < end; ++k) sum += values[k] * x[columns[k]];
  return sum;
}

template <class T>
__device__ T sum_with(T product, T alpha, T beta, const T* y) {
  // A y that counts for nothing is not read: it may hold anything.
  return beta == T(0) ? alpha * product : alpha * product + beta * *y;
}

template <class T>
__global__ void spmv_rows(Long rows, const int* __restrict__ offsets,
                          const int* __restrict__ columns, const T* __restrict__ values, int base,
                          const T* __restrict__ x, T* __restrict__ y, Scalar alpha_of,
                          Scalar beta_of) {
  const T alpha = alpha_of.get<T>(), beta = beta_of.get<T>();
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i) {
    const T product = dot_run(columns, values, x, offsets[i] - base, offsets[i + 1] - base, base);
    y[i] = sum_with(product, alpha, beta, y + i);
  }
}

template <class T>
__global__ void spmv_rows_any(Long rows, Indices offsets, Indices columns, Values<T> values,
                              Values<T> x, Values<T> y, Scalar alpha_of, Scalar beta_of,
                              bool is_conjugated) {
  using N = Number<T>;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i) {
    N sum = 0;
    for (Long k = offsets[i], end = offsets[i + 1]; k < end; ++k)
      sum += conjugate_if<N>(values[k], is_conjugated) * x[columns[k]];
    y.set(i, beta == N(0) ? alpha * sum : alpha * sum + beta * y[i]);
  }
}

/// Block (i, p) is one of those that add to sums p.
template <class T>
__global__ void spmv_add(Matrix a, Long slices, Values<T> values, Values<T> x, Number<T>* sums,
                         Long results, Sides sides) {
  const Long each = (slices + gridDim.y - 1) / gridDim.y, part = blockIdx.y * each;
  const Long left = part < slices ? (slices - part < each ? slices - part : each) : 0;
  const RowRange run = my_rows(left);
  Number<T>* const to = sums + blockIdx.y * results;
  walk(a, {part + run.begin, part + run.end}, [&](Long row, Long column, Long place) {
    to[sides.out(row, column)] +=
        conjugate_if<Number<T>>(values[place], sides.is_conjugated) * x[sides.in(row, column)];
  });
}

template <class T>
__global__ void spmv_clear(Number<T>* sums, Long count) {
  if (element() < count) sums[element()] = 0;
}

template <class T>
__global__ void spmv_finish(const Number<T>* sums, Long parts, Long results, Values<T> y,
                            Scalar alpha_of, Scalar beta_of) {
  using N = Number<T>;
  const Long i = element();
  if (i >= results) return;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  N sum = 0;
  for (Long p = 0; p < parts; ++p) sum += sums[p * results + i];
  y.set(i, beta == N(0) ? alpha * sum : alpha * sum + beta * y[i]);
}

Long results_of(const cusparseSpMatDescr& a, cusparseOperation_t op) {
  return op == kNone ? a.rows : a.cols;
}

/// Bytes of the sums; 0 where there are none.
std::size_t buffer_bytes(const cusparseSpMatDescr& a, cusparseOperation_t op,
                         cudaDataType kernels) {
  if (has_runs(a, op)) return 0;
  const Long results = results_of(a, op);
  return static_cast<std::size_t>(sums_of(a, op, results) * results) *
         (is_full_type(kernels) ? bytes_of(kernels) : bytes_of(CUDA_C_64F));
}

/// An algorithm belongs to a format; the default one to all.
bool has_algorithm(cusparseFormat_t format, cusparseSpMVAlg_t alg) {
  switch (alg) {
    case CUSPARSE_SPMV_COO_ALG1:
    case CUSPARSE_SPMV_COO_ALG2:
      return format == CUSPARSE_FORMAT_COO;
    case CUSPARSE_SPMV_CSR_ALG1:
    case CUSPARSE_SPMV_CSR_ALG2:
      return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
    case CUSPARSE_SPMV_SELL_ALG1:
      return format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    case CUSPARSE_SPMV_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
    default:
      return true;
  }
}

Call check(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
           cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
           cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t alg) {
  Call call = generic_call(handle);
  call.there(alpha, a, x, beta, y).one_of(op);
  call.require(alg >= CUSPARSE_SPMV_ALG_DEFAULT && alg <= CUSPARSE_SPMV_BSR_ALG1);
  if (call.failed()) return call;
  call.require(x->size == (op == kNone ? a->cols : a->rows) && y->size == results_of(*a, op));
  call.require(!a->has_fill_mode && !a->has_diag_type, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(a->format != CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(types_go_together(a->type, x->type, y->type, compute),
               CUSPARSE_STATUS_NOT_SUPPORTED);
  return call.require(has_algorithm(a->format, alg));
}

template <class T>
cusparseStatus_t multiply_runs(const Call& call, const cusparseSpMatDescr& a, Values<T> x,
                               Values<T> y, Sides sides, Scalar alpha, Scalar beta) {
  const Long rows = a.format == CUSPARSE_FORMAT_CSR ? a.rows : a.cols;
  if constexpr (!std::is_same_v<T, Any>)
    if (has_int_indices(a) && !sides.is_conjugated)
      return launch_rows(spmv_rows<T>, rows, a.nnz, call.stream(), rows,
                         static_cast<const int*>(a.offsets), static_cast<const int*>(a.indices),
                         static_cast<const T*>(a.values), a.base, x.data, y.data, alpha, beta);
  const Matrix m = matrix_of(a);
  return launch_rows(spmv_rows_any<T>, rows, a.nnz, call.stream(), rows, m.offsets, m.indices,
                     Values<T>(a.values, a.type), x, y, alpha, beta, sides.is_conjugated);
}

template <class T>
cusparseStatus_t multiply(Call call, cusparseOperation_t op, const cusparseSpMatDescr& a,
                          const cusparseDnVecDescr& x_of, const cusparseDnVecDescr& y_of,
                          Scalar alpha, Scalar beta, void* buffer) {
  const Values<T> x(x_of.values, x_of.type), y(y_of.values, y_of.type);
  const Sides sides = sides_of(op);
  const Long results = results_of(a, op);
  // Without entries there may be no arrays.
  if (a.nnz == 0)
    return launch_elements(spmv_finish<T>, results, call.stream(), nullptr, 0, results, y, alpha,
                           beta);
  if (has_runs(a, op)) return multiply_runs<T>(call, a, x, y, sides, alpha, beta);
  const Long parts = sums_of(a, op, results);
  call.require(buffer != nullptr || results == 0);
  auto* const sums = static_cast<Number<T>*>(buffer);
  call.then([&] {
    return launch_elements(spmv_clear<T>, parts * results, call.stream(), sums, parts * results);
  });
  call.then([&] {
    const Long slices = slices_of(a);
    const unsigned blocks = slices_are_apart(a, op) ? blocks_for(slices, stored_of(a)) : 1;
    return launch(spmv_add<T>, dim3(slices == 0 ? 0 : blocks, static_cast<unsigned>(parts)),
                  dim3(1), call.stream(), matrix_of(a), slices, Values<T>(a.values, a.type), x,
                  sums, results, sides);
  });
  call.then([&] {
    return launch_elements(spmv_finish<T>, results, call.stream(), sums, parts, results, y, alpha,
                           beta);
  });
  return call.status();
}

cusparseStatus_t spmv_buffer_size(cusparseHandle_t handle, cusparseOperation_t op,
                                  const void* alpha, cusparseConstSpMatDescr_t a,
                                  cusparseConstDnVecDescr_t x, const void* beta,
                                  cusparseDnVecDescr_t y, cudaDataType compute,
                                  cusparseSpMVAlg_t alg, size_t* bytes) {
  Call call = check(handle, op, alpha, a, x, beta, y, compute, alg).there(bytes);
  if (!call.failed()) *bytes = buffer_bytes(*a, op, kernel_type(a->type, x->type, y->type));
  return call.status();
}

/// There is nothing that a second product could use.
cusparseStatus_t spmv_preprocess(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                                 cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                 const void* beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                 cusparseSpMVAlg_t alg, void*) {
  return check(handle, op, alpha, a, x, beta, y, compute, alg).status();
}

cusparseStatus_t spmv(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                      cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t alg,
                      void* buffer) {
  const Call call = check(handle, op, alpha, a, x, beta, y, compute, alg);
  if (call.failed()) return call.status();
  const Scalar factor = call.scalar(alpha, compute), old = call.scalar(beta, compute);
  return with_type(kernel_type(a->type, x->type, y->type), [&](auto type) {
    return multiply<decltype(type)>(call, op, *a, *x, *y, factor, old, buffer);
  });
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_spmv.h"
