// SPDX-License-Identifier: Apache-2.0
// A driver's argument on its way to the runtime's parameter of the same meaning: handles, structures and enumerators of
// the two APIs have the same values and layouts but different names.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace riffle::api::cuda {

template <class T, class = void>
inline constexpr std::size_t kSizeOf = 0;  // of what is not known
template <class T>
inline constexpr std::size_t kSizeOf<T, std::void_t<decltype(sizeof(T))>> =
    std::is_object_v<T> ? sizeof(T) : 0;

template <class From>
class In {
 public:
  explicit In(From value) : value_(value) {}

  template <class To>
  operator To() const {  // NOLINT(google-explicit-constructor): converting is what it is for
    if constexpr (std::is_convertible_v<From, To>) {
      return value_;
    } else if constexpr (std::is_pointer_v<To> && std::is_pointer_v<From>) {
      using Theirs = std::remove_cv_t<std::remove_pointer_t<To>>;
      using Ours = std::remove_cv_t<std::remove_pointer_t<From>>;
      static_assert(kSizeOf<Theirs> == kSizeOf<Ours> || kSizeOf<Theirs> == 0 || kSizeOf<Ours> == 0);
      return reinterpret_cast<To>(value_);
    } else if constexpr (std::is_pointer_v<To>) {
      return reinterpret_cast<To>(static_cast<std::uintptr_t>(value_));
    } else if constexpr (std::is_enum_v<To> || std::is_enum_v<From>) {
      return static_cast<To>(value_);
    } else {
      return std::bit_cast<To>(value_);
    }
  }

 private:
  const From value_;
};

template <class From>
[[nodiscard]] In<From> in(From value) {
  return In<From>(value);
}

}  // namespace riffle::api::cuda
