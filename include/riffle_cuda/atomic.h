// SPDX-License-Identifier: Apache-2.0
// cuda::atomic, cuda::atomic_ref and cuda::atomic_flag, with scopes, on both sides.
#pragma once

#include "../cuda/std/cstddef"
#include "../cuda/std/cstdint"
#include "atomic_access.h"

namespace cuda {
namespace riffle {

// The members of atomics, each with the qualifiers of the object that has them. place() is the object's.
#define RIFFLE_ATOMIC_READERS(qualifiers)                                                        \
  RIFFLE_LIB bool is_lock_free() qualifiers noexcept { return is_always_lock_free; }             \
  RIFFLE_LIB _Tp load(memory_order order = memory_order_seq_cst) qualifiers noexcept {           \
    return Access::load(place(), order);                                                         \
  }                                                                                              \
  RIFFLE_LIB operator _Tp() qualifiers noexcept { return load(); }                               \
  RIFFLE_LIB void wait(_Tp old, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    while (riffle::same_bytes(load(order), old)) riffle::pause();                                \
  }

#define RIFFLE_ATOMIC_WRITERS(qualifiers)                                                         \
  RIFFLE_LIB void store(_Tp value, memory_order order = memory_order_seq_cst)                     \
      qualifiers noexcept {                                                                       \
    Access::store(place(), value, order);                                                         \
  }                                                                                               \
  RIFFLE_LIB _Tp operator=(_Tp value) qualifiers noexcept {                                       \
    store(value);                                                                                 \
    return value;                                                                                 \
  }                                                                                               \
  RIFFLE_LIB _Tp exchange(_Tp value, memory_order order = memory_order_seq_cst)                   \
      qualifiers noexcept {                                                                       \
    return Access::exchange(place(), value, order);                                               \
  }                                                                                               \
  RIFFLE_LIB bool compare_exchange_strong(_Tp& expected, _Tp wanted, memory_order success,        \
                                          memory_order failure) qualifiers noexcept {             \
    return Access::compare_exchange(place(), expected, wanted, success, failure);                 \
  }                                                                                               \
  RIFFLE_LIB bool compare_exchange_weak(_Tp& expected, _Tp wanted, memory_order success,          \
                                        memory_order failure) qualifiers noexcept {               \
    return Access::compare_exchange(place(), expected, wanted, success, failure);                 \
  }                                                                                               \
  RIFFLE_LIB bool compare_exchange_strong(                                                        \
      _Tp& expected, _Tp wanted, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return Access::compare_exchange(place(), expected, wanted, order, riffle::failure_of(order)); \
  }                                                                                               \
  RIFFLE_LIB bool compare_exchange_weak(                                                          \
      _Tp& expected, _Tp wanted, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return Access::compare_exchange(place(), expected, wanted, order, riffle::failure_of(order)); \
  }                                                                                               \
  RIFFLE_LIB void notify_one() qualifiers noexcept {}                                             \
  RIFFLE_LIB void notify_all() qualifiers noexcept {}                                             \
  RIFFLE_ATOMIC_ARITHMETIC(qualifiers)                                                            \
  RIFFLE_ATOMIC_BITS(qualifiers, fetch_and, and, &)                                               \
  RIFFLE_ATOMIC_BITS(qualifiers, fetch_or, or, |)                                                 \
  RIFFLE_ATOMIC_BITS(qualifiers, fetch_xor, xor, ^)

#define RIFFLE_ATOMIC_IF(condition)                                                        \
  template <class _Up = _Tp, typename riffle::enable_if<riffle::condition, int>::type = 0> \
  RIFFLE_LIB

#define RIFFLE_ATOMIC_ARITHMETIC(qualifiers)                                                 \
  RIFFLE_ATOMIC_IF(has_sums<_Up>::value)                                                     \
  _Tp fetch_add(Step value, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return Arithmetic::add(place(), value, order);                                           \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_sums<_Up>::value)                                                     \
  _Tp fetch_sub(Step value, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return Arithmetic::add(place(), static_cast<Step>(-value), order);                       \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_order<_Up>::value)                                                    \
  _Tp fetch_min(_Tp value, memory_order order = memory_order_seq_cst) qualifiers noexcept {  \
    return Arithmetic::smaller(place(), value, order);                                       \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_order<_Up>::value)                                                    \
  _Tp fetch_max(_Tp value, memory_order order = memory_order_seq_cst) qualifiers noexcept {  \
    return Arithmetic::larger(place(), value, order);                                        \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_sums<_Up>::value)                                                     \
  _Tp operator+=(Step value) qualifiers noexcept {                                           \
    return static_cast<_Tp>(fetch_add(value) + value);                                       \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_sums<_Up>::value)                                                     \
  _Tp operator-=(Step value) qualifiers noexcept {                                           \
    return static_cast<_Tp>(fetch_sub(value) - value);                                       \
  }                                                                                          \
  RIFFLE_ATOMIC_IF(has_steps<_Up>::value)                                                    \
  _Tp operator++() qualifiers noexcept { return static_cast<_Tp>(fetch_add(1) + 1); }        \
  RIFFLE_ATOMIC_IF(has_steps<_Up>::value)                                                    \
  _Tp operator++(int) qualifiers noexcept { return fetch_add(1); }                           \
  RIFFLE_ATOMIC_IF(has_steps<_Up>::value)                                                    \
  _Tp operator--() qualifiers noexcept { return static_cast<_Tp>(fetch_sub(1) - 1); }        \
  RIFFLE_ATOMIC_IF(has_steps<_Up>::value)                                                    \
  _Tp operator--(int) qualifiers noexcept { return fetch_sub(1); }

#define RIFFLE_ATOMIC_BITS(qualifiers, member, name, sign)                               \
  RIFFLE_ATOMIC_IF(is_integral<_Up>::value)                                              \
  _Tp member(_Tp value, memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return __scoped_atomic_fetch_##name(place(), value, static_cast<int>(order),         \
                                        riffle::scope_of(Scope));                        \
  }                                                                                      \
  RIFFLE_ATOMIC_IF(is_integral<_Up>::value)                                              \
  _Tp operator sign## = (_Tp value)qualifiers noexcept {                                 \
    return static_cast<_Tp>(member(value) sign value);                                   \
  }

