// SPDX-License-Identifier: Apache-2.0
// All elements to one value: sum, min, max, dot, ... of arrays and expressions, and reductions written as formulas.
#pragma once

#include <riffle/array.h>
#include <riffle/detail/reduction.h>
#include <riffle/elementwise.h>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace riffle {

/// PyCUDA's ReductionKernel: `ReductionKernel<float> dot("0", "a + b", "x[i] * y[i]", "const float *x, const float *y")`, and then
/// `float result = dot(x, y)`. `reduce` must be associative and commutative, `neutral` change nothing. Elements are taken in an order that
/// depends on their number alone: the result has the same bits on every device.
template <typename T>
class ReductionKernel {
 public:
  ReductionKernel(const std::string& neutral, const std::string& reduce, const std::string& map,
                  const std::string& arguments, std::string name = "reduction",
                  const FormulaOptions& options = {})
      : name_(std::move(name)),
        declared_(detail::split_at_commas(arguments).size()),
        kernels_(std::make_shared<detail::IndexedKernels>(
            detail::reduction_source({.type = detail::device_type<T>(),
                                      .neutral = neutral,
                                      .reduce = reduce,
                                      .map = map,
                                      .parameters = arguments,
                                      .preamble = options.preamble},
                                     name_),
            options.compile)) {}

  /// The result, after waiting for it; in the legacy default stream.
  template <typename... Rest>
  T operator()(detail::AnyArgument first, Rest&&... rest) const {
    return wait({}, std::array{first, detail::AnyArgument(std::forward<Rest>(rest))...});
  }

  /// `dot.on(stream)(x, y)` waits for the stream; `dot.into(place, stream)(x, y)` does not wait, and leaves the result in the first
  /// element of an array.
  class On {
   public:
    template <typename... Rest>
    T operator()(detail::AnyArgument first, Rest&&... rest) const {
      return kernel_.wait(stream_,
                          std::array{first, detail::AnyArgument(std::forward<Rest>(rest))...});
    }

   private:
    friend class ReductionKernel;
    On(const ReductionKernel& kernel, StreamRef stream) : kernel_(kernel), stream_(stream) {}
    const ReductionKernel& kernel_;
    StreamRef stream_;
  };
  class Into {
   public:
    template <typename... Rest>
    void operator()(detail::AnyArgument first, Rest&&... rest) const {
      kernel_.launch(stream_, place_,
                     std::array{first, detail::AnyArgument(std::forward<Rest>(rest))...});
    }

   private:
    friend class ReductionKernel;
    Into(const ReductionKernel& kernel, CUdeviceptr place, StreamRef stream)
        : kernel_(kernel), place_(place), stream_(stream) {}
    const ReductionKernel& kernel_;
    CUdeviceptr place_;
    StreamRef stream_;
  };
  [[nodiscard]] On on(StreamRef stream) const { return {*this, stream}; }
  [[nodiscard]] Into into(const GpuView<T>& place, StreamRef stream = {}) const {
    return {*this, detail::device_address(place.data()), stream};
  }

 private:
  using Arguments = std::span<const detail::AnyArgument>;

  T wait(StreamRef stream, Arguments arguments) const {
    return detail::read_result<T>(stream, arguments[0].where(),
                                  [&](CUdeviceptr place) { launch(stream, place, arguments); });
  }
  void launch(StreamRef stream, CUdeviceptr place, Arguments arguments) const {
    const std::source_location& where = arguments[0].where();
    const std::size_t elems = detail::common_elems(arguments, declared_, name_);
    const SourceModule loaded = kernels_->module(elems, where);
    loaded.get_function(name_, where).check(arguments, where);
    std::vector<void*> addresses;
    for (const detail::AnyArgument& argument : arguments) addresses.push_back(argument.address());
    detail::launch_reduction(loaded, name_, std::move(addresses), elems, sizeof(T), place, stream,
                             where);
  }

  std::string name_;
  std::size_t declared_;
  std::shared_ptr<detail::IndexedKernels> kernels_;
};

