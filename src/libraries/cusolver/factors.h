// SPDX-License-Identifier: Apache-2.0
// Factors of matrices, and systems that they solve: Cholesky, LU, Bunch-Kaufman, QR.
#pragma once

#include "libraries/cusolver/operation.h"

namespace riffle::cusolver {

// --- Cholesky ---

template <class T>
cusolverStatus_t check_potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, Size n, Size lda) {
  SolverChecks checks(handle);
  return with_lapack(checks.one_of(uplo).size(n).leading(lda, n)).status();
}

/// LAPACK needs no workspace for it.
template <class T>
cusolverStatus_t potrf_buffer_size(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T*,
                                   int lda, int* size) {
  if (size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *size = std::max(1, n);
  return check_potrf<T>(handle, uplo, n, lda);
}

template <class T>
int factor_cholesky(cublasFillMode_t uplo, Size n, T* a, Size lda) {
  int info = 0;
  fortran<T, "?potrf">(letter(uplo), n, a, lda, &info);
  return info;
}

template <class T>
cusolverStatus_t potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, Size n, T* a, Size lda, T*,
                       int, int* info) {
  const cusolverStatus_t status = check_potrf<T>(handle, uplo, n, lda);
  if (status != CUSOLVER_STATUS_SUCCESS) return status;
  touches(handle).changes(matrix(a, n, n, lda, part_of(uplo)));
  return enqueue(handle, info, [=] { return factor_cholesky(uplo, n, a, lda); });
}

template <class T>
int solve_cholesky(cublasFillMode_t uplo, Size n, Size columns, const T* a, Size lda, T* b,
                   Size ldb) {
  int info = 0;
  fortran<T, "?potrs">(letter(uplo), n, columns, a, lda, b, ldb, &info);
  return info;
}

template <class T>
cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, Size n, Size columns,
                       const T* a, Size lda, T* b, Size ldb, int* info) {
  SolverChecks checks(handle);
  checks.one_of(uplo).size(n).size(columns).leading(lda, n).leading(ldb, n);
  if (with_lapack(checks).failed()) return checks.status();
  touches(handle).reads(matrix(a, n, n, lda, part_of(uplo))).changes(matrix(b, n, columns, ldb));
  return enqueue(handle, info, [=] { return solve_cholesky(uplo, n, columns, a, lda, b, ldb); });
}

template <class T>
cusolverStatus_t potrf_batched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a[],
                               int lda, int* infos, int count) {
  SolverChecks checks(handle);
  checks.one_of(uplo).size(n).leading(lda, n).size(count).there(infos);
  if (with_lapack(checks).failed()) return checks.status();
  touches(handle)
      .changes(cublas::array_of(a, matrix(static_cast<const T*>(nullptr), n, n, lda, part_of(uplo)),
                                count))
      .writes(vector(infos, count));
  return enqueue(handle, nullptr, [=] {
    for (int i = 0; i < count; ++i) infos[i] = factor_cholesky(uplo, n, a[i], lda);
    return 0;
  });
}

template <class T>
cusolverStatus_t potrs_batched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns,
                               T* a[], int lda, T* b[], int ldb, int* info, int count) {
  SolverChecks checks(handle);
  checks.one_of(uplo).size(n).size(columns).leading(lda, n).leading(ldb, n).size(count);
  if (with_lapack(checks).failed()) return checks.status();
  const T* const none = nullptr;
  touches(handle)
      .reads(cublas::array_of(a, matrix(none, n, n, lda, part_of(uplo)), count))
      .changes(cublas::array_of(b, matrix(none, n, columns, ldb), count));
  return enqueue(handle, info, [=] {
    int said = 0;
    for (int i = 0; i < count; ++i)
      said = std::min(said, solve_cholesky(uplo, n, columns, a[i], lda, b[i], ldb));
    return said;
  });
}

template <class T>
cusolverStatus_t potri_buffer_size(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a,
                                   int lda, int* size) {
  return potrf_buffer_size(handle, uplo, n, a, lda, size);
}
template <class T>
cusolverStatus_t potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a, int lda, T*,
                       int, int* info) {
  const cusolverStatus_t status = check_potrf<T>(handle, uplo, n, lda);
  if (status != CUSOLVER_STATUS_SUCCESS) return status;
  touches(handle).changes(matrix(a, n, n, lda, part_of(uplo)));
  return enqueue(handle, info, [=] {
    int said = 0;
    fortran<T, "?potri">(letter(uplo), n, a, lda, &said);
    return said;
  });
}

// --- LU ---

