// SPDX-License-Identifier: Apache-2.0
// Matrices with vectors.
#pragma once

#include "libraries/cublas/operation.h"

namespace riffle::cublas {

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, const T* alpha,
                    const T* A, Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  BlasChecks checks(handle);
  if (checks.one_of(trans)
          .size(m)
          .size(n)
          .leading(lda, m)
          .step(incx)
          .step(incy)
          .there(alpha)
          .there(beta)
          .failed())
    return checks.status();
  const Size of_x = trans == CUBLAS_OP_N ? n : m, of_y = trans == CUBLAS_OP_N ? m : n;
  Touches(handle)
      .reads_times(alpha, matrix(A, m, n, lda))
      .reads_times(alpha, vector(x, of_x, incx))
      .updates(vector(y, of_y, incy), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, "?gemv">(letter(trans), m, n, &scale, A, lda, x, incx, &keep, y, incy);
  });
}
template <class T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n, Size kl,
                    Size ku, const T* alpha, const T* A, Size lda, const T* x, Size incx,
                    const T* beta, T* y, Size incy) {
  BlasChecks checks(handle, blas_name<T>("?gbmv"));
  checks.one_of(trans, 1)
      .size(m, 2)
      .size(n, 3)
      .size(kl, 4)
      .size(ku, 5)
      .leading(lda, kl + ku + 1, 8)
      .step(incx, 10)
      .step(incy, 13);
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  const Size of_x = trans == CUBLAS_OP_N ? n : m, of_y = trans == CUBLAS_OP_N ? m : n;
  Touches(handle).reads_times(alpha, vector(x, of_x, incx)).updates(vector(y, of_y, incy), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, "?gbmv">(letter(trans), m, n, kl, ku, &scale, A, lda, x, incx, &keep, y, incy);
  });
}

// --- Triangular matrices: full, banded, packed; products and solutions ---

template <class T, Text kRoutine>
cublasStatus_t triangular(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                          cublasDiagType_t diag, Size n, const T* A, Size lda, T* x, Size incx) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1)
          .one_of(trans, 2)
          .one_of(diag, 3)
          .size(n, 4)
          .leading(lda, n, 6)
          .step(incx, 8)
          .failed())
    return checks.status();
  Touches(handle).reads(matrix(A, n, n, lda, part_of(uplo, diag))).changes(vector(x, n, incx));
  return enqueue(handle, [=] {
    fortran<T, kRoutine>(letter(uplo), letter(trans), letter(diag), n, A, lda, x, incx);
  });
}
template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, const T* A, Size lda, T* x, Size incx) {
  return triangular<T, "?trmv">(handle, uplo, trans, diag, n, A, lda, x, incx);
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, const T* A, Size lda, T* x, Size incx) {
  return triangular<T, "?trsv">(handle, uplo, trans, diag, n, A, lda, x, incx);
}

template <class T, Text kRoutine>
cublasStatus_t banded_triangular(cublasHandle_t handle, cublasFillMode_t uplo,
                                 cublasOperation_t trans, cublasDiagType_t diag, Size n, Size k,
                                 const T* A, Size lda, T* x, Size incx) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1)
          .one_of(trans, 2)
          .one_of(diag, 3)
          .size(n, 4)
          .size(k, 5)
          .leading(lda, k + 1, 7)
          .step(incx, 9)
          .failed())
    return checks.status();
  Touches(handle).changes(vector(x, n, incx));
  return enqueue(handle, [=] {
    fortran<T, kRoutine>(letter(uplo), letter(trans), letter(diag), n, k, A, lda, x, incx);
  });
}
template <class T>
cublasStatus_t tbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, Size k, const T* A, Size lda, T* x, Size incx) {
  return banded_triangular<T, "?tbmv">(handle, uplo, trans, diag, n, k, A, lda, x, incx);
}
template <class T>
cublasStatus_t tbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, Size k, const T* A, Size lda, T* x, Size incx) {
  return banded_triangular<T, "?tbsv">(handle, uplo, trans, diag, n, k, A, lda, x, incx);
}

template <class T, Text kRoutine>
cublasStatus_t packed_triangular(cublasHandle_t handle, cublasFillMode_t uplo,
                                 cublasOperation_t trans, cublasDiagType_t diag, Size n,
                                 const T* AP, T* x, Size incx) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1).one_of(trans, 2).one_of(diag, 3).size(n, 4).step(incx, 7).failed())
    return checks.status();
  const Size read = diag == CUBLAS_DIAG_UNIT ? 0 : n * (n + 1) / 2;
  Touches(handle).reads(vector(AP, read)).changes(vector(x, n, incx));
  return enqueue(handle, [=] {
    fortran<T, kRoutine>(letter(uplo), letter(trans), letter(diag), n, AP, x, incx);
  });
}
template <class T>
cublasStatus_t tpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, const T* AP, T* x, Size incx) {
  return packed_triangular<T, "?tpmv">(handle, uplo, trans, diag, n, AP, x, incx);
}
template <class T>
cublasStatus_t tpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Size n, const T* AP, T* x, Size incx) {
  return packed_triangular<T, "?tpsv">(handle, uplo, trans, diag, n, AP, x, incx);
}

