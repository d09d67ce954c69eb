// SPDX-License-Identifier: Apache-2.0
// Matrices with matrices.
#pragma once

#include <vector>

#include "libraries/cublas/numbers.h"
#include "libraries/cublas/operation.h"
#include "libraries/cublas/product.h"

namespace riffle::cublas {

/// The rows of a matrix that is used as it is or transposed.
inline Size rows_of(cublasOperation_t op, Size as_it_is, Size transposed) {
  return op == CUBLAS_OP_N ? as_it_is : transposed;
}

/// The sizes and leading dimensions of a product, numbered as BLAS numbers them.
inline BlasChecks& check_product(BlasChecks& checks, cublasOperation_t transa,
                                 cublasOperation_t transb, Size m, Size n, Size k, Size lda,
                                 Size ldb, Size ldc) {
  return checks.one_of(transa, 1)
      .one_of(transb, 2)
      .size(m, 3)
      .size(n, 4)
      .size(k, 5)
      .leading(lda, rows_of(transa, m, k), 8)
      .leading(ldb, rows_of(transb, k, n), 10)
      .leading(ldc, m, 13);
}

template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    Size m, Size n, Size k, const T* alpha, const T* A, Size lda, const T* B,
                    Size ldb, const T* beta, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>("?gemm"));
  check_product(checks, transa, transb, m, n, k, lda, ldb, ldc);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle)
      .reads_times(alpha, operand(transa, A, m, k, lda))
      .reads_times(alpha, operand(transb, B, k, n, ldb))
      .updates(matrix(C, m, n, ldc), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    multiply_add<T>(letter(transa), letter(transb), m, n, k, scale, A, lda, B, ldb, keep, C, ldc);
  });
}
/// Three products instead of four are a choice of how, not of what.
template <class T>
cublasStatus_t gemm3m(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                      Size m, Size n, Size k, const T* alpha, const T* A, Size lda, const T* B,
                      Size ldb, const T* beta, T* C, Size ldc) {
  return gemm(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

template <class T, Text kRoutine>
cublasStatus_t symmetric_product(cublasHandle_t handle, std::string_view name,
                                 cublasSideMode_t side, cublasFillMode_t uplo, Size m, Size n,
                                 const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                                 const T* beta, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>(name));
  checks.one_of(side, 1).one_of(uplo, 2).size(m, 3).size(n, 4).leading(
      lda, side == CUBLAS_SIDE_LEFT ? m : n, 7);
  checks.leading(ldb, m, 9).leading(ldc, m, 12);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  Touches(handle)
      .reads_times(alpha, matrix(A, order, order, lda, part_of(uplo)))
      .reads_times(alpha, matrix(B, m, n, ldb))
      .updates(matrix(C, m, n, ldc), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, kRoutine>(letter(side), letter(uplo), m, n, &scale, A, lda, B, ldb, &keep, C, ldc);
  });
}
template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                    Size n, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                    const T* beta, T* C, Size ldc) {
  return symmetric_product<T, "?symm">(handle, "?symm", side, uplo, m, n, alpha, A, lda, B, ldb,
                                       beta, C, ldc);
}
template <class T>
cublasStatus_t hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                    Size n, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                    const T* beta, T* C, Size ldc) {
  return symmetric_product<T, "?hemm">(handle, "?hemm", side, uplo, m, n, alpha, A, lda, B, ldb,
                                       beta, C, ldc);
}

/// The letter that BLAS takes: a symmetric update knows no conjugates, a Hermitian one nothing else.
template <class T>
char update_letter(cublasOperation_t trans, bool hermitian) {
  if (trans == CUBLAS_OP_N) return 'N';
  return hermitian ? 'C' : 'T';
}

/// The checks of an update with one matrix.
inline BlasChecks& check_rank_k(BlasChecks& checks, cublasFillMode_t uplo, cublasOperation_t trans,
                                Size n, Size k, Size lda, Size ldc) {
  return checks.one_of(uplo, 1)
      .one_of(trans, 2)
      .size(n, 3)
      .size(k, 4)
      .leading(lda, rows_of(trans, n, k), 7)
      .leading(ldc, n, 10);
}

