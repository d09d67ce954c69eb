// SPDX-License-Identifier: Apache-2.0
// Many matrices of one size: products, solutions, factors.
#pragma once

#include "libraries/cublas/extensions.h"

namespace riffle::cublas {

/// The name of a batch in messages: only the letter of the type is a capital.
template <class T>
std::string batch_name(std::string_view stem) {
  std::string name = blas_name<T>("?");
  name.resize(1);
  return name.append(stem);
}

template <class T>
cublasStatus_t gemm_batched(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, Size m, Size n, Size k, const T* alpha,
                            const T* const A[], Size lda, const T* const B[], Size ldb,
                            const T* beta, T* const C[], Size ldc, Size count) {
  BlasChecks checks(handle, batch_name<T>("gemmBatched"));
  check_product(checks, transa, transb, m, n, k, lda, ldb, ldc).size(count, 14);
  if (checks.failed() || m == 0 || n == 0 || count == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  const T* const none = nullptr;
  Touches(handle)
      .reads_times(alpha, array_of(A, operand(transa, none, m, k, lda), count))
      .reads_times(alpha, array_of(B, operand(transb, none, k, n, ldb), count))
      .updates(array_of(C, matrix(none, m, n, ldc), count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    for (Size i = 0; i < count; ++i)
      multiply_add<T>(letter(transa), letter(transb), m, n, k, scale, A[i], lda, B[i], ldb, keep,
                      C[i], ldc);
  });
}
template <class T>
cublasStatus_t gemm3m_batched(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, Size m, Size n, Size k, const T* alpha,
                              const T* const A[], Size lda, const T* const B[], Size ldb,
                              const T* beta, T* const C[], Size ldc, Size count) {
  return gemm_batched(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, count);
}
template <class T>
cublasStatus_t gemm_strided_batched(cublasHandle_t handle, cublasOperation_t transa,
                                    cublasOperation_t transb, Size m, Size n, Size k,
                                    const T* alpha, const T* A, Size lda, Size stride_a, const T* B,
                                    Size ldb, Size stride_b, const T* beta, T* C, Size ldc,
                                    Size stride_c, Size count) {
  BlasChecks checks(handle, batch_name<T>("gemmStridedBatched"));
  check_product(checks, transa, transb, m, n, k, lda, ldb, ldc).size(count, 14);
  if (checks.failed() || m == 0 || n == 0 || count == 0) return checks.status();
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  Touches(handle)
      .reads_times(alpha, batch(operand(transa, A, m, k, lda), stride_a, count))
      .reads_times(alpha, batch(operand(transb, B, k, n, ldb), stride_b, count))
      .updates(batch(matrix(C, m, n, ldc), stride_c, count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    for (Size i = 0; i < count; ++i)
      multiply_add<T>(letter(transa), letter(transb), m, n, k, scale, A + i * stride_a, lda,
                      B + i * stride_b, ldb, keep, C + i * stride_c, ldc);
  });
}
template <class T>
cublasStatus_t gemm3m_strided_batched(cublasHandle_t handle, cublasOperation_t transa,
                                      cublasOperation_t transb, Size m, Size n, Size k,
                                      const T* alpha, const T* A, Size lda, Size stride_a,
                                      const T* B, Size ldb, Size stride_b, const T* beta, T* C,
                                      Size ldc, Size stride_c, Size count) {
  return gemm_strided_batched(handle, transa, transb, m, n, k, alpha, A, lda, stride_a, B, ldb,
                              stride_b, beta, C, ldc, stride_c, count);
}

template <class T>
cublasStatus_t gemv_batched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n,
                            const T* alpha, const T* const A[], Size lda, const T* const x[],
                            Size incx, const T* beta, T* const y[], Size incy, Size count) {
  BlasChecks checks(handle);
  checks.one_of(trans).size(m).size(n).leading(lda, m).step(incx).step(incy).size(count);
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  const Size of_x = trans == CUBLAS_OP_N ? n : m, of_y = trans == CUBLAS_OP_N ? m : n;
  const T* const none = nullptr;
  Touches(handle)
      .reads_times(alpha, array_of(A, matrix(none, m, n, lda), count))
      .reads_times(alpha, array_of(x, vector(none, of_x, incx), count))
      .updates(array_of(y, vector(none, of_y, incy), count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    for (Size i = 0; i < count; ++i)
      fortran<T, "?gemv">(letter(trans), m, n, &scale, A[i], lda, x[i], incx, &keep, y[i], incy);
  });
}
template <class T>
cublasStatus_t gemv_strided_batched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n,
                                    const T* alpha, const T* A, Size lda, Size stride_a, const T* x,
                                    Size incx, Size stride_x, const T* beta, T* y, Size incy,
                                    Size stride_y, Size count) {
  BlasChecks checks(handle);
  checks.one_of(trans).size(m).size(n).leading(lda, m).step(incx).step(incy).size(count);
  if (checks.there(alpha).there(beta).failed()) return checks.status();
  const Size of_x = trans == CUBLAS_OP_N ? n : m, of_y = trans == CUBLAS_OP_N ? m : n;
  Touches(handle)
      .reads_times(alpha, batch(matrix(A, m, n, lda), stride_a, count))
      .reads_times(alpha, batch(vector(x, of_x, incx), stride_x, count))
      .updates(batch(vector(y, of_y, incy), stride_y, count), beta);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha), b = ScalarArgument(handle, beta)] {
    const T scale = a.get(), keep = b.get();
    for (Size i = 0; i < count; ++i)
      fortran<T, "?gemv">(letter(trans), m, n, &scale, A + i * stride_a, lda, x + i * stride_x,
                          incx, &keep, y + i * stride_y, incy);
  });
}

