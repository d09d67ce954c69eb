// SPDX-License-Identifier: Apache-2.0
// Products and sums in inline PTX that may be fused, for programs with and without -fmad.
#pragma once

#include <cstring>

#include "operation.h"

template <class T>
__device__ T as(Bits bits) {
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
__device__ Bits bits_of(T value) {
  Bits bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}

#define TWO(R, first, second)                                                          \
  {                                                                                    \
    TYPE_##R p, d;                                                                     \
    asm(first : "=" #R(p) : #R(TYPE_##R(a)), #R(TYPE_##R(b)));                         \
    asm(second : "=" #R(d) : #R(p), #R(TYPE_##R(c)));                                  \
    return d;                                                                          \
  }
#define TWO_VOLATILE(R, first, second)                                                 \
  {                                                                                    \
    TYPE_##R p, d;                                                                     \
    asm volatile(first : "=" #R(p) : #R(TYPE_##R(a)), #R(TYPE_##R(b)));                \
    asm volatile(second : "=" #R(d) : #R(p), #R(TYPE_##R(c)));                         \
    return d;                                                                          \
  }
#define MIXED(R, T, product, second, left, right)                                      \
  {                                                                                    \
    const T x = as<T>(a), y = as<T>(b), z = as<T>(c);                                  \
    product;                                                                           \
    T d;                                                                               \
    asm(second : "=" #R(d) : #R(left), #R(right));                                     \
    return bits_of(d);                                                                 \
  }
#define MIXED_SUM(R, T, first)                                                         \
  {                                                                                    \
    const T x = as<T>(a), y = as<T>(b), z = as<T>(c);                                  \
    T p;                                                                               \
    asm(first : "=" #R(p) : #R(x), #R(y));                                             \
    return bits_of(p + z);                                                             \
  }

#define OPERATIONS(X) \
  X(f32_plain, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; add.f32 %0, p, %3; }")) \
  X(f32_plain_right, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; add.f32 %0, %3, p; }")) \
  X(f32_minus, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; sub.f32 %0, p, %3; }")) \
  X(f32_minus_left, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; sub.f32 %0, %3, p; }")) \
  X(f32_rn_first, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.rn.f32 p, %1, %2; add.f32 %0, p, %3; }")) \
  X(f32_rn_second, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; add.rn.f32 %0, p, %3; }")) \
  X(f32_rn_both, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.rn.f32 p, %1, %2; add.rn.f32 %0, p, %3; }")) \
  X(f32_ftz_first, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.ftz.f32 p, %1, %2; add.f32 %0, p, %3; }")) \
  X(f32_ftz_both, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.ftz.f32 p, %1, %2; add.ftz.f32 %0, p, %3; }")) \
  X(f32_rz_second, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; add.rz.f32 %0, p, %3; }")) \
  X(f32_sat_first, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.sat.f32 p, %1, %2; add.f32 %0, p, %3; }")) \
  X(f32_sat_second, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.f32 p, %1, %2; add.sat.f32 %0, p, %3; }")) \
  X(f32_rn_sat_second, f, TEXT(r, r, r, r, "{ .reg .f32 p; mul.rn.f32 p, %1, %2; add.rn.sat.f32 %0, p, %3; }")) \
  X(f32_two_statements, f, TWO(r, "mul.f32 %0, %1, %2;", "add.f32 %0, %1, %2;")) \
  X(f32_two_volatile, f, TWO_VOLATILE(r, "mul.f32 %0, %1, %2;", "add.f32 %0, %1, %2;")) \
  X(f64_plain, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.f64 p, %1, %2; add.f64 %0, p, %3; }")) \
  X(f64_plain_right, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.f64 p, %1, %2; add.f64 %0, %3, p; }")) \
  X(f64_minus, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.f64 p, %1, %2; sub.f64 %0, p, %3; }")) \
  X(f64_minus_left, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.f64 p, %1, %2; sub.f64 %0, %3, p; }")) \
  X(f64_rn_first, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.rn.f64 p, %1, %2; add.f64 %0, p, %3; }")) \
  X(f64_rn_second, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.f64 p, %1, %2; add.rn.f64 %0, p, %3; }")) \
  X(f64_rn_both, d, TEXT(l, l, l, l, "{ .reg .f64 p; mul.rn.f64 p, %1, %2; add.rn.f64 %0, p, %3; }")) \
  X(f64_two_statements, d, TWO(l, "mul.f64 %0, %1, %2;", "add.f64 %0, %1, %2;")) \
  X(f64_two_volatile, d, TWO_VOLATILE(l, "mul.f64 %0, %1, %2;", "add.f64 %0, %1, %2;")) \
  X(f16_plain, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; add.f16 %0, p, %3; }")) \
  X(f16_plain_right, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; add.f16 %0, %3, p; }")) \
  X(f16_minus, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; sub.f16 %0, p, %3; }")) \
  X(f16_minus_left, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; sub.f16 %0, %3, p; }")) \
  X(f16_rn_first, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.rn.f16 p, %1, %2; add.f16 %0, p, %3; }")) \
  X(f16_rn_second, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; add.rn.f16 %0, p, %3; }")) \
  X(f16_rn_both, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.rn.f16 p, %1, %2; add.rn.f16 %0, p, %3; }")) \
  X(f16_sat_first, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.sat.f16 p, %1, %2; add.f16 %0, p, %3; }")) \
  X(f16_sat_second, h, TEXT(h, h, h, h, "{ .reg .b16 p; mul.f16 p, %1, %2; add.sat.f16 %0, p, %3; }")) \
  X(f16_two_statements, h, TWO(h, "mul.f16 %0, %1, %2;", "add.f16 %0, %1, %2;")) \
  X(f16_two_volatile, h, TWO_VOLATILE(h, "mul.f16 %0, %1, %2;", "add.f16 %0, %1, %2;")) \
  X(f16x2_plain, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; add.f16x2 %0, p, %3; }")) \
  X(f16x2_plain_right, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; add.f16x2 %0, %3, p; }")) \
  X(f16x2_minus, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; sub.f16x2 %0, p, %3; }")) \
  X(f16x2_minus_left, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; sub.f16x2 %0, %3, p; }")) \
  X(f16x2_rn_first, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.rn.f16x2 p, %1, %2; add.f16x2 %0, p, %3; }")) \
  X(f16x2_rn_second, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; add.rn.f16x2 %0, p, %3; }")) \
  X(f16x2_rn_both, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.rn.f16x2 p, %1, %2; add.rn.f16x2 %0, p, %3; }")) \
  X(f16x2_sat_first, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.sat.f16x2 p, %1, %2; add.f16x2 %0, p, %3; }")) \
  X(f16x2_sat_second, H, TEXT(r, r, r, r, "{ .reg .b32 p; mul.f16x2 p, %1, %2; add.sat.f16x2 %0, p, %3; }")) \
  X(f16x2_two_statements, H, TWO(r, "mul.f16x2 %0, %1, %2;", "add.f16x2 %0, %1, %2;")) \
  X(f16x2_two_volatile, H, TWO_VOLATILE(r, "mul.f16x2 %0, %1, %2;", "add.f16x2 %0, %1, %2;")) \
  X(bf16_plain, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.bf16 p, %1, %2; add.bf16 %0, p, %3; }")) \
  X(bf16_plain_right, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.bf16 p, %1, %2; add.bf16 %0, %3, p; }")) \
  X(bf16_minus, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.bf16 p, %1, %2; sub.bf16 %0, p, %3; }")) \
  X(bf16_minus_left, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.bf16 p, %1, %2; sub.bf16 %0, %3, p; }")) \
  X(bf16_rn_first, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.rn.bf16 p, %1, %2; add.bf16 %0, p, %3; }")) \
  X(bf16_rn_second, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.bf16 p, %1, %2; add.rn.bf16 %0, p, %3; }")) \
  X(bf16_rn_both, b, TEXT(h, h, h, h, "{ .reg .b16 p; mul.rn.bf16 p, %1, %2; add.rn.bf16 %0, p, %3; }")) \
  X(bf16_two_statements, b, TWO(h, "mul.bf16 %0, %1, %2;", "add.bf16 %0, %1, %2;")) \
  X(bf16_two_volatile, b, TWO_VOLATILE(h, "mul.bf16 %0, %1, %2;", "add.bf16 %0, %1, %2;")) \
  X(bf16x2_plain, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.bf16x2 p, %1, %2; add.bf16x2 %0, p, %3; }")) \
  X(bf16x2_plain_right, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.bf16x2 p, %1, %2; add.bf16x2 %0, %3, p; }")) \
  X(bf16x2_minus, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.bf16x2 p, %1, %2; sub.bf16x2 %0, p, %3; }")) \
  X(bf16x2_minus_left, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.bf16x2 p, %1, %2; sub.bf16x2 %0, %3, p; }")) \
  X(bf16x2_rn_first, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.rn.bf16x2 p, %1, %2; add.bf16x2 %0, p, %3; }")) \
  X(bf16x2_rn_second, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.bf16x2 p, %1, %2; add.rn.bf16x2 %0, p, %3; }")) \
  X(bf16x2_rn_both, B, TEXT(r, r, r, r, "{ .reg .b32 p; mul.rn.bf16x2 p, %1, %2; add.rn.bf16x2 %0, p, %3; }")) \
  X(bf16x2_two_statements, B, TWO(r, "mul.bf16x2 %0, %1, %2;", "add.bf16x2 %0, %1, %2;")) \
  X(bf16x2_two_volatile, B, TWO_VOLATILE(r, "mul.bf16x2 %0, %1, %2;", "add.bf16x2 %0, %1, %2;")) \
  X(f32_cxx_product, f, MIXED(f, float, const float p = x * y, "add.f32 %0, %1, %2;", p, z)) \
  X(f32_cxx_sum, f, MIXED_SUM(f, float, "mul.f32 %0, %1, %2;")) \
  X(f32_cxx_sum_rn, f, MIXED_SUM(f, float, "mul.rn.f32 %0, %1, %2;")) \
  X(f32_cxx_product_rn, f, MIXED(f, float, const float p = x * y, "add.rn.f32 %0, %1, %2;", p, z)) \
  X(f64_cxx_product, d, MIXED(d, double, const double p = x * y, "add.f64 %0, %1, %2;", p, z)) \
  X(f64_cxx_sum, d, MIXED_SUM(d, double, "mul.f64 %0, %1, %2;")) \
  X(f64_cxx_sum_rn, d, MIXED_SUM(d, double, "mul.rn.f64 %0, %1, %2;")) \
  X(f64_cxx_product_rn, d, MIXED(d, double, const double p = x * y, "add.rn.f64 %0, %1, %2;", p, z))

OPERATIONS(DEFINE)
