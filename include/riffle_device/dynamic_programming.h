// SPDX-License-Identifier: Apache-2.0
// The DPX functions: three-way minima and maxima, sum-then-minimum, "relu" forms (not below zero)
// and forms that also say which operand won. On both sides, as nvcc offers them.
#pragma once

#include "function_macros.h"

namespace riffle_device {

RIFFLE_BOTH int wrapped_sum(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(x) + static_cast<unsigned>(y));
}
RIFFLE_BOTH unsigned wrapped_sum(unsigned x, unsigned y) { return x + y; }
RIFFLE_BOTH short wrapped_sum(short x, short y) { return static_cast<short>(x + y); }
RIFFLE_BOTH unsigned short wrapped_sum(unsigned short x, unsigned short y) {
  return static_cast<unsigned short>(x + y);
}
template <class _Tp>
RIFFLE_BOTH _Tp greater_of(_Tp x, _Tp y) {
  return x > y ? x : y;
}
template <class _Tp>
RIFFLE_BOTH _Tp lesser_of(_Tp x, _Tp y) {
  return x < y ? x : y;
}

template <class _Tp>
RIFFLE_BOTH _Tp low_half(unsigned word) {
  return static_cast<_Tp>(word & 0xffffu);
}
template <class _Tp>
RIFFLE_BOTH _Tp high_half(unsigned word) {
  return static_cast<_Tp>(word >> 16);
}
RIFFLE_BOTH unsigned join_halves(unsigned high, unsigned low) {
  return high << 16 | (low & 0xffffu);
}

}  // namespace riffle_device

// `pick` is greater_of or lesser_of; the same body serves words and packed halves.
#define RIFFLE_DPX_WORD(name, type, suffix, pick)                     \
  RIFFLE_BOTH type __viadd##name##_##suffix(type a, type b, type c) { \
    return riffle_device::pick(riffle_device::wrapped_sum(a, b), c);  \
  }                                                                   \
  RIFFLE_BOTH type __vi##name##3_##suffix(type a, type b, type c) {   \
    return riffle_device::pick(riffle_device::pick(a, b), c);         \
  }
#define RIFFLE_DPX_RELU(name)                                          \
  RIFFLE_BOTH int __viadd##name##_s32_relu(int a, int b, int c) {      \
    return riffle_device::greater_of(__viadd##name##_s32(a, b, c), 0); \
  }                                                                    \
  RIFFLE_BOTH int __vi##name##3_s32_relu(int a, int b, int c) {        \
    return riffle_device::greater_of(__vi##name##3_s32(a, b, c), 0);   \
  }
RIFFLE_DPX_WORD(max, int, s32, greater_of)
RIFFLE_DPX_WORD(max, unsigned, u32, greater_of)
RIFFLE_DPX_WORD(max, short, half_s, greater_of)
RIFFLE_DPX_WORD(max, unsigned short, half_u, greater_of)
RIFFLE_DPX_WORD(min, int, s32, lesser_of)
RIFFLE_DPX_WORD(min, unsigned, u32, lesser_of)
RIFFLE_DPX_WORD(min, short, half_s, lesser_of)
RIFFLE_DPX_WORD(min, unsigned short, half_u, lesser_of)
RIFFLE_DPX_RELU(max)
RIFFLE_DPX_RELU(min)

#define RIFFLE_DPX_HALVES(name, type, suffix, word_name)                            \
  RIFFLE_BOTH unsigned name##suffix(unsigned a, unsigned b, unsigned c) {           \
    using riffle_device::high_half;                                                 \
    using riffle_device::low_half;                                                  \
    return riffle_device::join_halves(                                              \
        static_cast<unsigned>(                                                      \
            word_name(high_half<type>(a), high_half<type>(b), high_half<type>(c))), \
        static_cast<unsigned>(                                                      \
            word_name(low_half<type>(a), low_half<type>(b), low_half<type>(c))));   \
  }
