// SPDX-License-Identifier: Apache-2.0
// Loops over the C library's functions, in libmvec's forms of 16 floats or 8 doubles where the processor has such vectors:
// clang by itself takes narrower ones, and of few functions.
#include <cmath>
#include <cstddef>

#if defined(__AVX512F__)
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

#if defined(__AVX512F__)
__m512 load(const float* x) { return _mm512_loadu_ps(x); }
__m512d load(const double* x) { return _mm512_loadu_pd(x); }
void store(float* y, __m512 value) { _mm512_storeu_ps(y, value); }
void store(double* y, __m512d value) { _mm512_storeu_pd(y, value); }

template <class Real, class Function>
void for_vectors(std::size_t count, Function function) {
  constexpr std::size_t kLanes = 64 / sizeof(Real);
  for_all(count / kLanes, [=](std::size_t i) { function(i * kLanes); });
}
#endif

}  // namespace

#define SCALAR(name, type, ...)                                                 \
  void every_##name(const type* x, const type* z, type* y, std::size_t count) { \
    for_all(count, [=](std::size_t i) { y[i] = ::name(__VA_ARGS__); });         \
  }

#if defined(__AVX512F__)
#define VECTOR_float(name) _ZGVeN16v_##name
#define VECTOR_double(name) _ZGVeN8v_##name
#define VECTOR2_float(name) _ZGVeN16vv_##name
#define VECTOR2_double(name) _ZGVeN8vv_##name
using vector_float = __m512;
using vector_double = __m512d;
#define X(name, type, low, high)                                                               \
  extern "C" vector_##type VECTOR_##type(name)(vector_##type);                                 \
  void every_##name(const type* x, const type*, type* y, std::size_t count) {                  \
    for_vectors<type>(count,                                                                   \
                      [=](std::size_t i) { store(y + i, VECTOR_##type(name)(load(x + i))); }); \
  }
#define X2(name, type, low, high, low2, high2)                                  \
  extern "C" vector_##type VECTOR2_##type(name)(vector_##type, vector_##type);  \
  void every_##name(const type* x, const type* z, type* y, std::size_t count) { \
    for_vectors<type>(count, [=](std::size_t i) {                               \
      store(y + i, VECTOR2_##type(name)(load(x + i), load(z + i)));             \
    });                                                                         \
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
