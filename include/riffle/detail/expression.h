// SPDX-License-Identifier: Apache-2.0
// Expressions of arrays, not computed yet: a tree whose type says what is computed, so that each shape of expression is one kernel,
// made once. Values - addresses, numbers - are arguments of that kernel.
#pragma once

#include <riffle/detail/kernel_cache.h>
#include <riffle/detail/memory.h>
#include <riffle/shape.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace riffle::detail {

/// The name of type T in a kernel's source.
template <typename T>
constexpr const char* device_type() {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8,
                "expressions are of numbers that the device has");
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
  if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? "signed char" : "unsigned char";
  if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? "short" : "unsigned short";
  if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? "int" : "unsigned int";
  return std::is_signed_v<T> ? "long long" : "unsigned long long";
}

/// Collects the parameters of a kernel while its expression is written: "p0[i]", "s1".
class KernelText {
 public:
  std::string array(const char* type) {
    return add("const " + std::string(type) + " *", "p") + "[i]";
  }
  std::string scalar(const char* type) { return add(std::string(type) + " ", "s"); }
  /// ", const float *p0, float s1".
  [[nodiscard]] const std::string& parameters() const { return parameters_; }

 private:
  std::string add(const std::string& type, const char* letter) {
    const std::string name = letter + std::to_string(count_++);
    parameters_ += ", " + type + name;
    return name;
  }
  std::string parameters_;
  int count_ = 0;
};

/// An array in an expression. Keeps the memory alive.
template <typename T>
struct Leaf {
  using value_type = T;
  static constexpr std::size_t kArguments = 1;

  const T* data;
  Shape extents;
  std::shared_ptr<Memory> memory;

  static std::string text(KernelText& kernel) { return kernel.array(device_type<T>()); }
  void** arguments(void** next) {
    *next = static_cast<void*>(&data);
    return next + 1;
  }
  /// Calls `f` with each array.
  template <typename F>
  void each_leaf(F&& f) const {
    f(*this);
  }
};

template <typename T>
struct ScalarExpression {
  using value_type = T;
  static constexpr std::size_t kArguments = 1;

  T value;

  static std::string text(KernelText& kernel) { return kernel.scalar(device_type<T>()); }
  void** arguments(void** next) {
    *next = static_cast<void*>(&value);
    return next + 1;
  }
  template <typename F>
  void each_leaf(F&& /*f*/) const {}
};

/// The number of the element.
template <typename T>
struct IndexExpression {
  using value_type = T;
  static constexpr std::size_t kArguments = 0;

  static std::string text(KernelText& /*kernel*/) {
    return "static_cast<" + std::string(device_type<T>()) + ">(i)";
  }
  static void** arguments(void** next) { return next; }
  template <typename F>
  void each_leaf(F&& /*f*/) const {}
};

/// `Operation::text(children's texts...)` is the formula, T its type.
template <typename Operation, typename T, typename... Children>
struct Tree {
  using value_type = T;
  static constexpr std::size_t kArguments = (Children::kArguments + ...);

  std::tuple<Children...> children;

  static std::string text(KernelText& kernel) {
    // Braces: arguments are numbered from left to right.
    const std::array<std::string, sizeof...(Children)> texts{Children::text(kernel)...};
    const std::string formula =
        std::apply([](const auto&... each) { return Operation::text(each...); }, texts);
    return "static_cast<" + std::string(device_type<T>()) + ">(" + formula + ")";
  }
  void** arguments(void** next) {
    std::apply([&](auto&... child) { ((next = child.arguments(next)), ...); }, children);
    return next;
  }
  template <typename F>
  void each_leaf(F&& f) const {
    std::apply([&](const auto&... child) { (child.each_leaf(f), ...); }, children);
  }
};

/// The shape of all arrays of an expression; throws CUDA_ERROR_INVALID_VALUE where they differ.
template <typename E>
Shape shape_of(const E& expression, const std::source_location& where) {
  std::optional<Shape> shape;
  expression.each_leaf([&](const auto& leaf) {
    if (!shape) shape = leaf.extents;
    if (*shape != leaf.extents)
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "arrays of the shapes " + shape->text() + " and " + leaf.extents.text() +
                      " in one expression",
                  where);
  });
  return shape.value_or(Shape());
}

/// True if an element of `out` may be written before another element's formula has read it.
template <typename E>
bool is_disturbed(const E& expression, CUdeviceptr out, std::size_t elem_bytes, std::size_t elems) {
  bool disturbed = false;
  expression.each_leaf([&]<typename T>(const Leaf<T>& leaf) {
    const auto in = reinterpret_cast<CUdeviceptr>(leaf.data);
    const bool is_same = in == out && sizeof(T) == elem_bytes;
    const bool overlaps = in < out + elems * elem_bytes && out < in + elems * sizeof(T);
    disturbed = disturbed || (overlaps && !is_same);
  });
  return disturbed;
}

template <typename Out, typename E>
std::string source_of_expression() {
  KernelText kernel;
  const std::string formula = E::text(kernel);
  return "extern \"C\" __global__ void evaluate(" + std::string(device_type<Out>()) +
         " *out, INDEX n" + kernel.parameters() + ") {\n" + kThreadPerElement +
         "  out[i] = " + formula + ";\n}\n";
}

/// out[i] = the expression's i-th value, for all elements, in `stream`: one kernel.
template <typename Out, typename E>
void evaluate_into(CUdeviceptr out, std::size_t elems, E& expression, StreamRef stream,
                   const std::source_location& where) {
  static auto* const kernels =
      new IndexedKernels(source_of_expression<Out, E>(), {.file_name = "expression"});
  Count count(elems);
  std::array<void*, E::kArguments + 2> arguments{&out, count.address()};
  expression.arguments(arguments.data() + 2);
  kernels->module(elems, where)
      .get_function("evaluate", where)
      .launch_unchecked(count.launch(stream, where), arguments.data());
}

/// The same where `out` may overlap what is read.
template <typename Out, typename E>
void evaluate(CUdeviceptr out, std::size_t elems, E expression, StreamRef stream,
              const std::source_location& where) {
  if (elems == 0) return;
  if (!is_disturbed(expression, out, sizeof(Out), elems)) {
    evaluate_into<Out>(out, elems, expression, stream, where);
    return;
  }
  const Scratch values(elems * sizeof(Out), stream, where);
  evaluate_into<Out>(values.address(), elems, expression, stream, where);
  check(cuMemcpyDtoDAsync(out, values.address(), elems * sizeof(Out), stream.handle()),
        "cuMemcpyDtoDAsync", where);
}

}  // namespace riffle::detail
