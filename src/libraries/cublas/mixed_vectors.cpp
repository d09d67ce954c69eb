// SPDX-License-Identifier: Apache-2.0
// Vectors whose types are given by numbers: computed in double and rounded once.
#include <cmath>

#include "libraries/cublas/mixed.h"

namespace riffle::cublas {
namespace {

template <class Sum>
cublasStatus_t reduce(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                      void* result, cudaDataType result_type, Sum sum) {
  BlasChecks checks(handle);
  checks.there(result).require(is_element(x_type) && is_element(result_type), 0,
                               CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle)
      .reads(vector_of(x, x_type, n, incx))
      .writes_result(vector_of(result, result_type, 1, 1));
  return enqueue_result(handle, [=] { store(result_type, result, 0, sum()); });
}

template <bool kConjugate>
cublasStatus_t dot(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                   const void* y, cudaDataType y_type, Size incy, void* result,
                   cudaDataType result_type) {
  if (handle != nullptr && x_type != y_type) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (handle != nullptr && is_element(x_type)) Touches(handle).reads(vector_of(y, y_type, n, incy));
  return reduce(handle, n, x, x_type, incx, result, result_type, [=] {
    cuDoubleComplex sum{};
    for (Size i = 0; i < n; ++i) {
      const cuDoubleComplex a = load(x_type, x, first_of(n, incx) + i * incx);
      sum = cuCadd(
          sum, cuCmul(kConjugate ? cuConj(a) : a, load(y_type, y, first_of(n, incy) + i * incy)));
    }
    return sum;
  });
}

}  // namespace

cublasStatus_t nrm2_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* result, cudaDataType result_type, cudaDataType) {
  return reduce(handle, n, x, x_type, incx, result, result_type, [=] {
    double sum = 0;
    for (Size i = 0; incx > 0 && i < n; ++i)
      sum = std::hypot(sum, cuCabs(load(x_type, x, i * incx)));
    return cuDoubleComplex{sum, 0};
  });
}
cublasStatus_t asum_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* result, cudaDataType result_type, cudaDataType) {
  return reduce(handle, n, x, x_type, incx, result, result_type, [=] {
    double sum = 0;
    for (Size i = 0; incx > 0 && i < n; ++i) {
      const cuDoubleComplex value = load(x_type, x, i * incx);
      sum += std::fabs(value.x) + std::fabs(value.y);
    }
    return cuDoubleComplex{sum, 0};
  });
}
cublasStatus_t dot_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                      const void* y, cudaDataType y_type, Size incy, void* result,
                      cudaDataType result_type, cudaDataType) {
  return dot<false>(handle, n, x, x_type, incx, y, y_type, incy, result, result_type);
}
cublasStatus_t dotc_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       const void* y, cudaDataType y_type, Size incy, void* result,
                       cudaDataType result_type, cudaDataType) {
  return dot<true>(handle, n, x, x_type, incx, y, y_type, incy, result, result_type);
}

cublasStatus_t scal_ex(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alpha_type,
                       void* x, cudaDataType x_type, Size incx, cudaDataType) {
  BlasChecks checks(handle);
  checks.require(is_element(alpha_type) && is_element(x_type), 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(alpha).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle).changes(vector_of(x, x_type, incx > 0 ? n : 0, incx));
  return enqueue(handle, [=, factor = AnyScalar(handle, alpha, alpha_type)] {
    const cuDoubleComplex a = factor.get();
    for (Size i = 0; incx > 0 && i < n; ++i)
      store(x_type, x, i * incx, cuCmul(a, load(x_type, x, i * incx)));
  });
}
cublasStatus_t axpy_ex(cublasHandle_t handle, Size n, const void* alpha, cudaDataType alpha_type,
                       const void* x, cudaDataType x_type, Size incx, void* y, cudaDataType y_type,
                       Size incy, cudaDataType) {
  BlasChecks checks(handle);
  checks.require(is_element(alpha_type) && is_element(x_type) && x_type == y_type, 0,
                 CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(alpha).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle).reads(vector_of(x, x_type, n, incx)).changes(vector_of(y, y_type, n, incy));
  return enqueue(handle, [=, factor = AnyScalar(handle, alpha, alpha_type)] {
    const cuDoubleComplex a = factor.get();
    for (Size i = 0; i < n; ++i) {
      const Size at = first_of(n, incy) + i * incy;
      const cuDoubleComplex product = cuCmul(a, load(x_type, x, first_of(n, incx) + i * incx));
      store(y_type, y, at, cuCadd(product, load(y_type, y, at)));
    }
  });
}
cublasStatus_t copy_ex(cublasHandle_t handle, Size n, const void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy) {
  BlasChecks checks(handle);
  checks.require(is_element(x_type) && x_type == y_type, 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle).copies(vector_of(x, x_type, n, incx), vector_of(y, y_type, n, incy));
  return enqueue(handle, [=] {
    for (Size i = 0; i < n; ++i)
      store(y_type, y, first_of(n, incy) + i * incy, load(x_type, x, first_of(n, incx) + i * incx));
  });
}

cublasStatus_t swap_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy) {
  BlasChecks checks(handle);
  checks.require(is_element(x_type) && x_type == y_type, 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle).changes(vector_of(x, x_type, n, incx)).changes(vector_of(y, y_type, n, incy));
  return enqueue(handle, [=] {
    for (Size i = 0; i < n; ++i) {
      const Size at_x = first_of(n, incx) + i * incx, at_y = first_of(n, incy) + i * incy;
      const cuDoubleComplex of_x = load(x_type, x, at_x);
      store(x_type, x, at_x, load(y_type, y, at_y));
      store(y_type, y, at_y, of_x);
    }
  });
}

Size extreme_element(Size n, const void* x, cudaDataType type, Size incx, bool is_largest) {
  Size found = 0;
  double extreme = 0;
  for (Size i = 0; incx > 0 && i < n; ++i) {
    const cuDoubleComplex value = load(type, x, i * incx);
    const double size = std::fabs(value.x) + std::fabs(value.y);
    if (found != 0 && (is_largest ? size <= extreme : size >= extreme)) continue;
    extreme = size;
    found = i + 1;
  }
  return found;
}

}  // namespace riffle::cublas
