// SPDX-License-Identifier: Apache-2.0
// Sparse with dense vectors: sums, copies, rotations and products.
#include "libraries/cusparse/dense_view.h"
#include "libraries/cusparse/products.h"

namespace riffle::cusparse {
namespace {

template <class T>
__global__ void axpby_scale(Values<T> y, Long size, Scalar beta_of) {
  using N = Number<T>;
  const N beta = beta_of.get<N>();
  const Long i = element();
  if (i < size) y.set(i, beta == N(0) ? N(0) : beta * y[i]);
}
template <class T>
__global__ void axpby_add(Values<T> x, Indices indices, Long nnz, Values<T> y, Scalar alpha_of) {
  using N = Number<T>;
  const Long i = element();
  if (i < nnz) y.set(indices[i], y[indices[i]] + alpha_of.get<N>() * x[i]);
}
template <class T>
__global__ void gather_elements(Values<T> y, Indices indices, Long nnz, Values<T> x) {
  const Long i = element();
  if (i < nnz) x.set(i, y[indices[i]]);
}
template <class T>
__global__ void scatter_elements(Values<T> x, Indices indices, Long nnz, Values<T> y) {
  const Long i = element();
  if (i < nnz) y.set(indices[i], x[i]);
}
/// Elements that x does not store are zero, and stay out of it.
template <class T>
__global__ void rot_elements(Values<T> x, Indices indices, Long nnz, Values<T> y, Scalar c_of,
                             Scalar s_of) {
  using N = Number<T>;
  const Long i = element();
  if (i >= nnz) return;
  const N c = c_of.get<N>(), s = s_of.get<N>(), a = x[i], b = y[indices[i]];
  x.set(i, c * a + s * b);
  y.set(indices[i], c * b - conjugate(s) * a);
}
template <class T>
__global__ void spvv_dot(Values<T> x, Indices indices, Long nnz, Values<T> y, bool is_conjugated,
                         void* result, cudaDataType type) {
#pragma clang fp reassociate(on) contract(fast)
  using N = Number<T>;
  N sum = 0;
  for (Long k = 0; k < nnz; ++k) sum += conjugate_if<N>(x[k], is_conjugated) * y[indices[k]];
  if constexpr (std::is_same_v<T, Any>)
    write_any(result, type, 0, sum);
  else
    *static_cast<T*>(result) = sum;
}

/// A dense matrix by columns times a sparse vector: a thread for each element of y.
template <class T>
__global__ void gemvi_rows(Long rows, const T* a, DenseView view, bool is_conjugated, Long nnz,
                           const T* x, const int* indices, int base, T* y, Scalar alpha_of,
                           Scalar beta_of) {
  const Long i = element();
  if (i >= rows) return;
  const T alpha = alpha_of.get<T>(), beta = beta_of.get<T>();
  T sum = 0;
  for (Long k = 0; k < nnz; ++k)
    sum += conjugate_if<T>(a[view.place(i, indices[k] - base)], is_conjugated) * x[k];
  y[i] = beta == T(0) ? alpha * sum : alpha * sum + beta * y[i];
}

bool is_vector_type(cudaDataType type) {
  return is_full_type(type) || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_C_16F ||
         type == CUDA_C_16BF;
}
/// Halves are computed with in single precision.
cudaDataType scalar_type(cudaDataType type) {
  if (type == CUDA_R_16F || type == CUDA_R_16BF) return CUDA_R_32F;
  return type == CUDA_C_16F || type == CUDA_C_16BF ? CUDA_C_32F : type;
}

Call check(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y) {
  Call call = generic_call(handle);
  call.there(x, y);
  if (call.failed()) return call;
  call.require(x->size == y->size);
  return call.require(x->type == y->type, CUSPARSE_STATUS_NOT_SUPPORTED);
}
Indices indices_in(cusparseConstSpVecDescr_t x) {
  return indices_of(x->indices, x->base, x->index_type);
}

cusparseStatus_t axpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                       const void* beta, cusparseDnVecDescr_t y) {
  Call call = check(handle, x, y).there(alpha, beta);
  if (call.failed()) return call.status();
  call.require(is_vector_type(x->type), CUSPARSE_STATUS_NOT_SUPPORTED);
  return with_type(x->type, [&](auto type) {
    using T = decltype(type);
    const Values<T> from(x->values, x->type), to(y->values, y->type);
    const Scalar factor = call.scalar(alpha, scalar_type(x->type));
    const Scalar old = call.scalar(beta, scalar_type(x->type));
    call.then(
        [&] { return launch_elements(axpby_scale<T>, y->size, call.stream(), to, y->size, old); });
    call.then([&] {
      return launch_elements(axpby_add<T>, x->nnz, call.stream(), from, indices_in(x), x->nnz, to,
                             factor);
    });
    return call.status();
  });
}

bool moves(cudaDataType type) { return is_vector_type(type) || type == CUDA_R_8I; }

cusparseStatus_t gather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                        cusparseSpVecDescr_t x) {
  Call call = check(handle, x, y);
  if (call.failed()) return call.status();
  call.require(moves(x->type), CUSPARSE_STATUS_NOT_SUPPORTED).then([&] {
    return with_type(x->type, [&](auto type) {
      using T = decltype(type);
      return launch_elements(gather_elements<T>, x->nnz, call.stream(),
                             Values<T>(y->values, y->type), indices_in(x), x->nnz,
                             Values<T>(x->values, x->type));
    });
  });
  return call.status();
}

