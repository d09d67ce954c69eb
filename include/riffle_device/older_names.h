// SPDX-License-Identifier: Apache-2.0
// Double arithmetic and conversions that take their rounding as an argument: names from before the intrinsics with a
// suffix, which CUDA 13 still declares.
#pragma once

#include "../device_types.h"
#include "convert.h"
#include "function_macros.h"
#include "rounding.h"

#define RIFFLE_BY_MODE(intrinsic, mode, ...)                     \
  ((mode) == cudaRoundZero     ? __##intrinsic##_rz(__VA_ARGS__) \
   : (mode) == cudaRoundPosInf ? __##intrinsic##_ru(__VA_ARGS__) \
   : (mode) == cudaRoundMinInf ? __##intrinsic##_rd(__VA_ARGS__) \
                               : __##intrinsic##_rn(__VA_ARGS__))

RIFFLE_DEVICE double fma(double x, double y, double z, cudaRoundMode mode) {
  return RIFFLE_BY_MODE(fma, mode, x, y, z);
}
RIFFLE_DEVICE double dmul(double x, double y, cudaRoundMode mode = cudaRoundNearest) {
  return RIFFLE_BY_MODE(dmul, mode, x, y);
}
RIFFLE_DEVICE double dadd(double x, double y, cudaRoundMode mode = cudaRoundNearest) {
  return RIFFLE_BY_MODE(dadd, mode, x, y);
}
RIFFLE_DEVICE double dsub(double x, double y, cudaRoundMode mode = cudaRoundNearest) {
  return RIFFLE_BY_MODE(dsub, mode, x, y);
}
#define RIFFLE_FROM_DOUBLE_BY_MODE(name, type)                                     \
  RIFFLE_DEVICE type double2##name(double x, cudaRoundMode mode = cudaRoundZero) { \
    return RIFFLE_BY_MODE(double2##name, mode, x);                                 \
  }
RIFFLE_FROM_DOUBLE_BY_MODE(int, int)
RIFFLE_FROM_DOUBLE_BY_MODE(uint, unsigned int)
RIFFLE_FROM_DOUBLE_BY_MODE(ll, long long)
RIFFLE_FROM_DOUBLE_BY_MODE(ull, unsigned long long)
#undef RIFFLE_FROM_DOUBLE_BY_MODE
RIFFLE_DEVICE double ll2double(long long x, cudaRoundMode mode = cudaRoundNearest) {
  return RIFFLE_BY_MODE(ll2double, mode, x);
}
RIFFLE_DEVICE double ull2double(unsigned long long x, cudaRoundMode mode = cudaRoundNearest) {
  return RIFFLE_BY_MODE(ull2double, mode, x);
}
// These are exact.
RIFFLE_DEVICE double int2double(int x, cudaRoundMode = cudaRoundNearest) { return x; }
RIFFLE_DEVICE double uint2double(unsigned int x, cudaRoundMode = cudaRoundNearest) { return x; }
RIFFLE_DEVICE double float2double(float x, cudaRoundMode = cudaRoundNearest) { return x; }
#undef RIFFLE_BY_MODE
