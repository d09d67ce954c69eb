// SPDX-License-Identifier: Apache-2.0
// Updates of rank k whose matrices have types of their own: computed in complex numbers of 32 bits.
#pragma once

#include "libraries/cublas/mixed.h"
#include "libraries/cublas/operand.h"

namespace riffle::cublas {

template <class T, Text kRoutine, bool kHermitian, class Factor>
cublasStatus_t rank_k_ex(cublasHandle_t handle, std::string_view name, cublasFillMode_t uplo,
                         cublasOperation_t trans, Size n, Size k, const Factor* alpha,
                         const void* A, cudaDataType a_type, Size lda, const Factor* beta, void* C,
                         cudaDataType c_type, Size ldc) {
  BlasChecks checks(handle, blas_name<T>(name));
  check_rank_k(checks, uplo, trans, n, k, lda, ldc);
  if (checks.failed() || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  if (c_type != kTypeOf<T> || (a_type != kTypeOf<T> && a_type != CUDA_C_8I))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Size rows = rows_of(trans, n, k), cols = rows_of(trans, k, n);
  Touches(handle)
      .reads_times(alpha,
                   matrix_of_bytes(A, static_cast<unsigned>(size_of(a_type)), rows, cols, lda))
      .updates(matrix(static_cast<T*>(C), n, n, ldc, part_of(uplo)), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const Factor scale = a.get(), keep = b.get();
    const Size used = is_zero(scale) ? 0 : k;  // A is not read then
    const ConvertedMatrix<T> from(A, a_type, rows_of(trans, n, used), rows_of(trans, used, n), lda);
    fortran<T, kRoutine>(letter(uplo), update_letter<T>(trans, kHermitian), n, used, &scale,
                         from.data(), from.ld(), &keep, static_cast<T*>(C), ldc);
  });
}
template <class T>
cublasStatus_t syrk_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                       Size n, Size k, const T* alpha, const void* A, cudaDataType a_type, Size lda,
                       const T* beta, void* C, cudaDataType c_type, Size ldc) {
  return rank_k_ex<T, "?syrk", false>(handle, "?syrk", uplo, trans, n, k, alpha, A, a_type, lda,
                                      beta, C, c_type, ldc);
}
template <class T>
cublasStatus_t herk_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                       Size n, Size k, const Real<T>* alpha, const void* A, cudaDataType a_type,
                       Size lda, const Real<T>* beta, void* C, cudaDataType c_type, Size ldc) {
  return rank_k_ex<T, "?herk", true>(handle, "?herk", uplo, trans, n, k, alpha, A, a_type, lda,
                                     beta, C, c_type, ldc);
}

// Three products instead of four are a choice of how, not of what.
template <class T>
cublasStatus_t syrk3m_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                         Size n, Size k, const T* alpha, const void* A, cudaDataType a_type,
                         Size lda, const T* beta, void* C, cudaDataType c_type, Size ldc) {
  return syrk_ex(handle, uplo, trans, n, k, alpha, A, a_type, lda, beta, C, c_type, ldc);
}
template <class T>
cublasStatus_t herk3m_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                         Size n, Size k, const Real<T>* alpha, const void* A, cudaDataType a_type,
                         Size lda, const Real<T>* beta, void* C, cudaDataType c_type, Size ldc) {
  return herk_ex<T>(handle, uplo, trans, n, k, alpha, A, a_type, lda, beta, C, c_type, ldc);
}
template <class T>
cublasStatus_t gemm3m_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                         Size m, Size n, Size k, const T* alpha, const void* A, cudaDataType a_type,
                         Size lda, const void* B, cudaDataType b_type, Size ldb, const T* beta,
                         void* C, cudaDataType c_type, Size ldc) {
  return gemm_ex(handle, transa, transb, m, n, k, alpha, A, a_type, lda, B, b_type, ldb, beta, C,
                 c_type, ldc);
}

}  // namespace riffle::cublas
