// SPDX-License-Identifier: Apache-2.0
// cuda::atomic and cuda::atomic_ref, with scopes, on both sides.
#pragma once

#include "scopes.h"

namespace cuda {
namespace riffle {

constexpr RIFFLE_LIB int scope_of(thread_scope scope) {
  return scope == thread_scope_block    ? __MEMORY_SCOPE_WRKGRP
         : scope == thread_scope_device ? __MEMORY_SCOPE_DEVICE
         : scope == thread_scope_thread ? __MEMORY_SCOPE_SINGLE
                                        : __MEMORY_SCOPE_SYSTEM;
}

/// The operations, on an object that `Self::place()` gives.
template <class Self, class T, thread_scope Scope>
class Operations {
 public:
  using value_type = T;

  RIFFLE_LIB T load(memory_order order = memory_order_seq_cst) const {
    T value;
    __scoped_atomic_load(place(), &value, order, scope_of(Scope));
    return value;
  }
  RIFFLE_LIB void store(T value, memory_order order = memory_order_seq_cst) const {
    __scoped_atomic_store(place(), &value, order, scope_of(Scope));
  }
  RIFFLE_LIB T exchange(T value, memory_order order = memory_order_seq_cst) const {
    T old;
    __scoped_atomic_exchange(place(), &value, &old, order, scope_of(Scope));
    return old;
  }
  RIFFLE_LIB bool compare_exchange_strong(T& expected, T wanted, memory_order success,
                                          memory_order failure) const {
    return __scoped_atomic_compare_exchange(place(), &expected, &wanted, false, success, failure,
                                            scope_of(Scope));
  }
  RIFFLE_LIB bool compare_exchange_strong(T& expected, T wanted,
                                          memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, wanted, order,
                                   order == memory_order_acq_rel   ? memory_order_acquire
                                   : order == memory_order_release ? memory_order_relaxed
                                                                   : order);
  }
  RIFFLE_LIB bool compare_exchange_weak(T& expected, T wanted, memory_order success,
                                        memory_order failure) const {
    return compare_exchange_strong(expected, wanted, success, failure);
  }
  RIFFLE_LIB bool compare_exchange_weak(T& expected, T wanted,
                                        memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, wanted, order);
  }
  RIFFLE_LIB void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) pause();
  }
  RIFFLE_LIB void notify_one() const {}
  RIFFLE_LIB void notify_all() const {}
  RIFFLE_LIB constexpr bool is_lock_free() const { return true; }

#define RIFFLE_ATOMIC_MEMBER(name)                                                               \
  template <class U = T>                                                                         \
  RIFFLE_LIB T fetch_##name(U value, memory_order order = memory_order_seq_cst) const {          \
    return __scoped_atomic_fetch_##name(place(), static_cast<T>(value), order, scope_of(Scope)); \
  }
  RIFFLE_ATOMIC_MEMBER(add)
  RIFFLE_ATOMIC_MEMBER(sub)
  RIFFLE_ATOMIC_MEMBER(and)
  RIFFLE_ATOMIC_MEMBER(or)
  RIFFLE_ATOMIC_MEMBER(xor)
  RIFFLE_ATOMIC_MEMBER(min)
  RIFFLE_ATOMIC_MEMBER(max)
#undef RIFFLE_ATOMIC_MEMBER

  RIFFLE_LIB operator T() const { return load(); }
  RIFFLE_LIB T operator=(T value) const {
    store(value);
    return value;
  }
  RIFFLE_LIB T operator++() const { return fetch_add(T(1)) + T(1); }
  RIFFLE_LIB T operator++(int) const { return fetch_add(T(1)); }
  RIFFLE_LIB T operator--() const { return fetch_sub(T(1)) - T(1); }
  RIFFLE_LIB T operator--(int) const { return fetch_sub(T(1)); }
  RIFFLE_LIB T operator+=(T value) const { return fetch_add(value) + value; }
  RIFFLE_LIB T operator-=(T value) const { return fetch_sub(value) - value; }
  RIFFLE_LIB T operator&=(T value) const { return fetch_and(value) & value; }
  RIFFLE_LIB T operator|=(T value) const { return fetch_or(value) | value; }
  RIFFLE_LIB T operator^=(T value) const { return fetch_xor(value) ^ value; }

 private:
  RIFFLE_LIB T* place() const { return static_cast<const Self*>(this)->place(); }
};

}  // namespace riffle

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public riffle::Operations<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  RIFFLE_LIB constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using riffle::Operations<atomic, T, Scope>::operator=;
  static constexpr bool is_always_lock_free = true;

 private:
  friend class riffle::Operations<atomic, T, Scope>;
  RIFFLE_LIB T* place() const { return const_cast<T*>(&value_); }
  alignas(sizeof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public riffle::Operations<atomic_ref<T, Scope>, T, Scope> {
 public:
  RIFFLE_LIB explicit constexpr atomic_ref(T& object) : place_(&object) {}
  atomic_ref(const atomic_ref&) = default;
  using riffle::Operations<atomic_ref, T, Scope>::operator=;
  static constexpr bool is_always_lock_free = true;

 private:
  friend class riffle::Operations<atomic_ref, T, Scope>;
  RIFFLE_LIB T* place() const { return place_; }
  T* place_;
};

template <thread_scope Scope = thread_scope_system>
class atomic_flag_of {
 public:
  RIFFLE_LIB bool test_and_set(memory_order order = memory_order_seq_cst) {
    return value_.exchange(1, order) != 0;
  }
  RIFFLE_LIB void clear(memory_order order = memory_order_seq_cst) { value_.store(0, order); }
  RIFFLE_LIB bool test(memory_order order = memory_order_seq_cst) const {
    return value_.load(order) != 0;
  }

 private:
  atomic<int, Scope> value_{0};
};
using atomic_flag = atomic_flag_of<>;

RIFFLE_LIB void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  (void)scope;
  __atomic_thread_fence(order);
}
RIFFLE_LIB void atomic_signal_fence(memory_order order) { __atomic_signal_fence(order); }

namespace std {
template <class T>
using atomic = ::cuda::atomic<T>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T>;
using ::cuda::atomic_flag;
using ::cuda::atomic_thread_fence;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_bool = atomic<bool>;
using atomic_size_t = atomic<__SIZE_TYPE__>;
}  // namespace std

}  // namespace cuda
