// SPDX-License-Identifier: Apache-2.0
// The numbers that kernels compute with, and arrays of them by type of the program's.
//
// Kernels are templates of the four types that have calls of their own. All others (halves, bytes, mixtures of types) are
// one more instance, `Any`, which finds out an element's type when it reads it and computes in complex double: more
// exact than any type asks for.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdint>

namespace riffle::cusparse {

using Long = std::int64_t;

template <class R>
struct Complex {
  R x = 0, y = 0;
  Complex() = default;
  __host__ __device__ Complex(R real) : x(real) {}
  __host__ __device__ Complex(R real, R imaginary) : x(real), y(imaginary) {}
};
#define RIFFLE_BOTH_SIDES \
  template <class R>      \
  __host__ __device__ inline
RIFFLE_BOTH_SIDES Complex<R> operator+(Complex<R> a, Complex<R> b) {
  return {a.x + b.x, a.y + b.y};
}
RIFFLE_BOTH_SIDES Complex<R> operator-(Complex<R> a, Complex<R> b) {
  return {a.x - b.x, a.y - b.y};
}
RIFFLE_BOTH_SIDES Complex<R> operator-(Complex<R> a) { return {-a.x, -a.y}; }
RIFFLE_BOTH_SIDES Complex<R> operator*(Complex<R> a, Complex<R> b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
/// Scaled by the larger part, so that no square overflows.
RIFFLE_BOTH_SIDES Complex<R> operator/(Complex<R> a, Complex<R> b) {
  if ((b.x < 0 ? -b.x : b.x) >= (b.y < 0 ? -b.y : b.y)) {
    const R ratio = b.y / b.x, scale = b.x + b.y * ratio;
    return {(a.x + a.y * ratio) / scale, (a.y - a.x * ratio) / scale};
  }
  const R ratio = b.x / b.y, scale = b.x * ratio + b.y;
  return {(a.x * ratio + a.y) / scale, (a.y * ratio - a.x) / scale};
}
RIFFLE_BOTH_SIDES Complex<R>& operator+=(Complex<R>& a, Complex<R> b) { return a = a + b; }
RIFFLE_BOTH_SIDES Complex<R>& operator-=(Complex<R>& a, Complex<R> b) { return a = a - b; }
RIFFLE_BOTH_SIDES Complex<R>& operator*=(Complex<R>& a, Complex<R> b) { return a = a * b; }
RIFFLE_BOTH_SIDES bool operator==(Complex<R> a, Complex<R> b) { return a.x == b.x && a.y == b.y; }

__host__ __device__ inline float conjugate(float a) { return a; }
__host__ __device__ inline double conjugate(double a) { return a; }
RIFFLE_BOTH_SIDES Complex<R> conjugate(Complex<R> a) { return {a.x, -a.y}; }
template <class T>
__host__ __device__ inline T conjugate_if(T a, bool is_conjugated) {
  return is_conjugated ? conjugate(a) : a;
}
__device__ inline float real_part(float a) { return a; }
__device__ inline double real_part(double a) { return a; }
RIFFLE_BOTH_SIDES R real_part(Complex<R> a) { return a.x; }
__device__ inline float magnitude(float a) { return fabsf(a); }
__device__ inline double magnitude(double a) { return fabs(a); }
__device__ inline float magnitude(Complex<float> a) { return hypotf(a.x, a.y); }
__device__ inline double magnitude(Complex<double> a) { return hypot(a.x, a.y); }
#undef RIFFLE_BOTH_SIDES

/// An element whose type is known when the kernel runs.
struct Any {};

/// Of a type of the C interface: what kernels compute with.
template <class T>
struct NumberOf {
  using Type = T;
};
template <>
struct NumberOf<cuComplex> {
  using Type = Complex<float>;
};
template <>
struct NumberOf<cuDoubleComplex> {
  using Type = Complex<double>;
};
template <>
struct NumberOf<Any> {
  using Type = Complex<double>;
};
template <class T>
using Number = typename NumberOf<T>::Type;

template <class T>
struct RealOf {
  using Type = T;
};
template <class R>
struct RealOf<Complex<R>> {
  using Type = R;
};
template <class T>
using RealType = typename RealOf<T>::Type;

template <class T>
constexpr cudaDataType kTypeOf = CUDA_C_64F;
template <>
inline constexpr cudaDataType kTypeOf<float> = CUDA_R_32F;
template <>
inline constexpr cudaDataType kTypeOf<double> = CUDA_R_64F;
template <>
inline constexpr cudaDataType kTypeOf<Complex<float>> = CUDA_C_32F;
template <>
inline constexpr cudaDataType kTypeOf<__half> = CUDA_R_16F;

template <class To, class R>
__host__ __device__ inline To narrowed(Complex<R> value) {
  if constexpr (sizeof(To) == 2 * sizeof(RealType<To>))
    return {static_cast<RealType<To>>(value.x), static_cast<RealType<To>>(value.y)};
  else
    return static_cast<To>(value.x);
}

__host__ __device__ inline Complex<double> read_any(const void* data, cudaDataType type, Long i) {
  switch (type) {
    case CUDA_R_8I:
      return static_cast<double>(static_cast<const signed char*>(data)[i]);
    case CUDA_R_32I:
      return static_cast<double>(static_cast<const int*>(data)[i]);
    case CUDA_R_16F:
      return static_cast<double>(__half2float(static_cast<const __half*>(data)[i]));
    case CUDA_R_16BF:
      return static_cast<double>(__bfloat162float(static_cast<const __nv_bfloat16*>(data)[i]));
    case CUDA_R_32F:
      return static_cast<double>(static_cast<const float*>(data)[i]);
    case CUDA_R_64F:
      return static_cast<const double*>(data)[i];
    case CUDA_C_16F: {
      const auto* const parts = static_cast<const __half*>(data) + 2 * i;
      return {__half2float(parts[0]), __half2float(parts[1])};
    }
    case CUDA_C_16BF: {
      const auto* const parts = static_cast<const __nv_bfloat16*>(data) + 2 * i;
      return {__bfloat162float(parts[0]), __bfloat162float(parts[1])};
    }
    case CUDA_C_32F: {
      const auto* const parts = static_cast<const float*>(data) + 2 * i;
      return {parts[0], parts[1]};
    }
    default: {
      const auto* const parts = static_cast<const double*>(data) + 2 * i;
      return {parts[0], parts[1]};
    }
  }
}

__device__ inline void write_any(void* data, cudaDataType type, Long i, Complex<double> value) {
  switch (type) {
    case CUDA_R_8I:
      static_cast<signed char*>(data)[i] = static_cast<signed char>(value.x);
      return;
    case CUDA_R_32I:
      static_cast<int*>(data)[i] = static_cast<int>(value.x);
      return;
    case CUDA_R_16F:
      static_cast<__half*>(data)[i] = __float2half(static_cast<float>(value.x));
      return;
    case CUDA_R_16BF:
      static_cast<__nv_bfloat16*>(data)[i] = __float2bfloat16(static_cast<float>(value.x));
      return;
    case CUDA_R_32F:
      static_cast<float*>(data)[i] = static_cast<float>(value.x);
      return;
    case CUDA_R_64F:
      static_cast<double*>(data)[i] = value.x;
      return;
    case CUDA_C_16F:
      static_cast<__half*>(data)[2 * i] = __float2half(static_cast<float>(value.x));
      static_cast<__half*>(data)[2 * i + 1] = __float2half(static_cast<float>(value.y));
      return;
    case CUDA_C_16BF:
      static_cast<__nv_bfloat16*>(data)[2 * i] = __float2bfloat16(static_cast<float>(value.x));
      static_cast<__nv_bfloat16*>(data)[2 * i + 1] = __float2bfloat16(static_cast<float>(value.y));
      return;
    case CUDA_C_32F:
      static_cast<float*>(data)[2 * i] = static_cast<float>(value.x);
      static_cast<float*>(data)[2 * i + 1] = static_cast<float>(value.y);
      return;
    default:
      static_cast<double*>(data)[2 * i] = value.x;
      static_cast<double*>(data)[2 * i + 1] = value.y;
  }
}

/// An array of the program's, by number or by type.
template <class T>
struct Values {
  T* data;
  __host__ Values(const void* pointer, cudaDataType)
      : data(static_cast<T*>(const_cast<void*>(pointer))) {}
  __device__ T operator[](Long i) const { return data[i]; }
  __device__ void set(Long i, T value) const { data[i] = value; }
  __device__ Values operator+(Long elements) const {
    Values moved = *this;
    moved.data += elements;
    return moved;
  }
};
template <>
struct Values<Any> {
  char* data;
  cudaDataType type;
  unsigned bytes;
  __host__ Values(const void* pointer, cudaDataType of);
  __device__ Complex<double> operator[](Long i) const { return read_any(data, type, i); }
  __device__ void set(Long i, Complex<double> value) const { write_any(data, type, i, value); }
  __device__ Values operator+(Long elements) const {
    Values moved = *this;
    moved.data += elements * bytes;
    return moved;
  }
};

/// A factor of either pointer mode: its value, or where it is when the kernel runs.
struct Scalar {
  Complex<double> value;
  const void* pointer;
  cudaDataType type;
  template <class T>
  __device__ T get() const {
    return narrowed<T>(pointer == nullptr ? value : read_any(pointer, type, 0));
  }
};

/// An array of indices of any width; elements count from zero whatever the base is.
struct Indices {
  void* data;
  cusparseIndexType_t type;
  int base;
  __device__ Long operator[](Long i) const {
    const Long index = type == CUSPARSE_INDEX_32I   ? static_cast<const int*>(data)[i]
                       : type == CUSPARSE_INDEX_64I ? static_cast<const Long*>(data)[i]
                                                    : static_cast<const unsigned short*>(data)[i];
    return index - base;
  }
  __device__ void set(Long i, Long index) const {
    if (type == CUSPARSE_INDEX_32I)
      static_cast<int*>(data)[i] = static_cast<int>(index + base);
    else if (type == CUSPARSE_INDEX_64I)
      static_cast<Long*>(data)[i] = index + base;
    else
      static_cast<unsigned short*>(data)[i] = static_cast<unsigned short>(index + base);
  }
  __device__ Indices operator+(Long elements) const {
    Indices moved = *this;
    moved.data = static_cast<char*>(data) + elements * (type == CUSPARSE_INDEX_32I   ? 4
                                                        : type == CUSPARSE_INDEX_64I ? 8
                                                                                     : 2);
    return moved;
  }
};
inline Indices indices_of(const void* data, cusparseIndexBase_t base,
                          cusparseIndexType_t type = CUSPARSE_INDEX_32I) {
  return {const_cast<void*>(data), type, base};
}

}  // namespace riffle::cusparse
