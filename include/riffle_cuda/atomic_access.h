// SPDX-License-Identifier: Apache-2.0
// What cuda::atomic does to a place in memory. Objects of 1, 2, 4 and 8 bytes are the machine's to change at once; others
// have a lock beside them.
#pragma once

#include "scopes.h"

namespace cuda {
namespace riffle {

template <bool Is, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  using type = T;
};
template <class T, class U>
struct is_same {
  static constexpr bool value = false;
};
template <class T>
struct is_same<T, T> {
  static constexpr bool value = true;
};
template <class T>
struct is_pointer {
  static constexpr bool value = false;
};
template <class T>
struct is_pointer<T*> {
  static constexpr bool value = true;
};
template <class T>
struct is_floating {
  static constexpr bool value =
      is_same<T, float>::value || is_same<T, double>::value || is_same<T, long double>::value;
};

/// Every integer and character type; bool has no arithmetic here.
template <class T>
struct is_integral {
  static constexpr bool value =
      __is_integral(T) && !is_same<T, bool>::value && !is_same<T, const bool>::value;
};

/// An address moves by whole elements.
template <class T>
struct step {
  using type = T;
  RIFFLE_LIB static constexpr T of(T value) { return value; }
};
template <class T>
struct step<T*> {
  using type = ptrdiff_t;
  RIFFLE_LIB static constexpr ptrdiff_t of(ptrdiff_t count) {
    return count * static_cast<ptrdiff_t>(sizeof(T));
  }
};

constexpr RIFFLE_LIB int scope_of(thread_scope scope) {
  return scope == thread_scope_block    ? kRiffleBlock
         : scope == thread_scope_device ? kRiffleDevice
         : scope == thread_scope_thread ? kRiffleThread
                                        : kRiffleSystem;
}
/// What a failed exchange may ask for at most.
constexpr RIFFLE_LIB memory_order failure_of(memory_order order) {
  return order == memory_order_acq_rel   ? memory_order_acquire
         : order == memory_order_release ? memory_order_relaxed
                                         : order;
}

template <class T>
struct is_lock_free {
  static constexpr bool value =
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;
};

/// The same bytes: what a compare-and-exchange compares.
template <class T>
RIFFLE_LIB bool same_bytes(const T& one, const T& other) {
  const auto* a = reinterpret_cast<const unsigned char*>(&one);
  const auto* b = reinterpret_cast<const unsigned char*>(&other);
  for (size_t i = 0; i < sizeof(T); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

/// An integer of a size, for the bytes of whatever type.
template <size_t Bytes>
struct word;
template <>
struct word<1> {
  typedef unsigned char __attribute__((may_alias)) type;
};
template <>
struct word<2> {
  typedef unsigned short __attribute__((may_alias)) type;
};
template <>
struct word<4> {
  typedef unsigned __attribute__((may_alias)) type;
};
template <>
struct word<8> {
  typedef unsigned long long __attribute__((may_alias)) type;
};

/// Changes at once, of a place of the machine's sizes.
template <class T, thread_scope Scope, bool IsLockFree = is_lock_free<T>::value>
struct Access {
  using Word = typename word<sizeof(T)>::type;
  struct place_type {
    alignas(sizeof(T)) T value;
  };
  RIFFLE_LIB static T load(const T* place, memory_order order) {
    return value_of(
        __scoped_atomic_load_n(word_at(place), static_cast<int>(order), scope_of(Scope)));
  }
  RIFFLE_LIB static void store(T* place, T value, memory_order order) {
    __scoped_atomic_store_n(word_at(place), word_of(value), static_cast<int>(order),
                            scope_of(Scope));
  }
  RIFFLE_LIB static T exchange(T* place, T value, memory_order order) {
    return value_of(__scoped_atomic_exchange_n(word_at(place), word_of(value),
                                               static_cast<int>(order), scope_of(Scope)));
  }
  RIFFLE_LIB static bool compare_exchange(T* place, T& expected, T wanted, memory_order success,
                                          memory_order failure) {
    Word seen = word_of(expected);
    if (__scoped_atomic_compare_exchange_n(word_at(place), &seen, word_of(wanted), false,
                                           static_cast<int>(success), static_cast<int>(failure),
                                           scope_of(Scope)))
      return true;
    expected = value_of(seen);
    return false;
  }
  template <class Change>
  RIFFLE_LIB static T update(T* place, memory_order order, Change change) {
    T seen = load(place, memory_order_relaxed);
    while (!compare_exchange(place, seen, change(seen), order, failure_of(order))) {
    }
    return seen;
  }

 private:
  RIFFLE_LIB static Word* word_at(const T* place) {
    return reinterpret_cast<Word*>(const_cast<T*>(place));
  }
  RIFFLE_LIB static Word word_of(const T& value) {
    Word bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  RIFFLE_LIB static T value_of(Word bits) {
    union Result {
      RIFFLE_LIB Result() {}
      T value;
    } result;
    __builtin_memcpy(&result.value, &bits, sizeof bits);
    return result.value;
  }
};

/// Under the lock that follows the object.
template <class T, thread_scope Scope>
struct Access<T, Scope, false> {
  struct place_type {
    T value;
    int lock = 0;
  };
  /// One try at a time: the others of a warp may hold the lock.
  template <class Change>
  RIFFLE_LIB static T update(T* place, memory_order, Change change) {
    int* const lock = &reinterpret_cast<place_type*>(place)->lock;
    for (;;) {
      if (__scoped_atomic_exchange_n(lock, 1, kRiffleAcquire, scope_of(Scope)) == 0) {
        const T seen = *place;
        *place = change(seen);
        __scoped_atomic_store_n(lock, 0, kRiffleRelease, scope_of(Scope));
        return seen;
      }
      pause();
    }
  }
  RIFFLE_LIB static T load(const T* place, memory_order order) {
    return update(const_cast<T*>(place), order, [](const T& seen) { return seen; });
  }
  RIFFLE_LIB static void store(T* place, T value, memory_order order) {
    update(place, order, [value](const T&) { return value; });
  }
  RIFFLE_LIB static T exchange(T* place, T value, memory_order order) {
    return update(place, order, [value](const T&) { return value; });
  }
  RIFFLE_LIB static bool compare_exchange(T* place, T& expected, T wanted, memory_order success,
                                          memory_order) {
    const T before = expected;
    expected = update(place, success, [before, wanted](const T& seen) {
      return same_bytes(seen, before) ? wanted : seen;
    });
    return same_bytes(expected, before);
  }
};

/// Arithmetic on a place: integers by one instruction, addresses as integers, floating-point numbers by exchanges.
template <class T, thread_scope Scope>
struct Arithmetic {
  using A = Access<T, Scope>;
  template <class U = T, typename enable_if<is_integral<U>::value, int>::type = 0>
  RIFFLE_LIB static T add(T* place, T value, memory_order order) {
    return __scoped_atomic_fetch_add(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class U = T, typename enable_if<is_pointer<U>::value, int>::type = 0>
  RIFFLE_LIB static T add(T* place, ptrdiff_t count, memory_order order) {
    return reinterpret_cast<T>(
        __scoped_atomic_fetch_add(reinterpret_cast<unsigned long long*>(place),
                                  static_cast<unsigned long long>(step<T>::of(count)),
                                  static_cast<int>(order), scope_of(Scope)));
  }
  template <class U = T, typename enable_if<is_floating<U>::value, int>::type = 0>
  RIFFLE_LIB static T add(T* place, T value, memory_order order) {
    return A::update(place, order, [value](T seen) { return seen + value; });
  }
  template <class U = T, typename enable_if<is_integral<U>::value, int>::type = 0>
  RIFFLE_LIB static T smaller(T* place, T value, memory_order order) {
    return __scoped_atomic_fetch_min(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class U = T, typename enable_if<is_integral<U>::value, int>::type = 0>
  RIFFLE_LIB static T larger(T* place, T value, memory_order order) {
    return __scoped_atomic_fetch_max(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class U = T, typename enable_if<is_floating<U>::value, int>::type = 0>
  RIFFLE_LIB static T smaller(T* place, T value, memory_order order) {
    return A::update(place, order, [value](T seen) { return value < seen ? value : seen; });
  }
  template <class U = T, typename enable_if<is_floating<U>::value, int>::type = 0>
  RIFFLE_LIB static T larger(T* place, T value, memory_order order) {
    return A::update(place, order, [value](T seen) { return seen < value ? value : seen; });
  }
};

}  // namespace riffle
}  // namespace cuda
