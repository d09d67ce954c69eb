// SPDX-License-Identifier: Apache-2.0
// Global min and max for all arithmetic types and their mixtures, on both sides, as nvcc gives
// them. A signed argument beside an unsigned one is converted, as C would.
#pragma once

#include "function_macros.h"

#define RIFFLE_MIN_MAX(left, right, type)                          \
  RIFFLE_BOTH type min(left x, right y) {                          \
    const type a = static_cast<type>(x), b = static_cast<type>(y); \
    return a < b ? a : b;                                          \
  }                                                                \
  RIFFLE_BOTH type max(left x, right y) {                          \
    const type a = static_cast<type>(x), b = static_cast<type>(y); \
    return a > b ? a : b;                                          \
  }
RIFFLE_MIN_MAX(int, int, int)
RIFFLE_MIN_MAX(unsigned, unsigned, unsigned)
RIFFLE_MIN_MAX(int, unsigned, unsigned)
RIFFLE_MIN_MAX(unsigned, int, unsigned)
RIFFLE_MIN_MAX(long, long, long)
RIFFLE_MIN_MAX(unsigned long, unsigned long, unsigned long)
RIFFLE_MIN_MAX(long, unsigned long, unsigned long)
RIFFLE_MIN_MAX(unsigned long, long, unsigned long)
RIFFLE_MIN_MAX(long long, long long, long long)
RIFFLE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
RIFFLE_MIN_MAX(long long, unsigned long long, unsigned long long)
RIFFLE_MIN_MAX(unsigned long long, long long, unsigned long long)
#undef RIFFLE_MIN_MAX

// Floating point: a NaN loses against a number, and -0 is less than +0.
#define RIFFLE_MIN_MAX(left, right, type)                                                \
  RIFFLE_BOTH type min(left x, right y) {                                                \
    return __builtin_elementwise_minimumnum(static_cast<type>(x), static_cast<type>(y)); \
  }                                                                                      \
  RIFFLE_BOTH type max(left x, right y) {                                                \
    return __builtin_elementwise_maximumnum(static_cast<type>(x), static_cast<type>(y)); \
  }
RIFFLE_MIN_MAX(float, float, float)
RIFFLE_MIN_MAX(double, double, double)
RIFFLE_MIN_MAX(float, double, double)
RIFFLE_MIN_MAX(double, float, double)
#undef RIFFLE_MIN_MAX

RIFFLE_BOTH unsigned umin(unsigned x, unsigned y) { return min(x, y); }
RIFFLE_BOTH unsigned umax(unsigned x, unsigned y) { return max(x, y); }
RIFFLE_BOTH long long llmin(long long x, long long y) { return min(x, y); }
RIFFLE_BOTH long long llmax(long long x, long long y) { return max(x, y); }
RIFFLE_BOTH unsigned long long ullmin(unsigned long long x, unsigned long long y) {
  return min(x, y);
}
RIFFLE_BOTH unsigned long long ullmax(unsigned long long x, unsigned long long y) {
  return max(x, y);
}
