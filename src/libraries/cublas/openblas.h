// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's routines by their names: loaded at the first use, because programs that only link to cuBLAS need none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <cuComplex.h>

namespace riffle::cublas {

/// Says once on stderr why not.
[[nodiscard]] bool openblas_is_there();
/// Null for a routine that this OpenBLAS was built without.
[[nodiscard]] void* openblas_symbol(const char* name);

/// A string as an argument of a template.
template <std::size_t kLength>
struct Text {
  char characters[kLength]{};
  consteval Text(const char (&text)[kLength]) { std::copy_n(text, kLength, characters); }
};

template <class T>
struct Letters;
template <>
struct Letters<float> {
  using Real = float;
  static constexpr std::string_view kType = "s", kReal = "s", kBoth = "s";
};
template <>
struct Letters<double> {
  using Real = double;
  static constexpr std::string_view kType = "d", kReal = "d", kBoth = "d";
};
template <>
struct Letters<cuComplex> {
  using Real = float;
  static constexpr std::string_view kType = "c", kReal = "s", kBoth = "sc";
};
template <>
struct Letters<cuDoubleComplex> {
  using Real = double;
  static constexpr std::string_view kType = "z", kReal = "d", kBoth = "dz";
};
template <class T>
using Real = typename Letters<T>::Real;
template <class T>
constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

/// "?gemm" is sgemm, "%nrm2" dznrm2, "?!scal" csscal.
template <class T>
std::string routine_name(std::string_view pattern) {
  std::string name;
  for (const char c : pattern) {
    if (c == '?')
      name += Letters<T>::kType;
    else if (c == '!')
      name += Letters<T>::kReal;
    else if (c == '%')
      name += Letters<T>::kBoth;
    else
      name += c;
  }
  return name;
}
template <class T, Text kPattern>
void* routine() {
  static void* const found = openblas_symbol(routine_name<T>(kPattern.characters).c_str());
  return found;
}

// Fortran takes everything by reference. An integer of 64 bits begins with that of 32 bits: sizes were checked.
template <class A>
const void* reference(const A& value) {
  return &value;
}
template <class A>
const void* reference(A* const& array) {
  return array;
}

/// Calls a routine of Fortran: characters and numbers by value, arrays and scalars by pointer.
template <class T, Text kPattern, class Result = void, class... Arguments>
Result fortran(Arguments... arguments) {
  using Function = Result(decltype(reference(arguments))...);
  return reinterpret_cast<Function*>(routine<T, Text(kPattern)>())(reference(arguments)...);
}

}  // namespace riffle::cublas