// --- Symmetric and Hermitian matrices ---

template <class T, Text kRoutine>
cublasStatus_t symmetric(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                         const T* A, Size lda, const T* x, Size incx, const T* beta, T* y,
                         Size incy) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1)
          .size(n, 2)
          .leading(lda, n, 5)
          .step(incx, 7)
          .step(incy, 10)
          .there(alpha)
          .there(beta)
          .failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, matrix(A, n, n, lda, part_of(uplo)))
      .reads_times(alpha, vector(x, n, incx))
      .updates(vector(y, n, incy), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, A, lda, x, incx, &keep, y, incy);
  });
}
template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* A, Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return symmetric<T, "?symv">(handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hemv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* A, Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return symmetric<T, "?hemv">(handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}

template <class T, Text kRoutine>
cublasStatus_t banded_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, Size n, Size k,
                                const T* alpha, const T* A, Size lda, const T* x, Size incx,
                                const T* beta, T* y, Size incy) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  checks.one_of(uplo, 1).size(n, 2).size(k, 3).leading(lda, k + 1, 6).step(incx, 8).step(incy, 11);
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle).reads_times(alpha, vector(x, n, incx)).updates(vector(y, n, incy), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, kRoutine>(letter(uplo), n, k, &scale, A, lda, x, incx, &keep, y, incy);
  });
}
template <class T>
cublasStatus_t sbmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, Size k, const T* alpha,
                    const T* A, Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return banded_symmetric<T, "?sbmv">(handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hbmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, Size k, const T* alpha,
                    const T* A, Size lda, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return banded_symmetric<T, "?hbmv">(handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}

template <class T, Text kRoutine>
cublasStatus_t packed_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, Size n,
                                const T* alpha, const T* AP, const T* x, Size incx, const T* beta,
                                T* y, Size incy) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1)
          .size(n, 2)
          .step(incx, 6)
          .step(incy, 9)
          .there(alpha)
          .there(beta)
          .failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, vector(AP, n * (n + 1) / 2))
      .reads_times(alpha, vector(x, n, incx))
      .updates(vector(y, n, incy), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, AP, x, incx, &keep, y, incy);
  });
}
template <class T>
cublasStatus_t spmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* AP, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return packed_symmetric<T, "?spmv">(handle, uplo, n, alpha, AP, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hpmv(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* AP, const T* x, Size incx, const T* beta, T* y, Size incy) {
  return packed_symmetric<T, "?hpmv">(handle, uplo, n, alpha, AP, x, incx, beta, y, incy);
}

// --- Products of vectors added to matrices ---

template <class T, Text kRoutine>
cublasStatus_t outer(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx,
                     const T* y, Size incy, T* A, Size lda) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.size(m, 1)
          .size(n, 2)
          .step(incx, 5)
          .step(incy, 7)
          .leading(lda, m, 9)
          .there(alpha)
          .failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, vector(x, m, incx))
      .reads_times(alpha, vector(y, n, incy))
      .changes(matrix(A, m, n, lda));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    fortran<T, kRoutine>(m, n, &scale, x, incx, y, incy, A, lda);
  });
}
template <class T>
cublasStatus_t ger(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx,
                   const T* y, Size incy, T* A, Size lda) {
  return outer<T, "?ger">(handle, m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T>
cublasStatus_t geru(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx,
                    const T* y, Size incy, T* A, Size lda) {
  return outer<T, "?geru">(handle, m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T>
cublasStatus_t gerc(cublasHandle_t handle, Size m, Size n, const T* alpha, const T* x, Size incx,
                    const T* y, Size incy, T* A, Size lda) {
  return outer<T, "?gerc">(handle, m, n, alpha, x, incx, y, incy, A, lda);
}

template <class T, Text kRoutine, class Factor>
cublasStatus_t rank_one(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const Factor* alpha,
                        const T* x, Size incx, T* A, Size lda) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1).size(n, 2).step(incx, 5).leading(lda, n, 7).there(alpha).failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, vector(x, n, incx))
      .changes(matrix(A, n, n, lda, part_of(uplo)));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const Factor scale = a.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, x, incx, A, lda);
  });
}
template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x,
                   Size incx, T* A, Size lda) {
  return rank_one<T, "?syr">(handle, uplo, n, alpha, x, incx, A, lda);
}
template <class T>
cublasStatus_t her(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const Real<T>* alpha,
                   const T* x, Size incx, T* A, Size lda) {
  return rank_one<T, "?her">(handle, uplo, n, alpha, x, incx, A, lda);
}

