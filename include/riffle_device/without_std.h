// SPDX-License-Identifier: Apache-2.0
// What a program that is compiled at run time has without including anything, and other programs have from the C and
// C++ libraries.
#pragma once

#include "elementary.h"
#include "float_overloads.h"
#include "function_macros.h"

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

RIFFLE_DEVICE int isnan(float x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int isnan(double x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int isinf(float x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int isinf(double x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int isfinite(float x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int isfinite(double x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int signbit(float x) { return __builtin_signbitf(x); }
RIFFLE_DEVICE int signbit(double x) { return __builtin_signbit(x); }

RIFFLE_DEVICE float abs(float x) { return __builtin_fabsf(x); }
RIFFLE_DEVICE double abs(double x) { return __builtin_fabs(x); }

inline __device__ void* operator new(size_t bytes) { return malloc(bytes); }
inline __device__ void* operator new[](size_t bytes) { return malloc(bytes); }
inline __device__ void operator delete(void* memory) noexcept { free(memory); }
inline __device__ void operator delete[](void* memory) noexcept { free(memory); }
inline __device__ void operator delete(void* memory, size_t) noexcept { free(memory); }
inline __device__ void operator delete[](void* memory, size_t) noexcept { free(memory); }
// A class of its own in NVIDIA's compiler too: the library's <new> may come later.
inline __device__ __forceinline__ void* operator new(size_t, void* place) noexcept { return place; }
inline __device__ __forceinline__ void* operator new[](size_t, void* place) noexcept {
  return place;
}

#ifndef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#endif

#ifndef RIFFLE_NO_INITIALIZER_LIST
namespace std {
/// As the language wants it: its layout is the compiler's.
template <class _Tp>
class initializer_list {
 public:
  using value_type = _Tp;
  using reference = const _Tp&;
  using const_reference = const _Tp&;
  using size_type = size_t;
  using iterator = const _Tp*;
  using const_iterator = const _Tp*;

  __host__ __device__ constexpr initializer_list() noexcept : first_(nullptr), count_(0) {}
  __host__ __device__ constexpr size_type size() const noexcept { return count_; }
  __host__ __device__ constexpr const_iterator begin() const noexcept { return first_; }
  __host__ __device__ constexpr const_iterator end() const noexcept { return first_ + count_; }

 private:
  const _Tp* first_;
  size_t count_;
};

template <class _Tp>
__host__ __device__ constexpr const _Tp* begin(initializer_list<_Tp> list) noexcept {
  return list.begin();
}
template <class _Tp>
__host__ __device__ constexpr const _Tp* end(initializer_list<_Tp> list) noexcept {
  return list.end();
}
}  // namespace std
#endif

#ifndef RIFFLE_NO_MOVE_FORWARD
namespace riffle_device {
template <class _Tp>
struct without_reference {
  using type = _Tp;
};
template <class _Tp>
struct without_reference<_Tp&> {
  using type = _Tp;
};
template <class _Tp>
struct without_reference<_Tp&&> {
  using type = _Tp;
};
}  // namespace riffle_device

namespace std {
template <class _Tp>
__host__ __device__ constexpr typename riffle_device::without_reference<_Tp>::type&& move(
    _Tp&& value) noexcept {
  return static_cast<typename riffle_device::without_reference<_Tp>::type&&>(value);
}
template <class _Tp>
__host__ __device__ constexpr _Tp&& forward(
    typename riffle_device::without_reference<_Tp>::type& value) noexcept {
  return static_cast<_Tp&&>(value);
}
template <class _Tp>
__host__ __device__ constexpr _Tp&& forward(
    typename riffle_device::without_reference<_Tp>::type&& value) noexcept {
  return static_cast<_Tp&&>(value);
}
}  // namespace std
#endif
