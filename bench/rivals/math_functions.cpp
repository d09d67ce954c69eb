// SPDX-License-Identifier: Apache-2.0
// Loops over the C library's functions, in libmvec's forms for the widest registers of the processor: clang by itself takes
// narrower ones, and of few functions.
#include <cmath>
#include <cstddef>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "rivals.h"

namespace rivals {
namespace {

template <class Function>
void for_all(std::size_t count, Function function) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) function(i);
}

#if defined(__AVX2__)
#if defined(__AVX512F__)
using vector_float = __m512;
using vector_double = __m512d;
#define LIBMVEC_float(arguments, name) _ZGVeN16##arguments##_##name
#define LIBMVEC_double(arguments, name) _ZGVeN8##arguments##_##name
#else
using vector_float = __m256;
using vector_double = __m256d;
#define LIBMVEC_float(arguments, name) _ZGVdN8##arguments##_##name
#define LIBMVEC_double(arguments, name) _ZGVdN4##arguments##_##name
#endif

template <class Vector, class Real>
Vector load(const Real* x) {
  Vector value;
  std::memcpy(&value, x, sizeof value);
  return value;
}
template <class Real, class Vector>
void store(Real* y, Vector value) {
  std::memcpy(y, &value, sizeof value);
}

template <class Real, class Function>
void for_vectors(std::size_t count, Function function) {
  constexpr std::size_t kLanes = sizeof(vector_float) / sizeof(Real);
  for_all(count / kLanes, [=](std::size_t i) { function(i * kLanes); });
}
#endif

}  // namespace

#define SCALAR(name, type, ...)                                                 \
  void every_##name(const type* x, const type* z, type* y, std::size_t count) { \
    for_all(count, [=](std::size_t i) { y[i] = ::name(__VA_ARGS__); });         \
  }

#if defined(__AVX2__)
#define X(name, type, low, high)                                              \
  extern "C" vector_##type LIBMVEC_##type(v, name)(vector_##type);            \
  void every_##name(const type* x, const type*, type* y, std::size_t count) { \
    for_vectors<type>(count, [=](std::size_t i) {                             \
      store(y + i, LIBMVEC_##type(v, name)(load<vector_##type>(x + i)));      \
    });                                                                       \
  }
#define X2(name, type, low, high, low2, high2)                                                 \
  extern "C" vector_##type LIBMVEC_##type(vv, name)(vector_##type, vector_##type);             \
  void every_##name(const type* x, const type* z, type* y, std::size_t count) {                \
    for_vectors<type>(count, [=](std::size_t i) {                                              \
      store(y + i,                                                                             \
            LIBMVEC_##type(vv, name)(load<vector_##type>(x + i), load<vector_##type>(z + i))); \
    });                                                                                        \
  }
#else
#define X(name, type, low, high)                                              \
  void every_##name(const type* x, const type*, type* y, std::size_t count) { \
    for_all(count, [=](std::size_t i) { y[i] = ::name(x[i]); });              \
  }
#define X2(name, type, low, high, low2, high2) SCALAR(name, type, x[i], z[i])
#endif
#define X2_SCALAR(name, type, low, high, low2, high2) SCALAR(name, type, x[i], z[i])
#include "math_functions.inc"

}  // namespace rivals