template <class T>
cusolverStatus_t getrf_buffer_size(cusolverDnHandle_t handle, int m, int n, T*, int lda,
                                   int* size) {
  if (size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *size = std::max(1, std::min(m, n));
  SolverChecks checks(handle);
  return checks.size(m).size(n).leading(lda, m).status();
}

/// Without exchanges of rows, which LAPACK does not have.
template <class T>
int factor_without_pivots(Size m, Size n, T* a, Size lda) {
  int info = 0;
  for (Size k = 0; k < std::min(m, n); ++k) {
    const T pivot = a[k + k * lda];
    if (cublas::is_zero(pivot)) {
      if (info == 0) info = static_cast<int>(k) + 1;
      continue;
    }
    for (Size i = k + 1; i < m; ++i) {
      if constexpr (std::is_same_v<T, cuComplex>)
        a[i + k * lda] = cuCdivf(a[i + k * lda], pivot);
      else if constexpr (std::is_same_v<T, cuDoubleComplex>)
        a[i + k * lda] = cuCdiv(a[i + k * lda], pivot);
      else
        a[i + k * lda] /= pivot;
    }
    for (Size j = k + 1; j < n; ++j) {
      const T factor = cublas::multiply(Real<T>{-1}, a[k + j * lda]);
      for (Size i = k + 1; i < m; ++i)
        a[i + j * lda] = cublas::add(a[i + j * lda], cublas::multiply(a[i + k * lda], factor));
    }
  }
  return info;
}

template <class T>
int factor_lu(Size m, Size n, T* a, Size lda, int* pivots) {
  if (pivots == nullptr) return factor_without_pivots(m, n, a, lda);
  int info = 0;
  fortran<T, "?getrf">(m, n, a, lda, pivots, &info);
  return info;
}

template <class T>
cusolverStatus_t getrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* work, int* pivots,
                       int* info) {
  SolverChecks checks(handle);
  if (with_lapack(checks.size(m).size(n).leading(lda, m)).failed()) return checks.status();
  const int order = std::min(m, n);
  touches(handle)
      .changes(matrix(a, m, n, lda))
      .writes(vector(work, work == nullptr ? 0 : std::max(1, order)))
      .writes(vector(pivots, pivots == nullptr ? 0 : order));
  return enqueue(handle, info, [=] { return factor_lu<T>(m, n, a, lda, pivots); });
}

template <class T>
int solve_lu(cublasOperation_t op, Size n, Size columns, const T* a, Size lda, const int* pivots,
             T* b, Size ldb) {
  int info = 0;
  if (pivots != nullptr) {
    fortran<T, "?getrs">(letter(op), n, columns, a, lda, pivots, b, ldb, &info);
    return info;
  }
  const T one = one_of_type<T>();
  const auto solve = [&](char uplo, char diagonal) {
    fortran<T, "?trsm">('L', uplo, letter(op), diagonal, n, columns, &one, a, lda, b, ldb);
  };
  if (op == CUBLAS_OP_N) {
    solve('L', 'U');
    solve('U', 'N');
  } else {
    solve('U', 'N');
    solve('L', 'U');
  }
  return info;
}

template <class T>
cusolverStatus_t getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,
                       const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {
  SolverChecks checks(handle);
  checks.one_of(op).size(n).size(columns).leading(lda, n).leading(ldb, n);
  if (with_lapack(checks).failed()) return checks.status();
  touches(handle)
      .reads(matrix(a, n, n, lda))
      .reads(vector(pivots, pivots == nullptr ? 0 : n))
      .changes(matrix(b, n, columns, ldb));
  return enqueue(handle, info, [=] { return solve_lu<T>(op, n, columns, a, lda, pivots, b, ldb); });
}

template <class T>
cusolverStatus_t laswp(cusolverDnHandle_t handle, int n, T* a, int lda, int first, int last,
                       const int* pivots, int step) {
  SolverChecks checks(handle);
  checks.size(n).require(lda >= 1 && first >= 1 && last >= first && step != 0).there(pivots);
  if (with_lapack(checks).failed()) return checks.status();
  return enqueue(handle, nullptr, [=] {
    fortran<T, "?laswp">(n, a, lda, first, last, pivots, step);
    return 0;
  });
}

template <class T>
cusolverStatus_t sytrf_buffer_size(cusolverDnHandle_t handle, int n, T* a, int lda, int* size) {
  SolverChecks checks(handle);
  if (with_lapack(checks.size(n).leading(lda, n).there(size)).failed()) return checks.status();
  *size = best_size<T>([&](T* work, int lwork, int* info) {
    fortran<T, "?sytrf">('L', n, a, lda, static_cast<int*>(nullptr), work, lwork, info);
  });
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a, int lda,
                       int* pivots, T* work, int lwork, int* info) {
  SolverChecks checks(handle);
  checks.one_of(uplo).size(n).leading(lda, n).there(pivots).require(lwork >= 1);
  if (with_lapack(checks).failed()) return checks.status();
  touches(handle)
      .changes(matrix(a, n, n, lda, part_of(uplo)))
      .writes(vector(work, lwork))
      .writes(vector(pivots, n));
  return enqueue(handle, info, [=] {
    int said = 0;
    fortran<T, "?sytrf">(letter(uplo), n, a, lda, pivots, work, lwork, &said);
    return said;
  });
}

// --- QR ---

