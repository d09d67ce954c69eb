// SPDX-License-Identifier: Apache-2.0
// What cuBLAS has beyond BLAS: sums of matrices, diagonal matrices, packed triangles.
#pragma once

#include "libraries/cublas/level3.h"

namespace riffle::cublas {

/// Element (i, j) of a matrix as it is, transposed or conjugated too.
template <class T>
T element(const T* A, Size lda, cublasOperation_t op, Size i, Size j) {
  if (op == CUBLAS_OP_N) return A[i + j * lda];
  const T value = A[j + i * lda];
  return op == CUBLAS_OP_C ? conjugate(value) : value;
}

/// Where a factor is zero, its matrix is not read. In place only as it is: each element is read before it is written.
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    Size m, Size n, const T* alpha, const T* A, Size lda, const T* beta, const T* B,
                    Size ldb, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>("?geam"));
  checks.one_of(transa, 1).one_of(transb, 2).size(m, 3).size(n, 4).leading(
      lda, rows_of(transa, m, n), 7);
  checks.leading(ldb, rows_of(transb, m, n), 10).leading(ldc, m, 12);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  checks.there(alpha).there(beta).require(A != C || (transa == CUBLAS_OP_N && lda == ldc));
  if (checks.require(B != C || (transb == CUBLAS_OP_N && ldb == ldc)).failed())
    return checks.status();
  Touches touches(handle);
  if (A != C) touches.reads_times(alpha, operand(transa, A, m, n, lda));
  if (B != C) touches.reads_times(beta, operand(transb, B, m, n, ldb));
  if (A == C)
    touches.updates(matrix(C, m, n, ldc), alpha);
  else if (B == C)
    touches.updates(matrix(C, m, n, ldc), beta);
  else
    touches.writes(matrix(C, m, n, ldc));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T of_a = a.get(), of_b = b.get();
    const bool with_a = !is_zero(of_a), with_b = !is_zero(of_b);
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i) {
        T sum{};
        if (with_a) sum = multiply(of_a, element(A, lda, transa, i, j));
        if (with_b) sum = add(sum, multiply(of_b, element(B, ldb, transb, i, j)));
        C[i + j * ldc] = sum;
      }
  });
}

template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, Size m, Size n, const T* A,
                    Size lda, const T* x, Size incx, T* C, Size ldc) {
  BlasChecks checks(handle, blas_name<T>("?dgmm"));
  checks.one_of(side, 1).size(m, 2).size(n, 3).leading(lda, m, 5).leading(ldc, m, 9);
  if (checks.failed() || m == 0 || n == 0) return checks.status();
  Touches touches(handle);
  touches.reads(vector(x, side == CUBLAS_SIDE_LEFT ? m : n, incx));
  if (A == C)
    touches.changes(matrix(C, m, n, ldc));
  else
    touches.reads(matrix(A, m, n, lda)).writes(matrix(C, m, n, ldc));
  return enqueue(handle, [=] {
    const Size count = side == CUBLAS_SIDE_LEFT ? m : n;
    const T* const diagonal = incx < 0 ? x - (count - 1) * incx : x;
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i)
        C[i + j * ldc] =
            multiply(A[i + j * lda], diagonal[(side == CUBLAS_SIDE_LEFT ? i : j) * incx]);
  });
}

/// Calls `move(packed, full)` for each element of a triangle.
template <class Move>
void for_each_packed(cublasFillMode_t uplo, Size n, Size lda, Move move) {
  Size packed = 0;
  for (Size j = 0; j < n; ++j) {
    const Size first = uplo == CUBLAS_FILL_MODE_LOWER ? j : 0,
               last = uplo == CUBLAS_FILL_MODE_LOWER ? n : j + 1;
    for (Size i = first; i < last; ++i) move(packed++, i + j * lda);
  }
}
template <class T>
cublasStatus_t tpttr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* AP, T* A,
                     Size lda) {
  BlasChecks checks(handle);
  if (checks.one_of(uplo).size(n).leading(lda, n).failed()) return checks.status();
  Touches(handle).reads(vector(AP, n * (n + 1) / 2)).writes(matrix(A, n, n, lda, part_of(uplo)));
  return enqueue(handle,
                 [=] { for_each_packed(uplo, n, lda, [=](Size p, Size f) { A[f] = AP[p]; }); });
}
template <class T>
cublasStatus_t trttp(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* A, Size lda,
                     T* AP) {
  BlasChecks checks(handle);
  if (checks.one_of(uplo).size(n).leading(lda, n).failed()) return checks.status();
  Touches(handle).reads(matrix(A, n, n, lda, part_of(uplo))).writes(vector(AP, n * (n + 1) / 2));
  return enqueue(handle,
                 [=] { for_each_packed(uplo, n, lda, [=](Size p, Size f) { AP[p] = A[f]; }); });
}

}  // namespace riffle::cublas
