// SPDX-License-Identifier: Apache-2.0
// nvcc's built-in atomic functions, __nv_atomic_*: with an order and a scope, in a form for integers (_n) and one for
// any type through pointers.
#pragma once

#include "function_macros.h"

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

namespace riffle_builtin_atomics {
// Orders have clang's numbers, which are gcc's.
static_assert(__NV_ATOMIC_RELAXED == __ATOMIC_RELAXED && __NV_ATOMIC_SEQ_CST == __ATOMIC_SEQ_CST,
              "the numbers of the orders");

RIFFLE_DEVICE constexpr int scope(int given) {
  return given <= __NV_THREAD_SCOPE_BLOCK    ? __MEMORY_SCOPE_WRKGRP
         : given <= __NV_THREAD_SCOPE_DEVICE ? __MEMORY_SCOPE_DEVICE
                                             : __MEMORY_SCOPE_SYSTEM;
}

/// The type of a value argument: it converts to that of the object.
template <class _Tp>
struct Value {
  using Type = _Tp;
};
template <class _Tp>
struct Value<volatile _Tp> {
  using Type = _Tp;
};
template <class _Tp>
using ValueOf = typename Value<_Tp>::Type;

/// Objects of any type are read and written as integers of their size.
template <unsigned long size>
struct Bits {
  static_assert(size <= 8, "Riffle: atomic operations on 16 bytes are not supported yet");
};
template <>
struct Bits<1> {
  typedef unsigned char Type __attribute__((may_alias));
};
template <>
struct Bits<2> {
  typedef unsigned short Type __attribute__((may_alias));
};
template <>
struct Bits<4> {
  typedef unsigned Type __attribute__((may_alias));
};
template <>
struct Bits<8> {
  typedef unsigned long long Type __attribute__((may_alias));
};
template <class _Tp>
RIFFLE_DEVICE typename Bits<sizeof(_Tp)>::Type* bits(_Tp* object) {
  return (typename Bits<sizeof(_Tp)>::Type*)object;
}
template <class _Tp>
RIFFLE_DEVICE typename Bits<sizeof(_Tp)>::Type value(const _Tp* object) {
  typename Bits<sizeof(_Tp)>::Type bits;
  __builtin_memcpy(&bits, object, sizeof(_Tp));
  return bits;
}
template <class _Tp>
RIFFLE_DEVICE void set(_Tp* object, typename Bits<sizeof(_Tp)>::Type bits) {
  __builtin_memcpy(object, &bits, sizeof(_Tp));
}
}  // namespace riffle_builtin_atomics

#define RIFFLE_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM
#define RIFFLE_GIVEN riffle_builtin_atomics::scope(scope)
#define RIFFLE_VALUE riffle_builtin_atomics::ValueOf<_Tp>

template <class _Tp>
RIFFLE_DEVICE void __nv_atomic_load(_Tp* object, RIFFLE_VALUE* result, int order, RIFFLE_SCOPE) {
  namespace impl = riffle_builtin_atomics;
  impl::set(result, __scoped_atomic_load_n(impl::bits(object), order, RIFFLE_GIVEN));
}
template <class _Tp>
RIFFLE_DEVICE void __nv_atomic_store(_Tp* object, RIFFLE_VALUE* value, int order, RIFFLE_SCOPE) {
  namespace impl = riffle_builtin_atomics;
  __scoped_atomic_store_n(impl::bits(object), impl::value(value), order, RIFFLE_GIVEN);
}
template <class _Tp>
RIFFLE_DEVICE void __nv_atomic_exchange(_Tp* object, RIFFLE_VALUE* value, RIFFLE_VALUE* result,
                                        int order, RIFFLE_SCOPE) {
  namespace impl = riffle_builtin_atomics;
  impl::set(result, __scoped_atomic_exchange_n(impl::bits(object), impl::value(value), order,
                                               RIFFLE_GIVEN));
}
template <class _Tp>
RIFFLE_DEVICE bool __nv_atomic_compare_exchange(_Tp* object, RIFFLE_VALUE* expected,
                                                RIFFLE_VALUE* desired, bool weak, int success,
                                                int failure, RIFFLE_SCOPE) {
  namespace impl = riffle_builtin_atomics;
  auto seen = impl::value(expected);
  const bool swapped = __scoped_atomic_compare_exchange_n(
      impl::bits(object), &seen, impl::value(desired), weak, success, failure, RIFFLE_GIVEN);
  if (!swapped) impl::set(expected, seen);
  return swapped;
}

template <class _Tp>
RIFFLE_DEVICE RIFFLE_VALUE __nv_atomic_load_n(_Tp* object, int order, RIFFLE_SCOPE) {
  return __scoped_atomic_load_n(object, order, RIFFLE_GIVEN);
}
template <class _Tp>
RIFFLE_DEVICE void __nv_atomic_store_n(_Tp* object, RIFFLE_VALUE value, int order, RIFFLE_SCOPE) {
  __scoped_atomic_store_n(object, value, order, RIFFLE_GIVEN);
}
template <class _Tp>
RIFFLE_DEVICE RIFFLE_VALUE __nv_atomic_exchange_n(_Tp* object, RIFFLE_VALUE value, int order,
                                                  RIFFLE_SCOPE) {
  return __scoped_atomic_exchange_n(object, value, order, RIFFLE_GIVEN);
}
template <class _Tp>
RIFFLE_DEVICE bool __nv_atomic_compare_exchange_n(_Tp* object, RIFFLE_VALUE* expected,
                                                  RIFFLE_VALUE desired, bool weak, int success,
                                                  int failure, RIFFLE_SCOPE) {
  return __scoped_atomic_compare_exchange_n(object, expected, desired, weak, success, failure,
                                            RIFFLE_GIVEN);
}

#define RIFFLE_BUILTIN_ATOMIC(name)                                                               \
  template <class _Tp>                                                                            \
  RIFFLE_DEVICE RIFFLE_VALUE __nv_atomic_fetch_##name(_Tp* object, RIFFLE_VALUE value, int order, \
                                                      RIFFLE_SCOPE) {                             \
    return __scoped_atomic_fetch_##name(object, value, order, RIFFLE_GIVEN);                      \
  }                                                                                               \
  template <class _Tp>                                                                            \
  RIFFLE_DEVICE void __nv_atomic_##name(_Tp* object, RIFFLE_VALUE value, int order,               \
                                        RIFFLE_SCOPE) {                                           \
    __scoped_atomic_fetch_##name(object, value, order, RIFFLE_GIVEN);                             \
  }
RIFFLE_BUILTIN_ATOMIC(add)
RIFFLE_BUILTIN_ATOMIC(sub)
RIFFLE_BUILTIN_ATOMIC(and)
RIFFLE_BUILTIN_ATOMIC(or)
RIFFLE_BUILTIN_ATOMIC(xor)
RIFFLE_BUILTIN_ATOMIC(min)
RIFFLE_BUILTIN_ATOMIC(max)
#undef RIFFLE_BUILTIN_ATOMIC

RIFFLE_DEVICE void __nv_atomic_thread_fence(int order, RIFFLE_SCOPE) {
  // clang's own fence has no scope here.
  if (scope > __NV_THREAD_SCOPE_BLOCK)
    __scoped_atomic_thread_fence(order, RIFFLE_GIVEN);
  else if (order != __NV_ATOMIC_RELAXED)
    __nvvm_membar_cta();
}

#undef RIFFLE_SCOPE
#undef RIFFLE_GIVEN
#undef RIFFLE_VALUE