template <class T>
cublasStatus_t trsm_batched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, cublasDiagType_t diag, Size m, Size n,
                            const T* alpha, const T* const A[], Size lda, T* const B[], Size ldb,
                            Size count) {
  BlasChecks checks(handle);
  checks.one_of(side).one_of(uplo).one_of(trans).one_of(diag).size(m).size(n).size(count);
  checks.leading(lda, side == CUBLAS_SIDE_LEFT ? m : n).leading(ldb, m);
  if (checks.there(alpha).failed()) return checks.status();
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n;
  const T* const none = nullptr;
  Touches(handle)
      .reads_times(alpha, array_of(A, matrix(none, order, order, lda, part_of(uplo, diag)), count))
      .updates(array_of(B, matrix(none, m, n, ldb), count), alpha);
  return enqueue(handle, [=, a = ScalarArgument(handle, alpha)] {
    const T scale = a.get();
    for (Size i = 0; i < count; ++i)
      fortran<T, "?trsm">(letter(side), letter(uplo), letter(trans), letter(diag), m, n, &scale,
                          A[i], lda, B[i], ldb);
  });
}

// --- Factors: LAPACK's routines, which OpenBLAS brings ---

/// Elimination without a search for pivots, which LAPACK does not have. The number of the first zero on the diagonal, or 0.
template <class T>
int factor_without_pivots(Size n, T* A, Size lda) {
  int info = 0;
  for (Size j = 0; j < n; ++j) {
    const T pivot = A[j + j * lda];
    if (is_zero(pivot)) {
      if (info == 0) info = static_cast<int>(j + 1);
      continue;
    }
    for (Size i = j + 1; i < n; ++i) {
      T& factor = A[i + j * lda];
      if constexpr (std::is_same_v<T, cuComplex>)
        factor = cuCdivf(factor, pivot);
      else if constexpr (std::is_same_v<T, cuDoubleComplex>)
        factor = cuCdiv(factor, pivot);
      else
        factor /= pivot;
    }
    for (Size k = j + 1; k < n; ++k) {
      const T minus = multiply(Real<T>{-1}, A[j + k * lda]);
      for (Size i = j + 1; i < n; ++i)
        A[i + k * lda] = add(A[i + k * lda], multiply(minus, A[i + j * lda]));
    }
  }
  return info;
}
template <class T>
int factor(Size n, T* A, Size lda, int* pivots) {
  int info = 0;
  if (pivots == nullptr) return factor_without_pivots(n, A, lda);
  fortran<T, "?getrf">(n, n, A, lda, pivots, &info);
  return info;
}
/// The pivots of a matrix whose rows were not exchanged.
inline std::vector<int> in_order(Size n) {
  std::vector<int> pivots(static_cast<std::size_t>(n));
  for (Size i = 0; i < n; ++i) pivots[static_cast<std::size_t>(i)] = static_cast<int>(i + 1);
  return pivots;
}
/// Turns factors into the inverse, in place.
template <class T>
int invert(Size n, T* A, Size lda, const int* pivots) {
  const Size work_size = n * 64;
  std::vector<T> work(static_cast<std::size_t>(work_size));
  int info = 0;
  fortran<T, "?getri">(n, A, lda, pivots, work.data(), work_size, &info);
  return info;
}
template <class T>
void copy_matrix(Size rows, Size cols, const T* from, Size ld_from, T* to, Size ld_to) {
  for (Size j = 0; j < cols; ++j) std::copy_n(from + j * ld_from, rows, to + j * ld_to);
}