#define RIFFLE_DPX_HALVES_RELU(name)                                           \
  RIFFLE_BOTH unsigned name##_s16x2_relu(unsigned a, unsigned b, unsigned c) { \
    const unsigned both = name##_s16x2(a, b, c);                               \
    return (both & 0x80000000u ? 0u : both & 0xffff0000u) |                    \
           (both & 0x8000u ? 0u : both & 0xffffu);                             \
  }
RIFFLE_DPX_HALVES(__viaddmax, short, _s16x2, __viaddmax_half_s)
RIFFLE_DPX_HALVES(__viaddmax, unsigned short, _u16x2, __viaddmax_half_u)
RIFFLE_DPX_HALVES(__viaddmin, short, _s16x2, __viaddmin_half_s)
RIFFLE_DPX_HALVES(__viaddmin, unsigned short, _u16x2, __viaddmin_half_u)
RIFFLE_DPX_HALVES(__vimax3, short, _s16x2, __vimax3_half_s)
RIFFLE_DPX_HALVES(__vimax3, unsigned short, _u16x2, __vimax3_half_u)
RIFFLE_DPX_HALVES(__vimin3, short, _s16x2, __vimin3_half_s)
RIFFLE_DPX_HALVES(__vimin3, unsigned short, _u16x2, __vimin3_half_u)
RIFFLE_DPX_HALVES_RELU(__viaddmax)
RIFFLE_DPX_HALVES_RELU(__viaddmin)
RIFFLE_DPX_HALVES_RELU(__vimax3)
RIFFLE_DPX_HALVES_RELU(__vimin3)

RIFFLE_BOTH int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
RIFFLE_BOTH int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
RIFFLE_BOTH unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
RIFFLE_BOTH unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// The predicate says that `a` was taken; equal operands count as `a`.
#define RIFFLE_DPX_CHOICE(name, type, suffix, relation)            \
  RIFFLE_BOTH type name##_##suffix(type a, type b, bool* from_a) { \
    *from_a = a relation b;                                        \
    return *from_a ? a : b;                                        \
  }
#define RIFFLE_DPX_CHOICE_HALVES(name, type, suffix, half_suffix)                                \
  RIFFLE_BOTH unsigned name##_##suffix(unsigned a, unsigned b, bool* high_from_a,                \
                                       bool* low_from_a) {                                       \
    using riffle_device::high_half;                                                              \
    using riffle_device::low_half;                                                               \
    const type high = name##_##half_suffix(high_half<type>(a), high_half<type>(b), high_from_a); \
    const type low = name##_##half_suffix(low_half<type>(a), low_half<type>(b), low_from_a);     \
    return riffle_device::join_halves(static_cast<unsigned>(high), static_cast<unsigned>(low));  \
  }
RIFFLE_DPX_CHOICE(__vibmax, int, s32, >=)
RIFFLE_DPX_CHOICE(__vibmax, unsigned, u32, >=)
RIFFLE_DPX_CHOICE(__vibmax, short, half_s, >=)
RIFFLE_DPX_CHOICE(__vibmax, unsigned short, half_u, >=)
RIFFLE_DPX_CHOICE(__vibmin, int, s32, <=)
RIFFLE_DPX_CHOICE(__vibmin, unsigned, u32, <=)
RIFFLE_DPX_CHOICE(__vibmin, short, half_s, <=)
RIFFLE_DPX_CHOICE(__vibmin, unsigned short, half_u, <=)
RIFFLE_DPX_CHOICE_HALVES(__vibmax, short, s16x2, half_s)
RIFFLE_DPX_CHOICE_HALVES(__vibmax, unsigned short, u16x2, half_u)
RIFFLE_DPX_CHOICE_HALVES(__vibmin, short, s16x2, half_s)
RIFFLE_DPX_CHOICE_HALVES(__vibmin, unsigned short, u16x2, half_u)

#undef RIFFLE_DPX_CHOICE_HALVES
#undef RIFFLE_DPX_CHOICE
#undef RIFFLE_DPX_HALVES_RELU
#undef RIFFLE_DPX_HALVES
#undef RIFFLE_DPX_RELU
#undef RIFFLE_DPX_WORD
