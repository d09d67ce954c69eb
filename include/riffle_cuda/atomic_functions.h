// SPDX-License-Identifier: Apache-2.0
// cuda::std's names of atomics, and the functions that do what the members do.
#pragma once

#include "atomic.h"

#ifndef ATOMIC_FLAG_INIT
#define ATOMIC_FLAG_INIT {false}
#endif
#ifndef ATOMIC_VAR_INIT
#define ATOMIC_VAR_INIT(...) {__VA_ARGS__}
#endif

namespace cuda {
namespace std {

template <class _Tp>
using atomic = ::cuda::atomic<_Tp>;
template <class _Tp>
using atomic_ref = ::cuda::atomic_ref<_Tp>;
using ::cuda::atomic_flag;
using ::cuda::atomic_signal_fence;
using ::cuda::atomic_thread_fence;

using atomic_bool = atomic<bool>;
using atomic_char = atomic<char>;
using atomic_schar = atomic<signed char>;
using atomic_uchar = atomic<unsigned char>;
using atomic_short = atomic<short>;
using atomic_ushort = atomic<unsigned short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_char16_t = atomic<char16_t>;
using atomic_char32_t = atomic<char32_t>;
using atomic_wchar_t = atomic<wchar_t>;
using atomic_int8_t = atomic<int8_t>;
using atomic_uint8_t = atomic<uint8_t>;
using atomic_int16_t = atomic<int16_t>;
using atomic_uint16_t = atomic<uint16_t>;
using atomic_int32_t = atomic<int32_t>;
using atomic_uint32_t = atomic<uint32_t>;
using atomic_int64_t = atomic<int64_t>;
using atomic_uint64_t = atomic<uint64_t>;
using atomic_intptr_t = atomic<intptr_t>;
using atomic_uintptr_t = atomic<uintptr_t>;
using atomic_size_t = atomic<size_t>;
using atomic_ptrdiff_t = atomic<ptrdiff_t>;
using atomic_intmax_t = atomic<intmax_t>;
using atomic_uintmax_t = atomic<uintmax_t>;

}  // namespace std

// Found by the argument's namespace, and by cuda::std's name.
#define RIFFLE_ATOMIC_FUNCTION(type, function, member, more, given)                         \
  template <class _Tp, thread_scope Scope>                                                  \
  RIFFLE_LIB type atomic_##function(                                                        \
      volatile atomic<_Tp, Scope>* object RIFFLE_LIST more) noexcept {                      \
    return object->member given;                                                            \
  }                                                                                         \
  template <class _Tp, thread_scope Scope>                                                  \
  RIFFLE_LIB type atomic_##function(atomic<_Tp, Scope>* object RIFFLE_LIST more) noexcept { \
    return object->member given;                                                            \
  }                                                                                         \
  namespace std {                                                                           \
  using ::cuda::atomic_##function;                                                          \
  }
#define RIFFLE_LIST(...) __VA_ARGS__
#define RIFFLE_VALUE typename atomic<_Tp, Scope>::value_type
#define RIFFLE_STEP typename atomic<_Tp, Scope>::difference_type
#define RIFFLE_ATOMIC_CHANGE(name, value)                                                 \
  RIFFLE_ATOMIC_FUNCTION(_Tp, name, name, (, value given), (given))                       \
  RIFFLE_ATOMIC_FUNCTION(_Tp, name##_explicit, name, (, value given, memory_order order), \
                         (given, order))

RIFFLE_ATOMIC_FUNCTION(bool, is_lock_free, is_lock_free, (), ())
RIFFLE_ATOMIC_FUNCTION(void, init, store, (, RIFFLE_VALUE value), (value, memory_order_relaxed))
RIFFLE_ATOMIC_FUNCTION(void, store, store, (, RIFFLE_VALUE value), (value))
RIFFLE_ATOMIC_FUNCTION(void, store_explicit, store, (, RIFFLE_VALUE value, memory_order order),
                       (value, order))
RIFFLE_ATOMIC_FUNCTION(_Tp, load, load, (), ())
RIFFLE_ATOMIC_FUNCTION(_Tp, load_explicit, load, (, memory_order order), (order))
RIFFLE_ATOMIC_FUNCTION(void, wait, wait, (, RIFFLE_VALUE old), (old))
RIFFLE_ATOMIC_FUNCTION(void, wait_explicit, wait, (, RIFFLE_VALUE old, memory_order order),
                       (old, order))
