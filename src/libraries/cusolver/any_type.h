// SPDX-License-Identifier: Apache-2.0
// Routines whose elements have a type that a number names, and sizes of 64 bits.
#pragma once

#include "libraries/cusolver/factors.h"
#include "libraries/cusolver/values.h"

namespace riffle::cusolver {

/// A type as a value, for calls that choose by a number.
template <class T>
struct Tag {
  using Type = T;
};

/// Calls `body(Tag<T>)` for the type of `elements`, in which all is computed.
template <class Body>
cusolverStatus_t with_type(cudaDataType elements, cudaDataType computed, Body body) {
  if (elements != computed) return CUSOLVER_STATUS_NOT_SUPPORTED;
  switch (elements) {
    case CUDA_R_32F:
      return body(Tag<float>());
    case CUDA_R_64F:
      return body(Tag<double>());
    case CUDA_C_32F:
      return body(Tag<cuComplex>());
    case CUDA_C_64F:
      return body(Tag<cuDoubleComplex>());
    default:
      return CUSOLVER_STATUS_NOT_SUPPORTED;
  }
}

template <class T>
constexpr cudaDataType kRealTypeOf = ElementOf<Real<T>>::kValue;

/// Sizes fit into 32 bits, which is as LAPACK counts.
inline bool fit(std::initializer_list<int64_t> sizes) {
  return std::ranges::all_of(sizes, [](int64_t n) { return n <= INT_MAX; });
}

/// `count` elements of T on the device, nothing on the host.
template <class T>
cusolverStatus_t tell_sizes(cusolverStatus_t status, Size count, std::size_t* device,
                            std::size_t* host) {
  if (status != CUSOLVER_STATUS_SUCCESS) return status;
  if (device == nullptr || host == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *device = static_cast<std::size_t>(count) * sizeof(T);
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
int elements_in(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes / sizeof(T), INT_MAX));
}

inline cusolverStatus_t xpotrf_buffer_size(cusolverDnHandle_t handle, cusolverDnParams_t,
                                           cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                           const void*, int64_t lda, cudaDataType computed,
                                           std::size_t* device, std::size_t* host) {
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    return tell_sizes<T>(check_potrf<T>(handle, uplo, n, lda), 1, device, host);
  });
}
inline cusolverStatus_t xpotrf(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo,
                               int64_t n, cudaDataType type, void* a, int64_t lda,
                               cudaDataType computed, void*, std::size_t, void*, std::size_t,
                               int* info) {
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    return potrf<T>(handle, uplo, n, static_cast<T*>(a), lda, nullptr, 0, info);
  });
}
inline cusolverStatus_t xpotrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo,
                               int64_t n, int64_t columns, cudaDataType type, const void* a,
                               int64_t lda, cudaDataType type_b, void* b, int64_t ldb, int* info) {
  return with_type(type, type_b, [&]<class T>(Tag<T>) {
    return potrs<T>(handle, uplo, n, columns, static_cast<const T*>(a), lda, static_cast<T*>(b),
                    ldb, info);
  });
}

template <class T>
cusolverStatus_t check_lu(cusolverDnHandle_t handle, int64_t m, int64_t n, int64_t lda) {
  SolverChecks checks(handle);
  return with_lapack(checks.size(m).size(n).leading(lda, m)).status();
}
inline cusolverStatus_t xgetrf_buffer_size(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                           int64_t n, cudaDataType type, const void*, int64_t lda,
                                           cudaDataType computed, std::size_t* device,
                                           std::size_t* host) {
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    return tell_sizes<T>(check_lu<T>(handle, m, n, lda), 1, device, host);
  });
}
inline cusolverStatus_t xgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                               cudaDataType type, void* a, int64_t lda, int64_t* pivots,
                               cudaDataType computed, void*, std::size_t, void*, std::size_t,
                               int* info) {
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    const cusolverStatus_t status = check_lu<T>(handle, m, n, lda);
    if (status != CUSOLVER_STATUS_SUCCESS) return status;
    std::vector<int> narrow(pivots == nullptr ? 0 : static_cast<std::size_t>(std::min(m, n)));
    touches(handle)
        .changes(matrix(static_cast<T*>(a), m, n, lda))
        .writes(vector(pivots, pivots == nullptr ? 0 : std::min(m, n)));
    return enqueue(handle, info, [=]() mutable {
      const int said =
          factor_lu<T>(m, n, static_cast<T*>(a), lda, pivots == nullptr ? nullptr : narrow.data());
      std::ranges::copy(narrow, pivots);
      return said;
    });
  });
}
inline cusolverStatus_t xgetrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasOperation_t op,
                               int64_t n, int64_t columns, cudaDataType type, const void* a,
                               int64_t lda, const int64_t* pivots, cudaDataType type_b, void* b,
                               int64_t ldb, int* info) {
  return with_type(type, type_b, [&]<class T>(Tag<T>) {
    SolverChecks checks(handle);
    checks.one_of(op).size(n).size(columns).leading(lda, n).leading(ldb, n);
    if (with_lapack(checks).failed()) return checks.status();
    std::vector<int> narrow(pivots == nullptr ? 0 : static_cast<std::size_t>(n));
    touches(handle)
        .reads(matrix(static_cast<const T*>(a), n, n, lda))
        .reads(vector(pivots, pivots == nullptr ? 0 : n))
        .changes(matrix(static_cast<T*>(b), n, columns, ldb));
    return enqueue(handle, info, [=]() mutable {
      if (pivots != nullptr)
        std::ranges::transform(pivots, pivots + n, narrow.begin(),
                               [](int64_t row) { return static_cast<int>(row); });
      return solve_lu<T>(op, n, columns, static_cast<const T*>(a), lda,
                         pivots == nullptr ? nullptr : narrow.data(), static_cast<T*>(b), ldb);
    });
  });
}