template <class _Tp>
struct has_steps {
  static constexpr bool value = is_integral<_Tp>::value || is_pointer<_Tp>::value;
};
template <class _Tp>
struct has_order {
  static constexpr bool value = is_integral<_Tp>::value || is_floating<_Tp>::value;
};
template <class _Tp>
struct has_sums {
  static constexpr bool value = has_order<_Tp>::value || is_pointer<_Tp>::value;
};

}  // namespace riffle

template <class _Tp, thread_scope Scope = thread_scope_system>
class atomic {
  static_assert(__is_trivially_copyable(_Tp), "cuda::atomic wants a type that is copied as bytes");
  using Access = riffle::AtomicAccess<_Tp, Scope>;
  using Arithmetic = riffle::AtomicArithmetic<_Tp, Scope>;
  using Step = typename riffle::step<_Tp>::type;

 public:
  using value_type = _Tp;
  using difference_type = Step;
  static constexpr bool is_always_lock_free = riffle::is_lock_free<_Tp>::value;

  atomic() noexcept = default;
  RIFFLE_LIB constexpr atomic(_Tp value) noexcept : object_{value} {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  atomic& operator=(const atomic&) volatile = delete;

  RIFFLE_ATOMIC_READERS(const)
  RIFFLE_ATOMIC_READERS(const volatile)
  RIFFLE_ATOMIC_WRITERS()
  RIFFLE_ATOMIC_WRITERS(volatile)

 private:
  RIFFLE_LIB _Tp* place() const volatile { return const_cast<_Tp*>(&object_.value); }
  typename Access::place_type object_;
};

template <class _Tp, thread_scope Scope = thread_scope_system>
class atomic_ref {
  static_assert(riffle::is_lock_free<_Tp>::value,
                "cuda::atomic_ref wants a type of 1, 2, 4 or 8 bytes");
  using Access = riffle::AtomicAccess<_Tp, Scope>;
  using Arithmetic = riffle::AtomicArithmetic<_Tp, Scope>;
  using Step = typename riffle::step<_Tp>::type;

 public:
  using value_type = _Tp;
  using difference_type = Step;
  static constexpr bool is_always_lock_free = true;
  static constexpr size_t required_alignment = sizeof(_Tp);

  RIFFLE_LIB explicit constexpr atomic_ref(_Tp& object) noexcept : place_(&object) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  RIFFLE_ATOMIC_READERS(const)
  RIFFLE_ATOMIC_WRITERS(const)

 private:
  RIFFLE_LIB constexpr _Tp* place() const { return place_; }
  _Tp* place_;
};

#undef RIFFLE_ATOMIC_READERS
#undef RIFFLE_ATOMIC_WRITERS
#undef RIFFLE_ATOMIC_ARITHMETIC
#undef RIFFLE_ATOMIC_BITS
#undef RIFFLE_ATOMIC_IF

template <thread_scope Scope = thread_scope_system>
class atomic_flag_of {
 public:
  atomic_flag_of() noexcept = default;
  RIFFLE_LIB constexpr atomic_flag_of(bool set) noexcept : value_(set) {}
  atomic_flag_of(const atomic_flag_of&) = delete;
  atomic_flag_of& operator=(const atomic_flag_of&) = delete;

#define RIFFLE_FLAG_MEMBERS(qualifiers)                                                         \
  RIFFLE_LIB bool test_and_set(memory_order order = memory_order_seq_cst) qualifiers noexcept { \
    return value_.exchange(1, order) != 0;                                                      \
  }                                                                                             \
  RIFFLE_LIB void clear(memory_order order = memory_order_seq_cst) qualifiers noexcept {        \
    value_.store(0, order);                                                                     \
  }                                                                                             \
  RIFFLE_LIB void notify_one() qualifiers noexcept {}                                           \
  RIFFLE_LIB void notify_all() qualifiers noexcept {}                                           \
  RIFFLE_LIB bool test(memory_order order = memory_order_seq_cst) const qualifiers noexcept {   \
    return value_.load(order) != 0;                                                             \
  }                                                                                             \
  RIFFLE_LIB void wait(bool old, memory_order order = memory_order_seq_cst)                     \
      const qualifiers noexcept {                                                               \
    value_.wait(old ? 1 : 0, order);                                                            \
  }
  RIFFLE_FLAG_MEMBERS()
  RIFFLE_FLAG_MEMBERS(volatile)
#undef RIFFLE_FLAG_MEMBERS

 private:
  atomic<int, Scope> value_{0};
};
using atomic_flag = atomic_flag_of<>;

RIFFLE_LIB void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
#ifdef __CUDA_ARCH__
  // clang's own fence has no scope here.
  if (scope == thread_scope_block || scope == thread_scope_thread) {
    if (order != memory_order_relaxed) __threadfence_block();
    return;
  }
#endif
  __scoped_atomic_thread_fence(static_cast<int>(order), riffle::scope_of(scope));
}
RIFFLE_LIB void atomic_signal_fence(memory_order order) {
  __atomic_signal_fence(static_cast<int>(order));
}

}  // namespace cuda

#include "atomic_functions.h"