template <class T, Text kRoutine, class Factor>
cublasStatus_t packed_rank_one(cublasHandle_t handle, cublasFillMode_t uplo, Size n,
                               const Factor* alpha, const T* x, Size incx, T* AP) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1).size(n, 2).step(incx, 5).there(alpha).failed()) return checks.status();
  Touches(handle).reads_times(alpha, vector(x, n, incx)).changes(vector(AP, n * (n + 1) / 2));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const Factor scale = a.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, x, incx, AP);
  });
}
template <class T>
cublasStatus_t spr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha, const T* x,
                   Size incx, T* AP) {
  return packed_rank_one<T, "?spr">(handle, uplo, n, alpha, x, incx, AP);
}
template <class T>
cublasStatus_t hpr(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const Real<T>* alpha,
                   const T* x, Size incx, T* AP) {
  return packed_rank_one<T, "?hpr">(handle, uplo, n, alpha, x, incx, AP);
}

template <class T, Text kRoutine>
cublasStatus_t rank_two(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                        const T* x, Size incx, const T* y, Size incy, T* A, Size lda) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1)
          .size(n, 2)
          .step(incx, 5)
          .step(incy, 7)
          .leading(lda, n, 9)
          .there(alpha)
          .failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, vector(x, n, incx))
      .reads_times(alpha, vector(y, n, incy))
      .changes(matrix(A, n, n, lda, part_of(uplo)));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, x, incx, y, incy, A, lda);
  });
}
template <class T>
cublasStatus_t syr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* x, Size incx, const T* y, Size incy, T* A, Size lda) {
  if constexpr (!kIsComplex<T>) {
    return rank_two<T, "?syr2">(handle, uplo, n, alpha, x, incx, y, incy, A, lda);
  } else {
    // LAPACK has no such routine; that of rank 2k with one column serves vectors without gaps.
    BlasChecks checks(handle, blas_name<T>("?syr2"));
    if (checks.one_of(uplo, 1)
            .size(n, 2)
            .step(incx, 5)
            .step(incy, 7)
            .leading(lda, n, 9)
            .there(alpha)
            .failed())
      return checks.status();
    Touches(handle)
        .reads_times(alpha, vector(x, n, incx))
        .reads_times(alpha, vector(y, n, incy))
        .changes(matrix(A, n, n, lda, part_of(uplo)));
    return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
      const T scale = a.get(), one{1, 0};
      const Size count = n > 0 ? n : 1;
      const std::unique_ptr<T[]> dense(new T[2 * static_cast<std::size_t>(count)]);
      fortran<T, "?copy">(n, x, incx, dense.get(), Size{1});
      fortran<T, "?copy">(n, y, incy, dense.get() + count, Size{1});
      fortran<T, "?syr2k">(letter(uplo), 'N', n, Size{1}, &scale, dense.get(), count,
                           dense.get() + count, count, &one, A, lda);
    });
  }
}
template <class T>
cublasStatus_t her2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* x, Size incx, const T* y, Size incy, T* A, Size lda) {
  return rank_two<T, "?her2">(handle, uplo, n, alpha, x, incx, y, incy, A, lda);
}

template <class T, Text kRoutine>
cublasStatus_t packed_rank_two(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                               const T* x, Size incx, const T* y, Size incy, T* AP) {
  BlasChecks checks(handle, blas_name<T>(kRoutine.characters));
  if (checks.one_of(uplo, 1).size(n, 2).step(incx, 5).step(incy, 7).there(alpha).failed())
    return checks.status();
  Touches(handle)
      .reads_times(alpha, vector(x, n, incx))
      .reads_times(alpha, vector(y, n, incy))
      .changes(vector(AP, n * (n + 1) / 2));
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    fortran<T, kRoutine>(letter(uplo), n, &scale, x, incx, y, incy, AP);
  });
}
template <class T>
cublasStatus_t spr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* x, Size incx, const T* y, Size incy, T* AP) {
  return packed_rank_two<T, "?spr2">(handle, uplo, n, alpha, x, incx, y, incy, AP);
}
template <class T>
cublasStatus_t hpr2(cublasHandle_t handle, cublasFillMode_t uplo, Size n, const T* alpha,
                    const T* x, Size incx, const T* y, Size incy, T* AP) {
  return packed_rank_two<T, "?hpr2">(handle, uplo, n, alpha, x, incx, y, incy, AP);
}

}  // namespace riffle::cublas