template <class T, Text kRoutine, bool kHermitian, class Factor>
cublasStatus_t rank_k(cublasHandle_t handle, std::string_view name, cublasFillMode_t uplo,
                      cublasOperation_t trans, Size n, Size k, const Factor* alpha, const T* A,
                      Size lda, const Factor* beta, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>(name));
  check_rank_k(checks, uplo, trans, n, k, lda, ldc);
  if (checks.failed() || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle)
      .reads_times(alpha, operand(trans, A, n, k, lda))
      .updates(matrix(C, n, n, ldc, part_of(uplo)), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const Factor scale = a.get(), keep = b.get();
    fortran<T, kRoutine>(letter(uplo), update_letter<T>(trans, kHermitian), n, k, &scale, A, lda,
                         &keep, C, ldc);
  });
}
template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                    Size k, const T* alpha, const T* A, Size lda, const T* beta, T* C, Size ldc) {
  return rank_k<T, "?syrk", false>(handle, "?syrk", uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
}
template <class T>
cublasStatus_t herk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                    Size k, const Real<T>* alpha, const T* A, Size lda, const Real<T>* beta, T* C,
                    Size ldc) {
  return rank_k<T, "?herk", true>(handle, "?herk", uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
}

/// The checks of an update with two matrices.
inline BlasChecks& check_update(BlasChecks& checks, cublasFillMode_t uplo, cublasOperation_t trans,
                                Size n, Size k, Size lda, Size ldb, Size ldc) {
  return checks.one_of(uplo, 1)
      .one_of(trans, 2)
      .size(n, 3)
      .size(k, 4)
      .leading(lda, rows_of(trans, n, k), 7)
      .leading(ldb, rows_of(trans, n, k), 9)
      .leading(ldc, n, 12);
}

template <class T, Text kRoutine, bool kHermitian, class Factor>
cublasStatus_t rank_2k(cublasHandle_t handle, std::string_view name, cublasFillMode_t uplo,
                       cublasOperation_t trans, Size n, Size k, const T* alpha, const T* A,
                       Size lda, const T* B, Size ldb, const Factor* beta, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>(name));
  check_update(checks, uplo, trans, n, k, lda, ldb, ldc);
  if (checks.failed() || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle)
      .reads_times(alpha, operand(trans, A, n, k, lda))
      .reads_times(alpha, operand(trans, B, n, k, ldb))
      .updates(matrix(C, n, n, ldc, part_of(uplo)), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get();
    const Factor keep = b.get();
    fortran<T, kRoutine>(letter(uplo), update_letter<T>(trans, kHermitian), n, k, &scale, A, lda, B,
                         ldb, &keep, C, ldc);
  });
}
template <class T>
cublasStatus_t syr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const T* beta, T* C, Size ldc) {
  return rank_2k<T, "?syr2k", false>(handle, "?syr2k", uplo, trans, n, k, alpha, A, lda, B, ldb,
                                     beta, C, ldc);
}
template <class T>
cublasStatus_t her2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const Real<T>* beta, T* C, Size ldc) {
  return rank_2k<T, "?her2k", true>(handle, "?her2k", uplo, trans, n, k, alpha, A, lda, B, ldb,
                                    beta, C, ldc);
}