cusparseStatus_t scatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                         cusparseDnVecDescr_t y) {
  Call call = check(handle, x, y);
  if (call.failed()) return call.status();
  call.require(moves(x->type), CUSPARSE_STATUS_NOT_SUPPORTED).then([&] {
    return with_type(x->type, [&](auto type) {
      using T = decltype(type);
      return launch_elements(scatter_elements<T>, x->nnz, call.stream(),
                             Values<T>(x->values, x->type), indices_in(x), x->nnz,
                             Values<T>(y->values, y->type));
    });
  });
  return call.status();
}

cusparseStatus_t rot(cusparseHandle_t handle, const void* c, const void* s, cusparseSpVecDescr_t x,
                     cusparseDnVecDescr_t y) {
  Call call = check(handle, x, y).there(c, s);
  if (call.failed()) return call.status();
  call.require(is_vector_type(x->type), CUSPARSE_STATUS_NOT_SUPPORTED).then([&] {
    return with_type(x->type, [&](auto type) {
      using T = decltype(type);
      const cudaDataType scalars = scalar_type(x->type);
      return launch_elements(rot_elements<T>, x->nnz, call.stream(), Values<T>(x->values, x->type),
                             indices_in(x), x->nnz, Values<T>(y->values, y->type),
                             call.scalar(c, scalars), call.scalar(s, scalars));
    });
  });
  return call.status();
}

Call check_product(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                   cusparseConstDnVecDescr_t y, const void* result, cudaDataType compute) {
  Call call = check(handle, x, y).there(result);
  call.require(op == kNone || op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
  if (call.failed()) return call;
  const bool is_byte = x->type == CUDA_R_8I && (compute == CUDA_R_32I || compute == CUDA_R_32F);
  return call.require(is_byte || (is_vector_type(x->type) && compute == scalar_type(x->type)),
                      CUSPARSE_STATUS_NOT_SUPPORTED);
}

cusparseStatus_t spvv_buffer_size(cusparseHandle_t handle, cusparseOperation_t op,
                                  cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                  const void* result, cudaDataType compute, size_t* bytes) {
  Call call = check_product(handle, op, x, y, result, compute).there(bytes);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
cusparseStatus_t spvv(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                      cusparseConstDnVecDescr_t y, void* result, cudaDataType compute, void*) {
  Call call = check_product(handle, op, x, y, result, compute);
  if (call.failed()) return call.status();
  const bool is_on_device = handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE;
  call.then([&] {
    return with_type(x->type, [&](auto type) {
      using T = decltype(type);
      return launch_one(spvv_dot<T>, call.stream(), Values<T>(x->values, x->type), indices_in(x),
                        x->nnz, Values<T>(y->values, y->type), op != kNone,
                        is_on_device ? result : handle->result, compute);
    });
  });
  if (!is_on_device) call.bring(result, handle->result, bytes_of(compute));
  return call.status();
}

template <class T>
cusparseStatus_t gemvi_buffer_size(cusparseHandle_t handle, cusparseOperation_t op, int m, int n,
                                   int nnz, int* bytes) {
  Call call(handle);
  call.one_of(op).sizes(m, n, nnz).there(bytes);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
template <class T>
cusparseStatus_t gemvi(cusparseHandle_t handle, cusparseOperation_t op, int m, int n,
                       const T* alpha, const T* a, int lda, int nnz, const T* x, const int* indices,
                       const T* beta, T* y, cusparseIndexBase_t base, void*) {
  using N = Number<T>;
  Call call(handle);
  call.one_of(op).one_of(base).sizes(m, n, nnz).require(lda >= std::max(m, 1)).there(alpha, beta);
  call.require(nnz == 0 || (a != nullptr && x != nullptr && indices != nullptr));
  const Long rows = op == kNone ? m : n;
  call.require(rows == 0 || y != nullptr).then([&] {
    const DenseView view = op == kNone ? DenseView{m, n, 1, lda} : DenseView{n, m, lda, 1};
    return launch_elements(gemvi_rows<N>, rows, call.stream(), rows, reinterpret_cast<const N*>(a),
                           view, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, nnz,
                           reinterpret_cast<const N*>(x), indices, base, reinterpret_cast<N*>(y),
                           call.scalar(alpha), call.scalar(beta));
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_vectors.h"
