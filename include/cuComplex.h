// SPDX-License-Identifier: Apache-2.0
// cuComplex: complex numbers as float2 and double2 with plain functions, in C and C++, on both
// sides.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#ifndef __CUDACC_RTC__
#include <math.h>
#endif
#include "vector_types.h"

#define RIFFLE_COMPLEX_FN __host__ __device__ static __inline__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Quotients are scaled by the divisor's size, absolute values by the larger part, against overflow.
#define RIFFLE_COMPLEX(type, real, suffix, constructor)                                         \
  RIFFLE_COMPLEX_FN real cuCreal##suffix(type x) { return x.x; }                                \
  RIFFLE_COMPLEX_FN real cuCimag##suffix(type x) { return x.y; }                                \
  RIFFLE_COMPLEX_FN type constructor(real r, real i) {                                          \
    type z;                                                                                     \
    z.x = r;                                                                                    \
    z.y = i;                                                                                    \
    return z;                                                                                   \
  }                                                                                             \
  RIFFLE_COMPLEX_FN type cuConj##suffix(type x) { return constructor(x.x, -x.y); }              \
  RIFFLE_COMPLEX_FN type cuCadd##suffix(type x, type y) {                                       \
    return constructor(x.x + y.x, x.y + y.y);                                                   \
  }                                                                                             \
  RIFFLE_COMPLEX_FN type cuCsub##suffix(type x, type y) {                                       \
    return constructor(x.x - y.x, x.y - y.y);                                                   \
  }                                                                                             \
  RIFFLE_COMPLEX_FN type cuCmul##suffix(type x, type y) {                                       \
    return constructor(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                           \
  }                                                                                             \
  RIFFLE_COMPLEX_FN type cuCdiv##suffix(type x, type y) {                                       \
    const real scale = (real)1 / (fabs##suffix(y.x) + fabs##suffix(y.y));                       \
    const real a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;              \
    const real inverse = (real)1 / (c * c + d * d);                                             \
    return constructor((a * c + b * d) * inverse, (b * c - a * d) * inverse);                   \
  }                                                                                             \
  RIFFLE_COMPLEX_FN real cuCabs##suffix(type x) {                                               \
    const real a = fabs##suffix(x.x), b = fabs##suffix(x.y);                                    \
    const real larger = a > b ? a : b, smaller = a > b ? b : a;                                 \
    const real ratio = smaller / larger;                                                        \
    /* Zero, infinite and NaN parts: the ratio says nothing. */                                 \
    if (larger == 0 || larger - larger != 0 || smaller - smaller != 0) return larger + smaller; \
    return larger * sqrt##suffix((real)1 + ratio * ratio);                                      \
  }
RIFFLE_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
RIFFLE_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef RIFFLE_COMPLEX

RIFFLE_COMPLEX_FN cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
RIFFLE_COMPLEX_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
  return make_cuDoubleComplex((double)c.x, (double)c.y);
}
RIFFLE_COMPLEX_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
  return make_cuFloatComplex((float)c.x, (float)c.y);
}
RIFFLE_COMPLEX_FN cuComplex cuCfmaf(cuComplex x, cuComplex y, cuComplex d) {
  return make_cuComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}
RIFFLE_COMPLEX_FN cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d) {
  return make_cuDoubleComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

#endif  // CU_COMPLEX_H_
