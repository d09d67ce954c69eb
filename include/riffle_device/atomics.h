// SPDX-License-Identifier: Apache-2.0
// atomicAdd and its family, in the plain (device), _block and _system scopes. Relaxed, as in CUDA.
#pragma once

#include "function_macros.h"

#define RIFFLE_ATOMIC_OP(name, suffix, scope, type, operation)                \
  RIFFLE_DEVICE type name##suffix(type* address, type value) {                \
    RIFFLE_ATOMIC_SEEN##suffix type* seen = address;                          \
    return __scoped_atomic_##operation(seen, value, __ATOMIC_RELAXED, scope); \
  }

// The host may wait for what a kernel does in system scope, while the kernel runs: code for processors has but the word volatile
// to say so.
#define RIFFLE_ATOMIC_SEEN
#define RIFFLE_ATOMIC_SEEN_block
#define RIFFLE_ATOMIC_SEEN_system volatile

#define RIFFLE_ATOMIC_COMPARE(suffix, scope, type)                                        \
  RIFFLE_DEVICE type atomicCAS##suffix(type* address, type compare, type value) {         \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, \
                                       __ATOMIC_RELAXED, scope);                          \
    return compare;                                                                       \
  }

#define RIFFLE_ATOMICS(suffix, scope)                                         \
  RIFFLE_ATOMIC_OP(atomicAdd, suffix, scope, int, fetch_add)                  \
  RIFFLE_ATOMIC_OP(atomicAdd, suffix, scope, unsigned, fetch_add)             \
  RIFFLE_ATOMIC_OP(atomicAdd, suffix, scope, unsigned long long, fetch_add)   \
  RIFFLE_ATOMIC_OP(atomicAdd, suffix, scope, float, fetch_add)                \
  RIFFLE_ATOMIC_OP(atomicAdd, suffix, scope, double, fetch_add)               \
  RIFFLE_ATOMIC_OP(atomicSub, suffix, scope, int, fetch_sub)                  \
  RIFFLE_ATOMIC_OP(atomicSub, suffix, scope, unsigned, fetch_sub)             \
  RIFFLE_ATOMIC_OP(atomicExch, suffix, scope, int, exchange_n)                \
  RIFFLE_ATOMIC_OP(atomicExch, suffix, scope, unsigned, exchange_n)           \
  RIFFLE_ATOMIC_OP(atomicExch, suffix, scope, unsigned long long, exchange_n) \
  RIFFLE_DEVICE float atomicExch##suffix(float* address, float value) {       \
    float old;                                                                \
    __scoped_atomic_exchange(address, &value, &old, __ATOMIC_RELAXED, scope); \
    return old;                                                               \
  }                                                                           \
  RIFFLE_ATOMIC_OP(atomicMin, suffix, scope, int, fetch_min)                  \
  RIFFLE_ATOMIC_OP(atomicMin, suffix, scope, unsigned, fetch_min)             \
  RIFFLE_ATOMIC_OP(atomicMin, suffix, scope, long long, fetch_min)            \
  RIFFLE_ATOMIC_OP(atomicMin, suffix, scope, unsigned long long, fetch_min)   \
  RIFFLE_ATOMIC_OP(atomicMax, suffix, scope, int, fetch_max)                  \
  RIFFLE_ATOMIC_OP(atomicMax, suffix, scope, unsigned, fetch_max)             \
  RIFFLE_ATOMIC_OP(atomicMax, suffix, scope, long long, fetch_max)            \
  RIFFLE_ATOMIC_OP(atomicMax, suffix, scope, unsigned long long, fetch_max)   \
  RIFFLE_ATOMIC_OP(atomicInc, suffix, scope, unsigned, fetch_uinc)            \
  RIFFLE_ATOMIC_OP(atomicDec, suffix, scope, unsigned, fetch_udec)            \
  RIFFLE_ATOMIC_OP(atomicAnd, suffix, scope, int, fetch_and)                  \
  RIFFLE_ATOMIC_OP(atomicAnd, suffix, scope, unsigned, fetch_and)             \
  RIFFLE_ATOMIC_OP(atomicAnd, suffix, scope, unsigned long long, fetch_and)   \
  RIFFLE_ATOMIC_OP(atomicAnd, suffix, scope, long long, fetch_and)            \
  RIFFLE_ATOMIC_OP(atomicOr, suffix, scope, int, fetch_or)                    \
  RIFFLE_ATOMIC_OP(atomicOr, suffix, scope, unsigned, fetch_or)               \
  RIFFLE_ATOMIC_OP(atomicOr, suffix, scope, unsigned long long, fetch_or)     \
  RIFFLE_ATOMIC_OP(atomicOr, suffix, scope, long long, fetch_or)              \
  RIFFLE_ATOMIC_OP(atomicXor, suffix, scope, int, fetch_xor)                  \
  RIFFLE_ATOMIC_OP(atomicXor, suffix, scope, unsigned, fetch_xor)             \
  RIFFLE_ATOMIC_OP(atomicXor, suffix, scope, unsigned long long, fetch_xor)   \
  RIFFLE_ATOMIC_OP(atomicXor, suffix, scope, long long, fetch_xor)            \
  RIFFLE_ATOMIC_COMPARE(suffix, scope, int)                                   \
  RIFFLE_ATOMIC_COMPARE(suffix, scope, unsigned)                              \
  RIFFLE_ATOMIC_COMPARE(suffix, scope, unsigned long long)

