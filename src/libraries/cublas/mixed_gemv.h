// SPDX-License-Identifier: Apache-2.0
// Batches of narrow matrices with vectors; sums and factors are float.
#pragma once

#include "libraries/cublas/level3.h"
#include "libraries/cublas/mixed.h"

namespace riffle::cublas {

template <class T>
constexpr bool kIsNarrow = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;
template <class T>
constexpr cudaDataType kNarrowType = std::is_same_v<T, __half>          ? CUDA_R_16F
                                     : std::is_same_v<T, __nv_bfloat16> ? CUDA_R_16BF
                                                                        : CUDA_R_32F;

struct VectorProduct {
  cublasOperation_t trans;
  Size m, n;
  cudaDataType in, out;
  Size lda, incx, incy;
};
[[nodiscard]] cublasStatus_t check_vector_product(cublasHandle_t handle,
                                                  const VectorProduct& product, Size count,
                                                  const float* alpha, const float* beta);
void multiply_vector(const VectorProduct& product, float alpha, const void* A, const void* x,
                     float beta, void* y);

template <class In, class Out>
  requires kIsNarrow<In>
cublasStatus_t gemv_batched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n,
                            const float* alpha, const In* const A[], Size lda, const In* const x[],
                            Size incx, const float* beta, Out* const y[], Size incy, Size count) {
  const VectorProduct product{trans, m, n, kNarrowType<In>, kNarrowType<Out>, lda, incx, incy};
  const cublasStatus_t status = check_vector_product(handle, product, count, alpha, beta);
  if (status != CUBLAS_STATUS_SUCCESS || m == 0 || n == 0 || count == 0) return status;
  const Size from = rows_of(trans, n, m), to = rows_of(trans, m, n);
  Touches(handle)
      .reads_times(alpha, array_of(A, matrix(static_cast<const In*>(nullptr), m, n, lda), count))
      .reads_times(alpha, array_of(x, vector(static_cast<const In*>(nullptr), from, incx), count))
      .updates(array_of(y, vector(static_cast<const Out*>(nullptr), to, incy), count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    for (Size i = 0; i < count; ++i) multiply_vector(product, a.get(), A[i], x[i], b.get(), y[i]);
  });
}
template <class In, class Out>
  requires kIsNarrow<In>
cublasStatus_t gemv_strided_batched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n,
                                    const float* alpha, const In* A, Size lda, Size stride_a,
                                    const In* x, Size incx, Size stride_x, const float* beta,
                                    Out* y, Size incy, Size stride_y, Size count) {
  const VectorProduct product{trans, m, n, kNarrowType<In>, kNarrowType<Out>, lda, incx, incy};
  const cublasStatus_t status = check_vector_product(handle, product, count, alpha, beta);
  if (status != CUBLAS_STATUS_SUCCESS || m == 0 || n == 0 || count == 0) return status;
  const Size from = rows_of(trans, n, m), to = rows_of(trans, m, n);
  Touches(handle)
      .reads_times(alpha, batch(matrix(A, m, n, lda), stride_a, count))
      .reads_times(alpha, batch(vector(x, from, incx), stride_x, count))
      .updates(batch(vector(y, to, incy), stride_y, count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    for (Size i = 0; i < count; ++i)
      multiply_vector(product, a.get(), A + i * stride_a, x + i * stride_x, b.get(),
                      y + i * stride_y);
  });
}

}  // namespace riffle::cublas