inline cusolverStatus_t xgeqrf_buffer_size(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                           int64_t n, cudaDataType type, const void*, int64_t lda,
                                           cudaDataType type_tau, const void*,
                                           cudaDataType computed, std::size_t* device,
                                           std::size_t* host) {
  if (type != type_tau) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    const cusolverStatus_t status = check_lu<T>(handle, m, n, lda);
    if (status != CUSOLVER_STATUS_SUCCESS) return status;
    return tell_sizes<T>(status, size_of_qr<T>(m, n), device, host);
  });
}
inline cusolverStatus_t xgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                               cudaDataType type, void* a, int64_t lda, cudaDataType type_tau,
                               void* tau, cudaDataType computed, void* work, std::size_t bytes,
                               void*, std::size_t, int* info) {
  if (type != type_tau || !fit({m, n, lda})) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    return geqrf<T>(handle, static_cast<int>(m), static_cast<int>(n), static_cast<T*>(a),
                    static_cast<int>(lda), static_cast<T*>(tau), static_cast<T*>(work),
                    elements_in<T>(bytes), info);
  });
}

inline cusolverStatus_t xsyevd_buffer_size(cusolverDnHandle_t handle, cusolverDnParams_t,
                                           cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                           cudaDataType type, const void*, int64_t lda,
                                           cudaDataType type_w, const void*, cudaDataType computed,
                                           std::size_t* device, std::size_t* host) {
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    SolverChecks checks = check_eigen(handle, jobz, uplo, n, lda);
    checks.require(type_w == kRealTypeOf<T>, CUSOLVER_STATUS_NOT_SUPPORTED);
    if (checks.failed()) return checks.status();
    return tell_sizes<T>(checks.status(), Eigenproblem<T>(jobz, uplo, static_cast<int>(n)).size(),
                         device, host);
  });
}
inline cusolverStatus_t xsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                               cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                               cudaDataType type, void* a, int64_t lda, cudaDataType type_w,
                               void* w, cudaDataType computed, void* work, std::size_t bytes, void*,
                               std::size_t, int* info) {
  if (!fit({n, lda})) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    if (type_w != kRealTypeOf<T>) return CUSOLVER_STATUS_NOT_SUPPORTED;
    return syevd<T>(handle, jobz, uplo, static_cast<int>(n), static_cast<T*>(a),
                    static_cast<int>(lda), static_cast<Real<T>*>(w), static_cast<T*>(work),
                    elements_in<T>(bytes), info);
  });
}

inline cusolverStatus_t xgesvd_buffer_size(cusolverDnHandle_t handle, cusolverDnParams_t,
                                           signed char jobu, signed char jobvt, int64_t m,
                                           int64_t n, cudaDataType type, const void*, int64_t lda,
                                           cudaDataType type_s, const void*, cudaDataType type_u,
                                           const void*, int64_t ldu, cudaDataType type_vt,
                                           const void*, int64_t ldvt, cudaDataType computed,
                                           std::size_t* device, std::size_t* host) {
  if (type_u != type || type_vt != type) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    SolverChecks checks = check_svd(handle, jobu, jobvt, m, n, lda, ldu, ldvt);
    checks.require(type_s == kRealTypeOf<T>, CUSOLVER_STATUS_NOT_SUPPORTED);
    if (checks.failed()) return checks.status();
    return tell_sizes<T>(checks.status(), size_of_svd<T>(m, n), device, host);
  });
}
inline cusolverStatus_t xgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                               signed char jobvt, int64_t m, int64_t n, cudaDataType type, void* a,
                               int64_t lda, cudaDataType type_s, void* s, cudaDataType type_u,
                               void* u, int64_t ldu, cudaDataType type_vt, void* vt, int64_t ldvt,
                               cudaDataType computed, void* work, std::size_t bytes, void*,
                               std::size_t, int* info) {
  if (type_u != type || type_vt != type || !fit({m, n, lda, ldu, ldvt}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(type, computed, [&]<class T>(Tag<T>) {
    if (type_s != kRealTypeOf<T>) return CUSOLVER_STATUS_NOT_SUPPORTED;
    return gesvd<T>(handle, jobu, jobvt, static_cast<int>(m), static_cast<int>(n),
                    static_cast<T*>(a), static_cast<int>(lda), static_cast<Real<T>*>(s),
                    static_cast<T*>(u), static_cast<int>(ldu), static_cast<T*>(vt),
                    static_cast<int>(ldvt), static_cast<T*>(work), elements_in<T>(bytes), nullptr,
                    info);
  });
}

}  // namespace riffle::cusolver