RIFFLE_ATOMIC_FUNCTION(void, notify_one, notify_one, (), ())
RIFFLE_ATOMIC_FUNCTION(void, notify_all, notify_all, (), ())
RIFFLE_ATOMIC_FUNCTION(bool, compare_exchange_weak, compare_exchange_weak,
                       (, RIFFLE_VALUE* expected, RIFFLE_VALUE wanted), (*expected, wanted))
RIFFLE_ATOMIC_FUNCTION(bool, compare_exchange_strong, compare_exchange_strong,
                       (, RIFFLE_VALUE* expected, RIFFLE_VALUE wanted), (*expected, wanted))
RIFFLE_ATOMIC_FUNCTION(bool, compare_exchange_weak_explicit, compare_exchange_weak,
                       (, RIFFLE_VALUE* expected, RIFFLE_VALUE wanted, memory_order success,
                        memory_order failure),
                       (*expected, wanted, success, failure))
RIFFLE_ATOMIC_FUNCTION(bool, compare_exchange_strong_explicit, compare_exchange_strong,
                       (, RIFFLE_VALUE* expected, RIFFLE_VALUE wanted, memory_order success,
                        memory_order failure),
                       (*expected, wanted, success, failure))
RIFFLE_ATOMIC_CHANGE(exchange, RIFFLE_VALUE)
RIFFLE_ATOMIC_CHANGE(fetch_add, RIFFLE_STEP)
RIFFLE_ATOMIC_CHANGE(fetch_sub, RIFFLE_STEP)
RIFFLE_ATOMIC_CHANGE(fetch_and, RIFFLE_VALUE)
RIFFLE_ATOMIC_CHANGE(fetch_or, RIFFLE_VALUE)
RIFFLE_ATOMIC_CHANGE(fetch_xor, RIFFLE_VALUE)
RIFFLE_ATOMIC_CHANGE(fetch_min, RIFFLE_VALUE)
RIFFLE_ATOMIC_CHANGE(fetch_max, RIFFLE_VALUE)

#undef RIFFLE_ATOMIC_FUNCTION
#undef RIFFLE_ATOMIC_CHANGE
#undef RIFFLE_LIST
#undef RIFFLE_VALUE
#undef RIFFLE_STEP

template <thread_scope Scope>
RIFFLE_LIB bool atomic_flag_test(const volatile atomic_flag_of<Scope>* flag) noexcept {
  return flag->test();
}
template <thread_scope Scope>
RIFFLE_LIB bool atomic_flag_test_explicit(const volatile atomic_flag_of<Scope>* flag,
                                          memory_order order) noexcept {
  return flag->test(order);
}
template <thread_scope Scope>
RIFFLE_LIB bool atomic_flag_test_and_set(volatile atomic_flag_of<Scope>* flag) noexcept {
  return flag->test_and_set();
}
template <thread_scope Scope>
RIFFLE_LIB bool atomic_flag_test_and_set_explicit(volatile atomic_flag_of<Scope>* flag,
                                                  memory_order order) noexcept {
  return flag->test_and_set(order);
}
template <thread_scope Scope>
RIFFLE_LIB void atomic_flag_clear(volatile atomic_flag_of<Scope>* flag) noexcept {
  flag->clear();
}
template <thread_scope Scope>
RIFFLE_LIB void atomic_flag_clear_explicit(volatile atomic_flag_of<Scope>* flag,
                                           memory_order order) noexcept {
  flag->clear(order);
}
namespace std {
using ::cuda::atomic_flag_clear;
using ::cuda::atomic_flag_clear_explicit;
using ::cuda::atomic_flag_test;
using ::cuda::atomic_flag_test_and_set;
using ::cuda::atomic_flag_test_and_set_explicit;
using ::cuda::atomic_flag_test_explicit;
template <class _Tp>
RIFFLE_LIB _Tp kill_dependency(_Tp value) noexcept {
  return value;
}
}  // namespace std

}  // namespace cuda
