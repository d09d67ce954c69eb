// SPDX-License-Identifier: Apache-2.0
// The product that all others come to.
#pragma once

#include "libraries/cublas/numbers.h"
#include "libraries/cublas/openblas.h"

namespace riffle::cublas {

/// C = alpha A B + beta C. Where alpha is zero, A and B are not read; OpenBLAS multiplies small matrices all the same, and
/// what is not a number would get into the result.
template <class T>
void multiply_add(char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k,
                  const T& alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb,
                  const T& beta, T* C, std::int64_t ldc) {
  fortran<T, "?gemm">(transa, transb, m, n, is_zero(alpha) ? std::int64_t{0} : k, &alpha, A, lda, B,
                      ldb, &beta, C, ldc);
}

}  // namespace riffle::cublas