/// One triangle of a product that the caller knows to be symmetric: BLAS has no such routine. The whole product goes
/// to a place of its own, then the triangle is added.
template <class T, bool kHermitian, class Factor>
void add_triangle_of_product(cublasFillMode_t uplo, cublasOperation_t trans, Size n, Size k,
                             T alpha, const T* A, Size lda, const T* B, Size ldb, Factor beta, T* C,
                             Size ldc) {
  std::vector<T> product(static_cast<std::size_t>(n * n));
  const T zero{};
  const char other = kHermitian ? 'C' : 'T';
  multiply_add<T>(trans == CUBLAS_OP_N ? 'N' : other, trans == CUBLAS_OP_N ? other : 'N', n, n, k,
                  alpha, A, lda, B, ldb, zero, product.data(), n);
  for (Size j = 0; j < n; ++j) {
    const Size first = uplo == CUBLAS_FILL_MODE_LOWER ? j : 0,
               last = uplo == CUBLAS_FILL_MODE_LOWER ? n : j + 1;
    for (Size i = first; i < last; ++i) {
      T& to = C[i + j * ldc];
      const T from = product[static_cast<std::size_t>(i + j * n)];
      to = is_zero(beta) ? from : add(multiply(beta, to), from);
      if constexpr (kHermitian)
        if (i == j) to.y = 0;
    }
  }
}
template <class T, bool kHermitian, class Factor>
cublasStatus_t rank_k_of_two(cublasHandle_t handle, std::string_view name, cublasFillMode_t uplo,
                             cublasOperation_t trans, Size n, Size k, const T* alpha, const T* A,
                             Size lda, const T* B, Size ldb, const Factor* beta, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>(name));
  check_update(checks, uplo, trans, n, k, lda, ldb, ldc);
  if (checks.failed() || n == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle)
      .reads_times(alpha, operand(trans, A, n, k, lda))
      .reads_times(alpha, operand(trans, B, n, k, ldb))
      .updates(matrix(C, n, n, ldc, part_of(uplo)), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    add_triangle_of_product<T, kHermitian>(uplo, trans, n, k, a.get(), A, lda, B, ldb, b.get(), C,
                                           ldc);
  });
}
template <class T>
cublasStatus_t syrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const T* beta, T* C, Size ldc) {
  return rank_k_of_two<T, false>(handle, "?syrkx", uplo, trans, n, k, alpha, A, lda, B, ldb, beta,
                                 C, ldc);
}
template <class T>
cublasStatus_t herkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const Real<T>* beta, T* C, Size ldc) {
  return rank_k_of_two<T, true>(handle, "?herkx", uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C,
                                ldc);
}

/// BLAS multiplies in place, cuBLAS to another matrix, which may be the same.
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, Size m, Size n, const T* alpha,
                    const T* A, Size lda, const T* B, Size ldb, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>("?trmm").substr(0, 5));
  checks.one_of(side, 1).one_of(uplo, 2).one_of(trans, 3).one_of(diag, 4).size(m, 5).size(n, 6);
  checks.leading(lda, side == CUBLAS_SIDE_LEFT ? m : n, 9).leading(ldb, m, 11).leading(ldc, m, 13);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  if (checks.there(alpha).failed()) return checks.status();
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  Touches touches(handle);
  touches.reads_times(alpha, matrix(A, order, order, lda, part_of(uplo, diag)));
  if (B != C) touches.reads_times(alpha, matrix(B, m, n, ldb)).writes(matrix(C, m, n, ldc));
  if (B == C) touches.updates(matrix(C, m, n, ldc), alpha);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    for (Size j = 0; B != C && j < n; ++j) std::copy_n(B + j * ldb, m, C + j * ldc);
    fortran<T, "?trmm">(letter(side), letter(uplo), letter(trans), letter(diag), m, n, &scale, A,
                        lda, C, ldc);
  });
}
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, Size m, Size n, const T* alpha,
                    const T* A, Size lda, T* B, Size ldb) {
  BlasChecks checks(handle, blas_name<T>("?trsm"));
  checks.one_of(side, 1).one_of(uplo, 2).one_of(trans, 3).one_of(diag, 4).size(m, 5).size(n, 6);
  checks.leading(lda, side == CUBLAS_SIDE_LEFT ? m : n, 9).leading(ldb, m, 11);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  if (checks.there(alpha).failed()) return checks.status();
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  Touches(handle)
      .reads_times(alpha, matrix(A, order, order, lda, part_of(uplo, diag)))
      .updates(matrix(B, m, n, ldb), alpha);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    fortran<T, "?trsm">(letter(side), letter(uplo), letter(trans), letter(diag), m, n, &scale, A,
                        lda, B, ldb);
  });
}

}  // namespace riffle::cublas
