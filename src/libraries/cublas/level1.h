// SPDX-License-Identifier: Apache-2.0
// Vectors with vectors.
#pragma once

#include "libraries/cublas/numbers.h"
#include "libraries/cublas/operation.h"

namespace riffle::cublas {

/// A reduction of one vector to `*result`; of no elements, 0.
template <class T, Text kRoutine, class Result, class Answer = Result>
cublasStatus_t reduce(cublasHandle_t handle, Size n, const T* x, Size incx, Result* result) {
  BlasChecks checks(handle);
  if (checks.there(result).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle).reads(vector(x, incx <= 0 ? 0 : n, incx)).writes_result(vector(result, 1));
  return enqueue_result(handle, [=] {
    *result = n <= 0 || incx <= 0 ? Result{}
                                  : static_cast<Result>(fortran<T, kRoutine, Answer>(n, x, incx));
  });
}
template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, Size n, const T* x, Size incx, Real<T>* result) {
  return reduce<T, "%nrm2">(handle, n, x, incx, result);
}
template <class T>
cublasStatus_t asum(cublasHandle_t handle, Size n, const T* x, Size incx, Real<T>* result) {
  return reduce<T, "%asum">(handle, n, x, incx, result);
}
template <class T, class Int>
cublasStatus_t amax(cublasHandle_t handle, Size n, const T* x, Size incx, Int* result) {
  return reduce<T, "i?amax", Int, int>(handle, n, x, incx, result);
}
template <class T, class Int>
cublasStatus_t amin(cublasHandle_t handle, Size n, const T* x, Size incx, Int* result) {
  return reduce<T, "i?amin", Int, int>(handle, n, x, incx, result);
}

template <class T>
cublasStatus_t dot(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y, Size incy,
                   T* result) {
  BlasChecks checks(handle);
  if (checks.there(result).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle)
      .reads(vector(x, n, incx))
      .reads(vector(y, n, incy))
      .writes_result(vector(result, 1));
  return enqueue_result(
      handle, [=] { *result = n <= 0 ? T{} : fortran<T, "?dot", T>(n, x, incx, y, incy); });
}
/// Where a vector with a step begins: at its other end for a step backwards.
inline Size first_of(Size n, Size increment) { return increment < 0 ? (1 - n) * increment : 0; }

/// With steps, OpenBLAS 0.3.21 reads behind the last element on some processors.
template <bool kConjugate, class T>
T dot_of_steps(Size n, const T* x, Size incx, const T* y, Size incy) {
  T sum{};
  x += first_of(n, incx);
  y += first_of(n, incy);
  for (Size i = 0; i < n; ++i, x += incx, y += incy)
    sum = add(sum, multiply(kConjugate ? conjugate(*x) : *x, *y));
  return sum;
}
/// Fortran's functions of complex numbers return them in ways that compilers disagree on: C's forms are called.
template <class T, Text kRoutine, bool kConjugate>
cublasStatus_t complex_dot(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y,
                           Size incy, T* result) {
  BlasChecks checks(handle);
  if (checks.there(result).size(n < 0 ? 0 : n).failed()) return checks.status();
  Touches(handle)
      .reads(vector(x, n, incx))
      .reads(vector(y, n, incy))
      .writes_result(vector(result, 1));
  return enqueue_result(handle, [=] {
    using Function = void(int, const void*, int, const void*, int, void*);
    if (n <= 0 || incx != 1 || incy != 1)
      *result = dot_of_steps<kConjugate>(n, x, incx, y, incy);
    else
      reinterpret_cast<Function*>(routine<T, kRoutine>())(static_cast<int>(n), x, 1, y, 1, result);
  });
}
template <class T>
cublasStatus_t dotu(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y, Size incy,
                    T* result) {
  return complex_dot<T, "cblas_?dotu_sub", false>(handle, n, x, incx, y, incy, result);
}
template <class T>
cublasStatus_t dotc(cublasHandle_t handle, Size n, const T* x, Size incx, const T* y, Size incy,
                    T* result) {
  return complex_dot<T, "cblas_?dotc_sub", true>(handle, n, x, incx, y, incy, result);
}