RIFFLE_ATOMICS(, __MEMORY_SCOPE_DEVICE)
RIFFLE_ATOMIC_COMPARE(, __MEMORY_SCOPE_DEVICE, unsigned short)
RIFFLE_ATOMICS(_block, __MEMORY_SCOPE_WRKGRP)
RIFFLE_ATOMICS(_system, __MEMORY_SCOPE_SYSTEM)

#undef RIFFLE_ATOMIC_SEEN
#undef RIFFLE_ATOMIC_SEEN_block
#undef RIFFLE_ATOMIC_SEEN_system
#undef RIFFLE_ATOMICS
#undef RIFFLE_ATOMIC_COMPARE
#undef RIFFLE_ATOMIC_OP

// float2 and float4 are atomic per component only.
#define RIFFLE_ATOMIC_VECTOR(suffix)                                                       \
  RIFFLE_DEVICE float2 atomicAdd##suffix(float2* address, float2 value) {                  \
    return float2{atomicAdd##suffix(&address->x, value.x),                                 \
                  atomicAdd##suffix(&address->y, value.y)};                                \
  }                                                                                        \
  RIFFLE_DEVICE float4 atomicAdd##suffix(float4* address, float4 value) {                  \
    return float4{                                                                         \
        atomicAdd##suffix(&address->x, value.x), atomicAdd##suffix(&address->y, value.y),  \
        atomicAdd##suffix(&address->z, value.z), atomicAdd##suffix(&address->w, value.w)}; \
  }
RIFFLE_ATOMIC_VECTOR()
RIFFLE_ATOMIC_VECTOR(_block)
RIFFLE_ATOMIC_VECTOR(_system)
#undef RIFFLE_ATOMIC_VECTOR

// Any trivially copyable type of 16 bytes, aligned to them.
namespace riffle_device {
template <class _Tp, bool wide = sizeof(_Tp) == 16 && alignof(_Tp) >= 16>
struct if_wide {};
template <class _Tp>
struct if_wide<_Tp, true> {
  using type = _Tp;
};
struct Words {
  unsigned long long low, high;
};
RIFFLE_DEVICE Words exchange_128(void* address, Words value) {
  Words old;
  asm volatile(
      "{ .reg .b128 v, o; mov.b128 v, {%2, %3}; atom.exch.b128 o, [%4], v; "
      "mov.b128 {%0, %1}, o; }"
      : "=l"(old.low), "=l"(old.high)
      : "l"(value.low), "l"(value.high), "l"(address)
      : "memory");
  return old;
}
RIFFLE_DEVICE Words compare_exchange_128(void* address, Words compare, Words value) {
  Words old;
  asm volatile(
      "{ .reg .b128 c, v, o; mov.b128 c, {%2, %3}; mov.b128 v, {%4, %5}; "
      "atom.cas.b128 o, [%6], c, v; mov.b128 {%0, %1}, o; }"
      : "=l"(old.low), "=l"(old.high)
      : "l"(compare.low), "l"(compare.high), "l"(value.low), "l"(value.high), "l"(address)
      : "memory");
  return old;
}
}  // namespace riffle_device
#define RIFFLE_ATOMIC_WIDE(suffix)                                                                 \
  template <class _Tp>                                                                             \
  RIFFLE_DEVICE typename riffle_device::if_wide<_Tp>::type atomicExch##suffix(_Tp* address,        \
                                                                              _Tp value) {         \
    return __builtin_bit_cast(_Tp, riffle_device::exchange_128(                                    \
                                       address, __builtin_bit_cast(riffle_device::Words, value))); \
  }                                                                                                \
  template <class _Tp>                                                                             \
  RIFFLE_DEVICE typename riffle_device::if_wide<_Tp>::type atomicCAS##suffix(                      \
      _Tp* address, _Tp compare, _Tp value) {                                                      \
    return __builtin_bit_cast(_Tp, riffle_device::compare_exchange_128(                            \
                                       address, __builtin_bit_cast(riffle_device::Words, compare), \
                                       __builtin_bit_cast(riffle_device::Words, value)));          \
  }
RIFFLE_ATOMIC_WIDE()
RIFFLE_ATOMIC_WIDE(_block)
RIFFLE_ATOMIC_WIDE(_system)
#undef RIFFLE_ATOMIC_WIDE
