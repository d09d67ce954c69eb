// SPDX-License-Identifier: Apache-2.0
// Types of kernels' parameters and of arguments, as far as they matter to whoever passes a value: is it a float or an int,
// to what does a pointer point. A kernel's are read from text ("float const*"), those of arguments are known to the compiler.
#pragma once

#include <cxxabi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

namespace riffle::detail {

enum class ParameterKind : std::uint8_t {
  kUnknown,
  kBoolean,
  kInteger,
  kFloating,
  kPointer,
  kClass
};

/// `pointee*` describe what a pointer points to; a pointer to void, or to something unknown, takes all pointers.
struct ParameterType {
  ParameterKind kind = ParameterKind::kUnknown;
  std::uint8_t bytes = 0;  // of numbers; 0 if not known
  ParameterKind pointee = ParameterKind::kUnknown;
  std::uint8_t pointee_bytes = 0;
  bool is_pointee_const = false;
};

template <typename T>
constexpr ParameterKind kind_of() {
  if constexpr (std::is_same_v<T, bool>) return ParameterKind::kBoolean;
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) return ParameterKind::kInteger;
  if constexpr (std::is_floating_point_v<T>) return ParameterKind::kFloating;
  if constexpr (std::is_pointer_v<T>) return ParameterKind::kPointer;
  if constexpr (std::is_class_v<T> || std::is_union_v<T>) return ParameterKind::kClass;
  return ParameterKind::kUnknown;
}

template <typename T>
constexpr std::uint8_t number_bytes() {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return static_cast<std::uint8_t>(sizeof(T));
  } else {
    return 0;
  }
}

/// The parameter type of an argument of type T.
template <typename T>
constexpr ParameterType type_of() {
  using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
  ParameterType type{kind_of<T>(), number_bytes<T>()};
  if constexpr (std::is_pointer_v<T>) {
    type.pointee = kind_of<Pointee>();
    type.pointee_bytes = number_bytes<Pointee>();
    type.is_pointee_const = std::is_const_v<std::remove_pointer_t<T>>;
  }
  return type;
}

inline std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

/// As messages show it: "float const*".
template <typename T>
std::string type_name() {
  if constexpr (std::is_pointer_v<T>) {
    using Pointee = std::remove_pointer_t<T>;
    return type_name<std::remove_cv_t<Pointee>>() + (std::is_const_v<Pointee> ? " const*" : "*");
  } else {
    return demangled(typeid(T).name());
  }
}

inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

struct NamedNumber {
  std::string_view name;
  ParameterKind kind;
  std::uint8_t bytes;
};

/// The numbers of C++, and the names that <cstdint> gives them, on the systems that CUDA 13 knows.
inline constexpr NamedNumber kNumbers[] = {
    {"bool", ParameterKind::kBoolean, 1},
    {"char", ParameterKind::kInteger, 1},
    {"signed char", ParameterKind::kInteger, 1},
    {"unsigned char", ParameterKind::kInteger, 1},
    {"short", ParameterKind::kInteger, 2},
    {"short int", ParameterKind::kInteger, 2},
    {"unsigned short", ParameterKind::kInteger, 2},
    {"unsigned short int", ParameterKind::kInteger, 2},
    {"int", ParameterKind::kInteger, 4},
    {"signed", ParameterKind::kInteger, 4},
    {"signed int", ParameterKind::kInteger, 4},
    {"unsigned", ParameterKind::kInteger, 4},
    {"unsigned int", ParameterKind::kInteger, 4},
    {"long", ParameterKind::kInteger, 8},
    {"long int", ParameterKind::kInteger, 8},
    {"unsigned long", ParameterKind::kInteger, 8},
    {"unsigned long int", ParameterKind::kInteger, 8},
    {"long long", ParameterKind::kInteger, 8},
    {"long long int", ParameterKind::kInteger, 8},
    {"unsigned long long", ParameterKind::kInteger, 8},
    {"unsigned long long int", ParameterKind::kInteger, 8},
    {"size_t", ParameterKind::kInteger, 8},
    {"int8_t", ParameterKind::kInteger, 1},
    {"uint8_t", ParameterKind::kInteger, 1},
    {"int16_t", ParameterKind::kInteger, 2},
    {"uint16_t", ParameterKind::kInteger, 2},
    {"int32_t", ParameterKind::kInteger, 4},
    {"uint32_t", ParameterKind::kInteger, 4},
    {"int64_t", ParameterKind::kInteger, 8},
    {"uint64_t", ParameterKind::kInteger, 8},
    {"float", ParameterKind::kFloating, 4},
    {"double", ParameterKind::kFloating, 8},
};

/// `text` without `word` at its beginning or its end.
inline std::string_view without(std::string_view text, std::string_view word, bool& found) {
  if (text.size() > word.size() && text.ends_with(word) &&
      (text[text.size() - word.size() - 1] == ' ' || text[text.size() - word.size() - 1] == '*')) {
    found = true;
    return trimmed(text.substr(0, text.size() - word.size()));
  }
  if (text.size() > word.size() && text.starts_with(word) && text[word.size()] == ' ') {
    found = true;
    return trimmed(text.substr(word.size()));
  }
  return text;
}

/// Parses a type as a source or a demangler writes it: "float const*", "const float *__restrict__", "unsigned int". A name that is
/// not a number of C++ counts as unknown: it may be a macro.
inline ParameterType type_of(std::string_view text) {
  text = trimmed(text);
  bool dropped = false;
  for (const char* word : {"__restrict__", "__restrict", "volatile"})
    text = without(text, word, dropped);
  bool is_const = false;
  if (text.ends_with('*')) {
    const std::string_view pointee = trimmed(text.substr(0, text.size() - 1));
    const ParameterType pointed = type_of(pointee);
    ParameterType type{ParameterKind::kPointer, 0, pointed.kind, pointed.bytes, false};
    without(pointee, "const", type.is_pointee_const);
    return type;
  }
  text = without(without(text, "const", is_const), "const", is_const);
  if (text.ends_with('*')) return type_of(text);  // float* const
  for (const NamedNumber& number : kNumbers) {
    if (number.name == text) return {number.kind, number.bytes};
  }
  return {};
}

/// True if an argument may stand for a parameter: numbers of the same kind and size (of integers the sign may differ, as in
/// C++), pointers to the same, no pointer to constants for one that is written through.
inline bool is_accepted(const ParameterType& parameter, const ParameterType& argument) {
  if (parameter.kind == ParameterKind::kUnknown || argument.kind == ParameterKind::kUnknown)
    return true;
  if (parameter.kind == ParameterKind::kPointer && argument.kind == ParameterKind::kInteger)
    return argument.bytes == sizeof(void*);  // CUdeviceptr
  if (parameter.kind != argument.kind) return false;
  if (parameter.kind != ParameterKind::kPointer)
    return parameter.bytes == 0 || argument.bytes == 0 || parameter.bytes == argument.bytes;
  if (argument.is_pointee_const && !parameter.is_pointee_const &&
      parameter.pointee != ParameterKind::kUnknown)
    return false;
  if (parameter.pointee == ParameterKind::kUnknown || argument.pointee == ParameterKind::kUnknown)
    return true;
  return parameter.pointee == argument.pointee &&
         (parameter.pointee_bytes == 0 || parameter.pointee_bytes == argument.pointee_bytes);
}

}  // namespace riffle::detail