template <class T>
int size_of_qr(Size m, Size n) {
  return best_size<T>([&](T* work, int lwork, int* info) {
    const T* const none = nullptr;
    fortran<T, "?geqrf">(m, n, none, std::max<Size>(m, 1), none, work, lwork, info);
  });
}
template <class T>
cusolverStatus_t geqrf_buffer_size(cusolverDnHandle_t handle, int m, int n, T*, int lda,
                                   int* size) {
  SolverChecks checks(handle);
  checks.size(m).size(n).leading(lda, m).there(size);
  if (with_lapack(checks).failed()) return checks.status();
  *size = size_of_qr<T>(m, n);
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
int factor_qr(Size m, Size n, T* a, Size lda, T* tau, T* work, Size lwork) {
  int info = 0;
  fortran<T, "?geqrf">(m, n, a, lda, tau, work, lwork, &info);
  return info;
}
template <class T>
cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, T* work,
                       int lwork, int* info) {
  SolverChecks checks(handle);
  checks.size(m).size(n).leading(lda, m).require(lwork >= std::max(1, n));
  if (with_lapack(checks).failed()) return checks.status();
  touches(handle)
      .changes(matrix(a, m, n, lda))
      .writes(vector(work, lwork))
      .writes(vector(tau, std::min(m, n)));
  return enqueue(handle, info, [=] { return factor_qr<T>(m, n, a, lda, tau, work, lwork); });
}

/// Q from its reflectors, and products with it: two names of one routine, for real and for complex matrices.
template <class T, class... Arguments>
void make_q(Arguments... arguments) {
  if constexpr (kIsComplex<T>)
    fortran<T, "?ungqr">(arguments...);
  else
    fortran<T, "?orgqr">(arguments...);
}
template <class T, class... Arguments>
void multiply_by_q(Arguments... arguments) {
  if constexpr (kIsComplex<T>)
    fortran<T, "?unmqr">(arguments...);
  else
    fortran<T, "?ormqr">(arguments...);
}

template <class T>
cusolverStatus_t orgqr_buffer_size(cusolverDnHandle_t handle, int m, int n, int k, const T* a,
                                   int lda, const T* tau, int* size) {
  SolverChecks checks(handle);
  checks.size(m).size(n).size(k).require(n <= m && k <= n).leading(lda, m).there(size);
  if (with_lapack(checks).failed()) return checks.status();
  *size = best_size<T>(
      [&](T* work, int lwork, int* info) { make_q<T>(m, n, k, a, lda, tau, work, lwork, info); });
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t orgqr(cusolverDnHandle_t handle, int m, int n, int k, T* a, int lda, const T* tau,
                       T* work, int lwork, int* info) {
  SolverChecks checks(handle);
  checks.size(m).size(n).size(k).require(n <= m && k <= n).leading(lda, m);
  if (with_lapack(checks.require(lwork >= std::max(1, n))).failed()) return checks.status();
  touches(handle)
      .changes(matrix(a, m, k, lda))
      .writes(matrix(a + static_cast<Size>(k) * lda, m, n - k, lda))
      .reads(vector(tau, k))
      .writes(vector(work, lwork));
  return enqueue(handle, info, [=] {
    int said = 0;
    make_q<T>(m, n, k, a, lda, tau, work, lwork, &said);
    return said;
  });
}

/// LAPACK has no transposition of complex matrices without conjugation, nor has cuSOLVER.
template <class T>
SolverChecks check_ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op,
                         int m, int n, int k, int lda, int ldc) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  SolverChecks checks(handle);
  checks.require(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT).one_of(op);
  checks.require(!kIsComplex<T> || op != CUBLAS_OP_T).size(m).size(n).size(k).require(k <= order);
  checks.leading(lda, order).leading(ldc, m);
  return with_lapack(checks);
}
template <class T>
char letter_of_q(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? 'N' : kIsComplex<T> ? 'C' : 'T';
}
template <class T>
cusolverStatus_t ormqr_buffer_size(cusolverDnHandle_t handle, cublasSideMode_t side,
                                   cublasOperation_t op, int m, int n, int k, const T* a, int lda,
                                   const T* tau, const T* c, int ldc, int* size) {
  SolverChecks checks = check_ormqr<T>(handle, side, op, m, n, k, lda, ldc);
  if (checks.there(size).failed()) return checks.status();
  *size = best_size<T>([&](T* work, int lwork, int* info) {
    multiply_by_q<T>(letter(side), letter_of_q<T>(op), m, n, k, a, lda, tau, c, ldc, work, lwork,
                     info);
  });
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op,
                       int m, int n, int k, const T* a, int lda, const T* tau, T* c, int ldc,
                       T* work, int lwork, int* info) {
  SolverChecks checks = check_ormqr<T>(handle, side, op, m, n, k, lda, ldc);
  const int least = std::max(1, side == CUBLAS_SIDE_LEFT ? n : m);
  if (checks.require(lwork >= least).failed()) return checks.status();
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  touches(handle)
      .reads(matrix(a, order, k, lda))
      .reads(vector(tau, k))
      .changes(matrix(c, m, n, ldc))
      .writes(vector(work, lwork));
  return enqueue(handle, info, [=] {
    int said = 0;
    multiply_by_q<T>(letter(side), letter_of_q<T>(op), m, n, k, a, lda, tau, c, ldc, work, lwork,
                     &said);
    return said;
  });
}

}  // namespace riffle::cusolver