namespace detail {

// Ready-made reductions: their formulas, and the type of the result for elements of type T.
struct SumOf {
  template <typename T>
  using Result =
      std::conditional_t<std::is_floating_point_v<T>, T,
                         std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;
  static constexpr const char* kReduce = "a + b";
  template <typename T>
  static std::string neutral() {
    return "0";
  }
};

/// A number of T as a source writes it.
template <typename T>
std::string literal(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return "__int_as_float(" + std::to_string(std::bit_cast<int>(value)) + ")";
  } else if constexpr (std::is_same_v<T, double>) {
    return "__longlong_as_double(" + std::to_string(std::bit_cast<long long>(value)) + "ll)";
  } else if constexpr (std::is_signed_v<T> && sizeof(T) == 8) {
    // The least has no literal of its own.
    return "(" + std::to_string(value + 1) + "ll - 1)";
  } else {
    return std::to_string(value) + (std::is_signed_v<T> ? "ll" : "ull");
  }
}
struct MinOf {
  template <typename T>
  using Result = T;
  static constexpr const char* kReduce = "b < a ? b : a";
  template <typename T>
  static std::string neutral() {
    if constexpr (std::is_floating_point_v<T>) return literal(std::numeric_limits<T>::infinity());
    if constexpr (std::is_signed_v<T> && sizeof(T) == 8)
      return literal<T>(std::numeric_limits<T>::max() - 1) + " + 1";
    return literal(std::numeric_limits<T>::max());
  }
};
struct MaxOf {
  template <typename T>
  using Result = T;
  static constexpr const char* kReduce = "a < b ? b : a";
  template <typename T>
  static std::string neutral() {
    if constexpr (std::is_floating_point_v<T>) return literal(-std::numeric_limits<T>::infinity());
    return literal(std::numeric_limits<T>::lowest());
  }
};
struct AnyOf {
  template <typename T>
  using Result = bool;
  static constexpr const char* kReduce = "a || b";
  template <typename T>
  static std::string neutral() {
    return "false";
  }
};
struct AllOf {
  template <typename T>
  using Result = bool;
  static constexpr const char* kReduce = "a && b";
  template <typename T>
  static std::string neutral() {
    return "true";
  }
};

template <typename Which, typename Node>
std::string source_of_reduction() {
  using T = typename Node::value_type;
  using Result = typename Which::template Result<T>;
  KernelText kernel;
  const std::string map = Node::text(kernel);
  return reduction_source({.type = device_type<Result>(),
                           .neutral = Which::template neutral<T>(),
                           .reduce = Which::kReduce,
                           .map = "static_cast<riffle_value>(" + map + ")",
                           .parameters = kernel.parameters().substr(2),
                           .preamble = ""},
                          "reduction");
}

/// Reduces all values of an expression in one pass over its arrays; the values are not stored.
template <typename Which, typename Node>
auto reduced(Node node, StreamRef stream, const std::source_location& where) {
  using Result = typename Which::template Result<typename Node::value_type>;
  static auto* const kernels =
      new IndexedKernels(source_of_reduction<Which, Node>(), {.file_name = "reduction"});
  const std::size_t elems = shape_of(node, where).count();
  return read_result<Result>(stream, where, [&](CUdeviceptr place) {
    std::vector<void*> arguments(Node::kArguments);
    node.arguments(arguments.data());
    launch_reduction(kernels->module(elems, where), "reduction", std::move(arguments), elems,
                     sizeof(Result), place, stream, where);
  });
}

template <Elementwise X>
StreamRef stream_of(const X& x) {
  if constexpr (IsArray<X>::value) {
    return x.stream();
  } else {
    return {};
  }
}

template <Elementwise X>
void not_empty(const X& x, const std::source_location& where) {
  if (x.shape().count() == 0)
    throw Error(CUDA_ERROR_INVALID_VALUE, "an empty array has no least or greatest element", where);
}

}  // namespace detail

// Reductions of arrays, views and expressions. They run in the array's stream (expressions: in the legacy default stream) and wait
// for the result.
// Floats are added as floats, integers as 64 bits.
template <detail::Elementwise X>
auto sum(const X& x, std::source_location where = std::source_location::current()) {
  return detail::reduced<detail::SumOf>(x.node(), detail::stream_of(x), where);
}
template <detail::Elementwise X>
auto min(const X& x, std::source_location where = std::source_location::current()) {
  detail::not_empty(x, where);
  return detail::reduced<detail::MinOf>(x.node(), detail::stream_of(x), where);
}
template <detail::Elementwise X>
auto max(const X& x, std::source_location where = std::source_location::current()) {
  detail::not_empty(x, where);
  return detail::reduced<detail::MaxOf>(x.node(), detail::stream_of(x), where);
}
template <detail::Elementwise X>
bool any(const X& x, std::source_location where = std::source_location::current()) {
  return detail::reduced<detail::AnyOf>(x.node(), detail::stream_of(x), where);
}
template <detail::Elementwise X>
bool all(const X& x, std::source_location where = std::source_location::current()) {
  return detail::reduced<detail::AllOf>(x.node(), detail::stream_of(x), where);
}
/// sum(x * y).
template <detail::Elementwise X, detail::Elementwise Y>
auto dot(const X& x, const Y& y, std::source_location where = std::source_location::current()) {
  return sum(x * y, where);
}
/// A double for integers.
template <detail::Elementwise X>
auto mean(const X& x, std::source_location where = std::source_location::current()) {
  using T = detail::Fraction<typename X::value_type>;
  return static_cast<T>(sum(x, where)) / static_cast<T>(x.shape().count());
}

}  // namespace riffle
