// SPDX-License-Identifier: Apache-2.0
// Warp-level operations: shuffles, votes, matches, reductions. Everything ends in one of a few
// 32-bit intrinsics, so that the kernel compiler has little to know.
#pragma once

#include "bits.h"
#include "function_macros.h"

// PTX's c operand: the segment mask in bits 8..12, the lane limit in bits 0..4 (0 for up, 31 else).
#define RIFFLE_SHUFFLE(name, builtin, limit, operand_type)                                         \
  RIFFLE_DEVICE int name(unsigned mask, int value, operand_type operand, int width = warpSize) {   \
    return __nvvm_shfl_sync_##builtin##_i32(mask, value, static_cast<int>(operand),                \
                                            ((warpSize - width) << 8) | (limit));                  \
  }                                                                                                \
  RIFFLE_DEVICE unsigned name(unsigned mask, unsigned value, operand_type operand,                 \
                              int width = warpSize) {                                              \
    return static_cast<unsigned>(name(mask, static_cast<int>(value), operand, width));             \
  }                                                                                                \
  RIFFLE_DEVICE float name(unsigned mask, float value, operand_type operand,                       \
                           int width = warpSize) {                                                 \
    return __int_as_float(name(mask, __float_as_int(value), operand, width));                      \
  }                                                                                                \
  RIFFLE_DEVICE unsigned long long name(unsigned mask, unsigned long long value,                   \
                                        operand_type operand, int width = warpSize) {              \
    const unsigned low = name(mask, static_cast<unsigned>(value), operand, width);                 \
    const unsigned high = name(mask, static_cast<unsigned>(value >> 32), operand, width);          \
    return static_cast<unsigned long long>(high) << 32 | low;                                      \
  }                                                                                                \
  RIFFLE_DEVICE long long name(unsigned mask, long long value, operand_type operand,               \
                               int width = warpSize) {                                             \
    return static_cast<long long>(                                                                 \
        name(mask, static_cast<unsigned long long>(value), operand, width));                       \
  }                                                                                                \
  RIFFLE_DEVICE unsigned long name(unsigned mask, unsigned long value, operand_type operand,       \
                                   int width = warpSize) {                                         \
    return static_cast<unsigned long>(                                                             \
        name(mask, static_cast<unsigned long long>(value), operand, width));                       \
  }                                                                                                \
  RIFFLE_DEVICE long name(unsigned mask, long value, operand_type operand, int width = warpSize) { \
    return static_cast<long>(name(mask, static_cast<unsigned long long>(value), operand, width));  \
  }                                                                                                \
  RIFFLE_DEVICE double name(unsigned mask, double value, operand_type operand,                     \
                            int width = warpSize) {                                                \
    return __longlong_as_double(name(mask, __double_as_longlong(value), operand, width));          \
  }

RIFFLE_SHUFFLE(__shfl_sync, idx, 0x1f, int)
RIFFLE_SHUFFLE(__shfl_up_sync, up, 0, unsigned)
RIFFLE_SHUFFLE(__shfl_down_sync, down, 0x1f, unsigned)
RIFFLE_SHUFFLE(__shfl_xor_sync, bfly, 0x1f, int)
#undef RIFFLE_SHUFFLE

RIFFLE_DEVICE int __all_sync(unsigned mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate);
}
RIFFLE_DEVICE int __any_sync(unsigned mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate);
}
RIFFLE_DEVICE int __uni_sync(unsigned mask, int predicate) {
  return __nvvm_vote_uni_sync(mask, predicate);
}
RIFFLE_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate);
}
RIFFLE_DEVICE unsigned __activemask() { return __nvvm_activemask(); }

RIFFLE_DEVICE unsigned __match_any_sync(unsigned mask, unsigned value) {
  return __nvvm_match_any_sync_i32(mask, value);
}
RIFFLE_DEVICE unsigned __match_all_sync(unsigned mask, unsigned value, int* predicate) {
  return __nvvm_match_all_sync_i32p(mask, value, predicate);
}
RIFFLE_DEVICE unsigned __match_any_sync(unsigned mask, unsigned long long value) {
  return __nvvm_match_any_sync_i64(mask, value);
}
RIFFLE_DEVICE unsigned __match_all_sync(unsigned mask, unsigned long long value, int* predicate) {
  return __nvvm_match_all_sync_i64p(mask, value, predicate);
}
#define RIFFLE_MATCH(type, bits_type, to_bits)                                         \
  RIFFLE_DEVICE unsigned __match_any_sync(unsigned mask, type value) {                 \
    return __match_any_sync(mask, static_cast<bits_type>(to_bits(value)));             \
  }                                                                                    \
  RIFFLE_DEVICE unsigned __match_all_sync(unsigned mask, type value, int* predicate) { \
    return __match_all_sync(mask, static_cast<bits_type>(to_bits(value)), predicate);  \
  }
RIFFLE_MATCH(int, unsigned, )
RIFFLE_MATCH(long, unsigned long long, )
RIFFLE_MATCH(unsigned long, unsigned long long, )
RIFFLE_MATCH(long long, unsigned long long, )
RIFFLE_MATCH(float, unsigned, __float_as_int)
RIFFLE_MATCH(double, unsigned long long, __double_as_longlong)
#undef RIFFLE_MATCH

RIFFLE_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return static_cast<unsigned>(
      __nvvm_redux_sync_add(static_cast<int>(value), static_cast<int>(mask)));
}
RIFFLE_DEVICE int __reduce_add_sync(unsigned mask, int value) {
  return __nvvm_redux_sync_add(value, static_cast<int>(mask));
}
RIFFLE_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  return __nvvm_redux_sync_umin(value, static_cast<int>(mask));
}
RIFFLE_DEVICE int __reduce_min_sync(unsigned mask, int value) {
  return __nvvm_redux_sync_min(value, static_cast<int>(mask));
}
RIFFLE_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  return __nvvm_redux_sync_umax(value, static_cast<int>(mask));
}
RIFFLE_DEVICE int __reduce_max_sync(unsigned mask, int value) {
  return __nvvm_redux_sync_max(value, static_cast<int>(mask));
}
RIFFLE_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return static_cast<unsigned>(
      __nvvm_redux_sync_and(static_cast<int>(value), static_cast<int>(mask)));
}
RIFFLE_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return static_cast<unsigned>(
      __nvvm_redux_sync_or(static_cast<int>(value), static_cast<int>(mask)));
}
RIFFLE_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return static_cast<unsigned>(
      __nvvm_redux_sync_xor(static_cast<int>(value), static_cast<int>(mask)));
}

// Position of the n-th set bit counted from `base` (n < 0: downwards); ~0u if there is none.
RIFFLE_DEVICE_LARGE unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return (mask >> (base & 31)) & 1 ? base & 31 : 0xffffffffu;
  const int step = n > 0 ? 1 : -1;
  int left = n > 0 ? n : -n;
  for (int bit = static_cast<int>(base & 31); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit) & 1 && --left == 0) return static_cast<unsigned>(bit);
  }
  return 0xffffffffu;
}