template <class T>
cublasStatus_t getrf_batched(cublasHandle_t handle, Size n, T* const A[], Size lda, int* P,
                             int* info, Size count) {
  BlasChecks checks(handle, batch_name<T>("BATCHED_GETRF "));
  if (checks.size(n, -1).leading(lda, n, -3).size(count, -6).failed()) return checks.status();
  Touches(handle)
      .changes(array_of(A, matrix(static_cast<const T*>(nullptr), n, n, lda), count))
      .writes(vector(P, P == nullptr ? 0 : n * count))
      .writes(vector(info, count));
  return enqueue(handle, [=] {
    for (Size i = 0; i < count; ++i)
      info[i] = factor(n, A[i], lda, P == nullptr ? nullptr : P + i * n);
  });
}
/// `info` is the host's: it tells of the arguments alone.
template <class T>
cublasStatus_t getrs_batched(cublasHandle_t handle, cublasOperation_t trans, Size n, Size nrhs,
                             const T* const A[], Size lda, const int* P, T* const B[], Size ldb,
                             int* info, Size count) {
  BlasChecks checks(handle);
  if (checks.there(info).failed()) return checks.status();
  const auto wrong = [&](int argument) {
    *info = -argument;
    return CUBLAS_STATUS_INVALID_VALUE;
  };
  if (BlasChecks(handle).one_of(trans).failed()) return wrong(1);
  if (n < 0) return wrong(2);
  if (nrhs < 0) return wrong(3);
  if (lda < n || lda < 1) return wrong(5);
  if (ldb < n || ldb < 1) return wrong(8);
  if (count < 0) return wrong(10);
  *info = 0;
  const T* const none = nullptr;
  Touches(handle)
      .reads(array_of(A, matrix(none, n, n, lda), count))
      .reads(vector(P, P == nullptr ? 0 : n * count))
      .changes(array_of(B, matrix(none, n, nrhs, ldb), count));
  return enqueue(handle, [=] {
    const std::vector<int> unmoved = P == nullptr ? in_order(n) : std::vector<int>();
    for (Size i = 0; i < count; ++i) {
      int answer = 0;
      fortran<T, "?getrs">(letter(trans), n, nrhs, A[i], lda,
                           P == nullptr ? unmoved.data() : P + i * n, B[i], ldb, &answer);
    }
  });
}
template <class T>
cublasStatus_t getri_batched(cublasHandle_t handle, Size n, const T* const A[], Size lda,
                             const int* P, T* const C[], Size ldc, int* info, Size count) {
  BlasChecks checks(handle);
  if (checks.size(n).leading(lda, n).leading(ldc, n).size(count).failed()) return checks.status();
  const T* const none = nullptr;
  Touches(handle)
      .reads(array_of(A, matrix(none, n, n, lda), count))
      .reads(vector(P, P == nullptr ? 0 : n * count))
      .writes(array_of(C, matrix(none, n, n, ldc), count))
      .writes(vector(info, count));
  return enqueue(handle, [=] {
    const std::vector<int> unmoved = P == nullptr ? in_order(n) : std::vector<int>();
    for (Size i = 0; i < count; ++i) {
      copy_matrix(n, n, A[i], lda, C[i], ldc);
      info[i] = invert(n, C[i], ldc, P == nullptr ? unmoved.data() : P + i * n);
    }
  });
}
template <class T>
cublasStatus_t matinv_batched(cublasHandle_t handle, Size n, const T* const A[], Size lda,
                              T* const inverse[], Size ld_inverse, int* info, Size count) {
  constexpr Size kLargest = 32;
  BlasChecks checks(handle);
  checks.size(n).require(n <= kLargest).leading(lda, n).leading(ld_inverse, n).size(count);
  if (checks.failed()) return checks.status();
  const T* const none = nullptr;
  Touches(handle)
      .reads(array_of(A, matrix(none, n, n, lda), count))
      .writes(array_of(inverse, matrix(none, n, n, ld_inverse), count))
      .writes(vector(info, count));
  return enqueue(handle, [=] {
    std::vector<int> pivots(static_cast<std::size_t>(n));
    for (Size i = 0; i < count; ++i) {
      copy_matrix(n, n, A[i], lda, inverse[i], ld_inverse);
      info[i] = factor(n, inverse[i], ld_inverse, pivots.data());
      if (info[i] == 0) info[i] = invert(n, inverse[i], ld_inverse, pivots.data());
    }
  });
}
template <class T>
cublasStatus_t geqrf_batched(cublasHandle_t handle, Size m, Size n, T* const A[], Size lda,
                             T* const tau[], int* info, Size count) {
  BlasChecks checks(handle);
  if (checks.there(info).failed()) return checks.status();
  const int wrong = m < 0 ? 1 : n < 0 ? 2 : lda < std::max<Size>(m, 1) ? 4 : count < 0 ? 7 : 0;
  *info = -wrong;
  if (wrong != 0) return CUBLAS_STATUS_INVALID_VALUE;
  const T* const none = nullptr;
  Touches(handle)
      .changes(array_of(A, matrix(none, m, n, lda), count))
      .writes(array_of(tau, vector(none, std::min(m, n)), count));
  return enqueue(handle, [=] {
    const Size work_size = std::max<Size>(n, 1) * 64;
    std::vector<T> work(static_cast<std::size_t>(work_size));
    for (Size i = 0; i < count; ++i) {
      int answer = 0;
      fortran<T, "?geqrf">(m, n, A[i], lda, tau[i], work.data(), work_size, &answer);
    }
  });
}
/// Least squares of systems with at least as many equations as unknowns.
template <class T>
cublasStatus_t gels_batched(cublasHandle_t handle, cublasOperation_t trans, Size m, Size n,
                            Size nrhs, T* const A[], Size lda, T* const C[], Size ldc, int* info,
                            int* device_info, Size count) {
  BlasChecks checks(handle);
  if (checks.there(info).failed()) return checks.status();
  if (trans != CUBLAS_OP_N || m < n) return CUBLAS_STATUS_NOT_SUPPORTED;
  const Size rows = std::max<Size>(m, 1);
  const int wrong = m < 0        ? 2
                    : n < 0      ? 3
                    : nrhs < 0   ? 4
                    : lda < rows ? 6
                    : ldc < rows ? 8
                    : count < 0  ? 11
                                 : 0;
  *info = -wrong;
  if (wrong != 0) return CUBLAS_STATUS_INVALID_VALUE;
  const T* const none = nullptr;
  Touches(handle)
      .changes(array_of(A, matrix(none, m, n, lda), count))
      .changes(array_of(C, matrix(none, m, nrhs, ldc), count))
      .writes(vector(device_info, device_info == nullptr ? 0 : count));
  return enqueue(handle, [=] {
    const Size work_size = (n + std::max<Size>(m, nrhs) + 1) * 64;
    std::vector<T> work(static_cast<std::size_t>(work_size));
    for (Size i = 0; i < count; ++i) {
      int answer = 0;
      fortran<T, "?gels">('N', m, n, nrhs, A[i], lda, C[i], ldc, work.data(), work_size, &answer);
      if (device_info != nullptr) device_info[i] = answer;
    }
  });
}

}  // namespace riffle::cublas
