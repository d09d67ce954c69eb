// SPDX-License-Identifier: Apache-2.0
// How cuda::atomic accesses memory. The machine changes objects of 1, 2, 4 and 8 bytes at once; others
// have a lock beside them.
#pragma once

#include "scopes.h"

namespace cuda {
namespace riffle {

template <bool Is, class _Tp = void>
struct enable_if {};
template <class _Tp>
struct enable_if<true, _Tp> {
  using type = _Tp;
};
template <class _Tp, class _Up>
struct is_same {
  static constexpr bool value = false;
};
template <class _Tp>
struct is_same<_Tp, _Tp> {
  static constexpr bool value = true;
};
template <class _Tp>
struct is_pointer {
  static constexpr bool value = false;
};
template <class _Tp>
struct is_pointer<_Tp*> {
  static constexpr bool value = true;
};
template <class _Tp>
struct is_floating {
  static constexpr bool value =
      is_same<_Tp, float>::value || is_same<_Tp, double>::value || is_same<_Tp, long double>::value;
};

/// Every integer and character type; bool has no arithmetic here.
template <class _Tp>
struct is_integral {
  static constexpr bool value =
      __is_integral(_Tp) && !is_same<_Tp, bool>::value && !is_same<_Tp, const bool>::value;
};

/// An address moves by whole elements.
template <class _Tp>
struct step {
  using type = _Tp;
  RIFFLE_LIB static constexpr _Tp of(_Tp value) { return value; }
};
template <class _Tp>
struct step<_Tp*> {
  using type = ptrdiff_t;
  RIFFLE_LIB static constexpr ptrdiff_t of(ptrdiff_t count) {
    return count * static_cast<ptrdiff_t>(sizeof(_Tp));
  }
};

constexpr RIFFLE_LIB int scope_of(thread_scope scope) {
  return scope == thread_scope_block    ? kRiffleBlock
         : scope == thread_scope_device ? kRiffleDevice
         : scope == thread_scope_thread ? kRiffleThread
                                        : kRiffleSystem;
}
/// The strongest order that a failed exchange may ask for.
constexpr RIFFLE_LIB memory_order failure_of(memory_order order) {
  return order == memory_order_acq_rel   ? memory_order_acquire
         : order == memory_order_release ? memory_order_relaxed
                                         : order;
}

template <class _Tp>
struct is_lock_free {
  static constexpr bool value =
      sizeof(_Tp) == 1 || sizeof(_Tp) == 2 || sizeof(_Tp) == 4 || sizeof(_Tp) == 8;
};

/// The same bytes: what a compare-and-exchange compares.
template <class _Tp>
RIFFLE_LIB bool same_bytes(const _Tp& one, const _Tp& other) {
  const auto* a = reinterpret_cast<const unsigned char*>(&one);
  const auto* b = reinterpret_cast<const unsigned char*>(&other);
  for (size_t i = 0; i < sizeof(_Tp); ++i)
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
template <class _Tp, thread_scope Scope, bool IsLockFree = is_lock_free<_Tp>::value>
struct AtomicAccess {
  using Word = typename word<sizeof(_Tp)>::type;
  struct place_type {
    alignas(sizeof(_Tp)) _Tp value;
  };
  RIFFLE_LIB static _Tp load(const _Tp* place, memory_order order) {
    return value_of(
        __scoped_atomic_load_n(word_at(place), static_cast<int>(order), scope_of(Scope)));
  }
  RIFFLE_LIB static void store(_Tp* place, _Tp value, memory_order order) {
    __scoped_atomic_store_n(word_at(place), word_of(value), static_cast<int>(order),
                            scope_of(Scope));
  }
  RIFFLE_LIB static _Tp exchange(_Tp* place, _Tp value, memory_order order) {
    return value_of(__scoped_atomic_exchange_n(word_at(place), word_of(value),
                                               static_cast<int>(order), scope_of(Scope)));
  }
  RIFFLE_LIB static bool compare_exchange(_Tp* place, _Tp& expected, _Tp wanted,
                                          memory_order success, memory_order failure) {
    Word seen = word_of(expected);
    if (__scoped_atomic_compare_exchange_n(word_at(place), &seen, word_of(wanted), false,
                                           static_cast<int>(success), static_cast<int>(failure),
                                           scope_of(Scope)))
      return true;
    expected = value_of(seen);
    return false;
  }
  template <class Change>
  RIFFLE_LIB static _Tp update(_Tp* place, memory_order order, Change change) {
    _Tp seen = load(place, memory_order_relaxed);
    while (!compare_exchange(place, seen, change(seen), order, failure_of(order))) {
    }
    return seen;
  }

 private:
  RIFFLE_LIB static Word* word_at(const _Tp* place) {
    return reinterpret_cast<Word*>(const_cast<_Tp*>(place));
  }
  RIFFLE_LIB static Word word_of(const _Tp& value) {
    Word bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  RIFFLE_LIB static _Tp value_of(Word bits) {
    union Result {
      RIFFLE_LIB Result() {}
      _Tp value;
    } result;
    __builtin_memcpy(&result.value, &bits, sizeof bits);
    return result.value;
  }
};

/// Under the lock that follows the object.
template <class _Tp, thread_scope Scope>
struct AtomicAccess<_Tp, Scope, false> {
  struct place_type {
    _Tp value;
    int lock = 0;
  };
  /// One try at a time: the others of a warp may hold the lock.
  template <class Change>
  RIFFLE_LIB static _Tp update(_Tp* place, memory_order, Change change) {
    int* const lock = &reinterpret_cast<place_type*>(place)->lock;
    for (;;) {
      if (__scoped_atomic_exchange_n(lock, 1, kRiffleAcquire, scope_of(Scope)) == 0) {
        const _Tp seen = *place;
        *place = change(seen);
        __scoped_atomic_store_n(lock, 0, kRiffleRelease, scope_of(Scope));
        return seen;
      }
      pause();
    }
  }
  RIFFLE_LIB static _Tp load(const _Tp* place, memory_order order) {
    return update(const_cast<_Tp*>(place), order, [](const _Tp& seen) { return seen; });
  }
  RIFFLE_LIB static void store(_Tp* place, _Tp value, memory_order order) {
    update(place, order, [value](const _Tp&) { return value; });
  }
  RIFFLE_LIB static _Tp exchange(_Tp* place, _Tp value, memory_order order) {
    return update(place, order, [value](const _Tp&) { return value; });
  }
  RIFFLE_LIB static bool compare_exchange(_Tp* place, _Tp& expected, _Tp wanted,
                                          memory_order success, memory_order) {
    const _Tp before = expected;
    expected = update(place, success, [before, wanted](const _Tp& seen) {
      return same_bytes(seen, before) ? wanted : seen;
    });
    return same_bytes(expected, before);
  }
};

/// Arithmetic on a place: integers by one instruction, addresses as integers, floating-point numbers by exchanges.
template <class _Tp, thread_scope Scope>
struct AtomicArithmetic {
  using _Ap = AtomicAccess<_Tp, Scope>;
  template <class _Up = _Tp, typename enable_if<is_integral<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp add(_Tp* place, _Tp value, memory_order order) {
    return __scoped_atomic_fetch_add(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class _Up = _Tp, typename enable_if<is_pointer<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp add(_Tp* place, ptrdiff_t count, memory_order order) {
    return reinterpret_cast<_Tp>(
        __scoped_atomic_fetch_add(reinterpret_cast<unsigned long long*>(place),
                                  static_cast<unsigned long long>(step<_Tp>::of(count)),
                                  static_cast<int>(order), scope_of(Scope)));
  }
  template <class _Up = _Tp, typename enable_if<is_floating<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp add(_Tp* place, _Tp value, memory_order order) {
    return _Ap::update(place, order, [value](_Tp seen) { return seen + value; });
  }
  template <class _Up = _Tp, typename enable_if<is_integral<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp smaller(_Tp* place, _Tp value, memory_order order) {
    return __scoped_atomic_fetch_min(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class _Up = _Tp, typename enable_if<is_integral<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp larger(_Tp* place, _Tp value, memory_order order) {
    return __scoped_atomic_fetch_max(place, value, static_cast<int>(order), scope_of(Scope));
  }
  template <class _Up = _Tp, typename enable_if<is_floating<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp smaller(_Tp* place, _Tp value, memory_order order) {
    return _Ap::update(place, order, [value](_Tp seen) { return value < seen ? value : seen; });
  }
  template <class _Up = _Tp, typename enable_if<is_floating<_Up>::value, int>::type = 0>
  RIFFLE_LIB static _Tp larger(_Tp* place, _Tp value, memory_order order) {
    return _Ap::update(place, order, [value](_Tp seen) { return seen < value ? value : seen; });
  }
};

}  // namespace riffle
}  // namespace cuda