template <class T, class Factor>
cublasStatus_t scal(cublasHandle_t handle, Size n, const Factor* alpha, T* x, Size incx) {
  BlasChecks checks(handle);
  if (checks.there(alpha).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector(x, n, incx));
  return enqueue(handle, [=, factor = ScalarArgument(handle, alpha)] {
    const Factor value = factor.get();
    if constexpr (std::is_same_v<T, Factor>)
      fortran<T, "?scal">(n, &value, x, incx);
    else
      fortran<T, "?!scal">(n, &value, x, incx);
  });
}

/// Where a step is 0, OpenBLAS 0.3.21 takes all of y for one element on some processors.
template <class T>
void axpy_of_steps(Size n, T alpha, const T* x, Size incx, T* y, Size incy) {
  x += first_of(n, incx);
  y += first_of(n, incy);
  for (Size i = 0; i < n; ++i, x += incx, y += incy) *y = add(multiply(alpha, *x), *y);
}
template <class T>
cublasStatus_t axpy(cublasHandle_t handle, Size n, const T* alpha, const T* x, Size incx, T* y,
                    Size incy) {
  BlasChecks checks(handle);
  if (checks.there(alpha).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).reads(vector(x, n, incx)).changes(vector(y, n, incy));
  return enqueue(handle, [=, factor = ScalarArgument(handle, alpha)] {
    const T value = factor.get();
    if (incx == 0 || incy == 0)
      axpy_of_steps(n, value, x, incx, y, incy);
    else
      fortran<T, "?axpy">(n, &value, x, incx, y, incy);
  });
}
template <class T>
cublasStatus_t copy(cublasHandle_t handle, Size n, const T* x, Size incx, T* y, Size incy) {
  BlasChecks checks(handle);
  if (checks.size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).copies(vector(x, n, incx), vector(y, n, incy));
  return enqueue(handle, [=] { fortran<T, "?copy">(n, x, incx, y, incy); });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy) {
  BlasChecks checks(handle);
  if (checks.size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector(x, n, incx)).changes(vector(y, n, incy));
  return enqueue(handle, [=] { fortran<T, "?swap">(n, x, incx, y, incy); });
}

/// The sine of a complex rotation may be complex (LAPACK's crot) or real (csrot).
template <class T, class Sine>
cublasStatus_t rot(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy,
                   const Real<T>* c, const Sine* s) {
  BlasChecks checks(handle);
  if (checks.there(c).there(s).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector(x, n, incx)).changes(vector(y, n, incy));
  return enqueue(handle, [=, cosine = ScalarArgument(handle, c), sine = ScalarArgument(handle, s)] {
    const Real<T> cos = cosine.get();
    const Sine sin = sine.get();
    if constexpr (std::is_same_v<T, Sine>)
      fortran<T, "?rot">(n, x, incx, y, incy, &cos, &sin);
    else
      fortran<T, "?!rot">(n, x, incx, y, incy, &cos, &sin);
  });
}
template <class T>
cublasStatus_t rotg(cublasHandle_t handle, T* a, T* b, Real<T>* c, T* s) {
  BlasChecks checks(handle);
  if (checks.there(a).there(b).there(c).there(s).failed()) return checks.status();
  return enqueue_result(handle, [=] { fortran<T, "?rotg">(a, b, c, s); });
}
template <class T>
cublasStatus_t rotm(cublasHandle_t handle, Size n, T* x, Size incx, T* y, Size incy,
                    const T* param) {
  struct Parameters {
    T values[5];
  };
  BlasChecks checks(handle);
  if (checks.there(param).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector(x, n, incx)).changes(vector(y, n, incy));
  return enqueue(
      handle, [=, rotation = ScalarArgument(handle, reinterpret_cast<const Parameters*>(param))] {
        const Parameters parameters = rotation.get();
        fortran<T, "?rotm">(n, x, incx, y, incy, &parameters);
      });
}
template <class T>
cublasStatus_t rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  BlasChecks checks(handle);
  if (checks.there(d1).there(d2).there(x1).there(y1).there(param).failed()) return checks.status();
  return enqueue_result(handle, [=] { fortran<T, "?rotmg">(d1, d2, x1, y1, param); });
}

}  // namespace riffle::cublas
