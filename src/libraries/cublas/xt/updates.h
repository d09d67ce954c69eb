// SPDX-License-Identifier: Apache-2.0
// cuBLASXt's updates of a triangle: tiles on the diagonal are updates of their own, the others products.
#pragma once

#include "libraries/cublas/xt/products.h"

namespace riffle::cublas::xt {

/// Calls `diagonal(first, count)` and `beside(row, rows, col, cols)` for the tiles of a triangle.
template <class Diagonal, class Beside>
void deal_triangle(Tiles& tiles, cublasFillMode_t uplo, Size n, Diagonal diagonal, Beside beside) {
  tiles.for_each_range(n, [&](Size col, Size cols) {
    tiles.for_each_range(n, [&](Size row, Size rows) {
      if (row == col)
        diagonal(col, cols);
      else if ((row > col) == (uplo == CUBLAS_FILL_MODE_LOWER))
        beside(row, rows, col, cols);
    });
  });
}

/// How the factors of an update are used in a product: one as it is, the other transposed, or the other way round.
struct UpdateOperations {
  cublasOperation_t first, second;
};
inline UpdateOperations sides_of(cublasOperation_t trans, bool is_hermitian) {
  const cublasOperation_t other = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  return trans == CUBLAS_OP_N ? UpdateOperations{CUBLAS_OP_N, other}
                              : UpdateOperations{other, CUBLAS_OP_N};
}
template <class T>
T as_factor(Real<T> real) {
  if constexpr (kIsComplex<T>)
    return {real, 0};
  else
    return real;
}
template <class T>
  requires kIsComplex<T>
T as_factor(T factor) {
  return factor;
}

inline void check_factors(BlasChecks& checks, bool is_empty, const void* alpha, const void* beta) {
  if (!is_empty) checks.there(alpha).there(beta);
}

template <bool kHermitian, class T, class Factor, class Routine>
cublasStatus_t rank_k(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                      Size k, const Factor* alpha, const T* A, Size lda, const Factor* beta, T* C,
                      Size ldc, Routine routine) {
  const auto check = [&](BlasChecks& checks) {
    check_rank_k(checks, uplo, trans, n, k, lda, ldc);
    check_factors(checks, n == 0, alpha, beta);
  };
  return run(xt, n == 0, check, [&](Tiles& tiles) {
    const auto [first, second] = sides_of(trans, kHermitian);
    const T scale = as_factor<T>(*alpha), keep = as_factor<T>(*beta);
    const auto rows_at = [&](Size row) { return part(A, trans, row, 0, lda); };
    deal_triangle(
        tiles, uplo, n,
        [&](Size at, Size size) {
          tiles.deal([&](cublasHandle_t handle) {
            return routine(handle, uplo, trans, size, k, alpha, rows_at(at), lda, beta,
                           C + at + at * ldc, ldc);
          });
        },
        [&](Size row, Size rows, Size col, Size cols) {
          tiles.deal([&](cublasHandle_t handle) {
            return cublas::gemm(handle, first, second, rows, cols, k, &scale, rows_at(row), lda,
                                rows_at(col), lda, &keep, C + row + col * ldc, ldc);
          });
        });
  });
}
template <class T>
cublasStatus_t syrk(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                    Size k, const T* alpha, const T* A, Size lda, const T* beta, T* C, Size ldc) {
  return rank_k<false>(xt, uplo, trans, n, k, alpha, A, lda, beta, C, ldc, cublas::syrk<T>);
}
template <class T>
cublasStatus_t herk(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                    Size k, const Real<T>* alpha, const T* A, Size lda, const Real<T>* beta, T* C,
                    Size ldc) {
  return rank_k<true>(xt, uplo, trans, n, k, alpha, A, lda, beta, C, ldc, cublas::herk<T>);
}

/// Of two matrices: with `kBoth` the second product is added too, with the matrices exchanged.
template <bool kHermitian, bool kBoth, class T, class Factor, class Routine>
cublasStatus_t rank_2k(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                       Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                       const Factor* beta, T* C, Size ldc, Routine routine) {
  const auto check = [&](BlasChecks& checks) {
    check_update(checks, uplo, trans, n, k, lda, ldb, ldc);
    check_factors(checks, n == 0, alpha, beta);
  };
  return run(xt, n == 0, check, [&](Tiles& tiles) {
    const auto [first, second] = sides_of(trans, kHermitian);
    const T keep = as_factor<T>(*beta), one = as_factor<T>(Real<T>{1});
    const T exchanged = kHermitian ? conjugate(*alpha) : *alpha;
    const auto of_a = [&](Size row) { return part(A, trans, row, 0, lda); };
    const auto of_b = [&](Size row) { return part(B, trans, row, 0, ldb); };
    deal_triangle(
        tiles, uplo, n,
        [&](Size at, Size size) {
          tiles.deal([&](cublasHandle_t handle) {
            return routine(handle, uplo, trans, size, k, alpha, of_a(at), lda, of_b(at), ldb, beta,
                           C + at + at * ldc, ldc);
          });
        },
        [&](Size row, Size rows, Size col, Size cols) {
          T* const tile = C + row + col * ldc;
          tiles.deal([&](cublasHandle_t handle) {
            const cublasStatus_t status =
                cublas::gemm(handle, first, second, rows, cols, k, alpha, of_a(row), lda, of_b(col),
                             ldb, &keep, tile, ldc);
            if (!kBoth || status != CUBLAS_STATUS_SUCCESS) return status;
            return cublas::gemm(handle, first, second, rows, cols, k, &exchanged, of_b(row), ldb,
                                of_a(col), lda, &one, tile, ldc);
          });
        });
  });
}
template <class T>
cublasStatus_t syr2k(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const T* beta, T* C, Size ldc) {
  return rank_2k<false, true>(xt, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc,
                              cublas::syr2k<T>);
}
template <class T>
cublasStatus_t her2k(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const Real<T>* beta, T* C, Size ldc) {
  return rank_2k<true, true>(xt, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc,
                             cublas::her2k<T>);
}
template <class T>
cublasStatus_t syrkx(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const T* beta, T* C, Size ldc) {
  return rank_2k<false, false>(xt, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc,
                               cublas::syrkx<T>);
}
template <class T>
cublasStatus_t herkx(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans, Size n,
                     Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                     const Real<T>* beta, T* C, Size ldc) {
  return rank_2k<true, false>(xt, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc,
                              cublas::herkx<T>);
}

}  // namespace riffle::cublas::xt
