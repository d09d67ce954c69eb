// SPDX-License-Identifier: Apache-2.0
// A kernel of a SourceModule, called with arguments that are checked first.
#pragma once

#include <riffle/detail/module.h>
#include <riffle/dim3.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace riffle {

/// A parameter of a compiled kernel. `name` and `type` are empty if neither the kernel's mangled name nor the source
/// contains them.
struct Parameter {
  std::string name;
  std::string type;
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
};

namespace detail {

/// Arrays of this library are passed as the pointer to their elements.
template <typename T>
concept PassesPointer = requires(const T& value) { value.kernel_argument(); };

template <typename T>
auto to_argument(T& value) {
  if constexpr (PassesPointer<T>) {
    return value.kernel_argument();
  } else {
    using Plain = std::decay_t<T>;
    static_assert(std::is_trivially_copyable_v<Plain>,
                  "a kernel takes numbers, pointers, plain structs and arrays of this library; "
                  "vectors and strings of the host must be copied to the device first");
    return static_cast<Plain>(value);
  }
}

/// The type of an argument that a call passes.
struct ArgumentType {
  ParameterType type;
  std::size_t bytes;
  std::string (*name)();
};

template <typename T>
constexpr ArgumentType argument_type() {
  return {type_of<T>(), sizeof(T), &type_name<T>};
}

/// An argument whose type is known by the call alone, and the place of the call. It must not outlive the call.
class AnyArgument {
 public:
  template <typename T>
    requires(!std::same_as<std::remove_cvref_t<T>, AnyArgument>)
  AnyArgument(T&& value, std::source_location where = std::source_location::current())
      : where_(where) {
    using Plain = std::remove_reference_t<T>;
    if constexpr (PassesPointer<Plain>) {
      auto* const pointer = value.kernel_argument();
      type_ = argument_type<std::remove_const_t<decltype(pointer)>>();
      pointer_ = pointer;
      elems_ = value.size();
    } else {
      static_assert(std::is_trivially_copyable_v<Plain>,
                    "a kernel takes numbers, pointers, plain structs and arrays of this library");
      type_ = argument_type<std::remove_cv_t<Plain>>();
      value_ = &value;
    }
  }

  [[nodiscard]] void* address() const {
    return const_cast<void*>(value_ != nullptr ? value_ : static_cast<const void*>(&pointer_));
  }
  [[nodiscard]] const ArgumentType& type() const { return type_; }
  [[nodiscard]] bool is_array() const { return value_ == nullptr; }
  [[nodiscard]] std::size_t elems() const { return elems_; }
  [[nodiscard]] const std::source_location& where() const { return where_; }

 private:
  ArgumentType type_{};
  const void* value_ = nullptr;
  const void* pointer_ = nullptr;
  std::size_t elems_ = 0;
  std::source_location where_;
};

/// The number of elements of the arrays among `arguments`. Throws CUDA_ERROR_INVALID_VALUE if it is not the same, if there is no array, and
/// if `declared` arguments were expected.
inline std::size_t common_elems(std::span<const AnyArgument> arguments, std::size_t declared,
                                const std::string& name) {
  const std::source_location& where = arguments[0].where();
  if (arguments.size() != declared)
    throw Error(CUDA_ERROR_INVALID_VALUE,
                name + " takes " + std::to_string(declared) + " arguments, " +
                    std::to_string(arguments.size()) + " given",
                where);
  const AnyArgument* first = nullptr;
  for (const AnyArgument& argument : arguments) {
    if (!argument.is_array()) continue;
    if (first == nullptr) first = &argument;
    if (argument.elems() != first->elems())
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  name + ": argument " + std::to_string(&argument - arguments.data() + 1) +
                      " has " + std::to_string(argument.elems()) +
                      " elements, those before it have " + std::to_string(first->elems()),
                  where);
  }
  if (first == nullptr)
    throw Error(CUDA_ERROR_INVALID_VALUE, name + ": no argument is an array", where);
  return first->elems();
}

}  // namespace detail

/// A kernel. Copies are the same kernel; the module that it is from lives as long as one of them.
///
/// `kernel({.grid = 64, .block = 256}, array, 2.0f, n)` checks, before launching, the number of arguments, their sizes and,
/// where they are known, their types; what does not fit is an Error that names the parameter. Nothing is converted:
/// a double for a float parameter is refused, as is a size_t for an int.
class Function {
 public:
  using Where = std::source_location;

  template <typename... Arguments>
  void operator()(const Launch& launch, Arguments&&... arguments) const {
    constexpr std::size_t kCount = sizeof...(Arguments);
    auto values = std::tuple(detail::to_argument<std::remove_reference_t<Arguments>>(arguments)...);
    static constexpr std::array<detail::ArgumentType, kCount> kTypes = types_in(values);
    check_count(kCount, launch.where);
    for (std::size_t i = 0; i < kCount; ++i) check_one(i, kTypes[i], launch.where);
    std::array<void*, kCount + 1> addresses = std::apply(
        [](auto&... value) { return std::array<void*, kCount + 1>{address_of(value)..., nullptr}; },
        values);
    launch_unchecked(launch, addresses.data());
  }

  /// `addresses` of the arguments, one for each parameter: for those who know what they pass.
  void launch_unchecked(const Launch& launch, void** addresses) const {
    detail::current_context(launch.where);
    const Dim3& grid = launch.grid;
    const Dim3& block = launch.block;
    if (grid.count() == 0) return;  // nothing to do: arrays may be empty
    const auto shared = static_cast<unsigned>(launch.shared_bytes);
    const CUresult result =
        launch.is_cooperative
            ? cuLaunchCooperativeKernel(handle_, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                        shared, launch.stream.handle(), addresses)
            : cuLaunchKernel(handle_, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                             launch.stream.handle(), addresses, nullptr);
    if (result != CUDA_SUCCESS) [[unlikely]]
      throw Error(result, refused(launch), launch.where);
  }

  /// The call operator for arguments in a list.
  void call(const Launch& launch, std::span<const detail::AnyArgument> arguments) const {
    check_count(arguments.size(), launch.where);
    check(arguments, launch.where);
    std::vector<void*> addresses;
    for (const detail::AnyArgument& argument : arguments) addresses.push_back(argument.address());
    launch_unchecked(launch, addresses.data());
  }
  /// Throws CUDA_ERROR_INVALID_VALUE if these do not fit the first parameters.
  void check(std::span<const detail::AnyArgument> arguments, const Where& where) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) check_one(i, arguments[i].type(), where);
  }

  [[nodiscard]] CUfunction handle() const noexcept { return handle_; }
  /// As C++ writes it: "scale<float>(float*, int)"; only the name for kernels that are extern "C".
  [[nodiscard]] const std::string& signature() const noexcept { return facts_->signature; }
  [[nodiscard]] std::vector<Parameter> parameters() const {
    std::vector<Parameter> all;
    for (const detail::KernelParameter& p : facts_->parameters)
      all.push_back({p.name, p.type_text, p.offset_bytes, p.size_bytes});
    return all;
  }
  [[nodiscard]] int attribute(CUfunction_attribute attribute,
                              Where where = Where::current()) const {
    int value = 0;
    detail::check(cuFuncGetAttribute(&value, attribute, handle_), "cuFuncGetAttribute", where);
    return value;
  }
  void set_attribute(CUfunction_attribute attribute, int value,
                     Where where = Where::current()) const {
    detail::check(cuFuncSetAttribute(handle_, attribute, value), "cuFuncSetAttribute", where);
  }
  [[nodiscard]] int max_threads_per_block(Where where = Where::current()) const {
    return attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, where);
  }
  /// Threads of the block that keeps the device busiest.
  [[nodiscard]] int best_block(std::size_t shared_bytes = 0, Where where = Where::current()) const {
    int grid = 0;
    int block = 0;
    detail::check(
        cuOccupancyMaxPotentialBlockSize(&grid, &block, handle_, nullptr, shared_bytes, 0),
        "cuOccupancyMaxPotentialBlockSize", where);
    return block;
  }

 private:
  friend class SourceModule;
  Function(std::shared_ptr<const detail::Module> module, const detail::KernelFacts& facts)
      : handle_(facts.handle), facts_(&facts), module_(std::move(module)) {}

  template <typename... T>
  static constexpr std::array<detail::ArgumentType, sizeof...(T)> types_in(
      const std::tuple<T...>& /*values*/) {
    return {detail::argument_type<T>()...};
  }
  template <typename T>
  static void* address_of(T& value) {
    return const_cast<void*>(static_cast<const void*>(&value));
  }

  void check_count(std::size_t count, const Where& where) const {
    if (count == facts_->parameters.size()) [[likely]]
      return;
    throw Error(CUDA_ERROR_INVALID_VALUE,
                facts_->signature + " takes " + std::to_string(facts_->parameters.size()) +
                    " arguments " + facts_->parameter_list() + ", " + std::to_string(count) +
                    " given",
                where);
  }
  void check_one(std::size_t i, const detail::ArgumentType& given, const Where& where) const {
    const detail::KernelParameter& wanted = facts_->parameters[i];
    if (given.bytes == wanted.size_bytes && is_accepted(wanted.type, given.type)) [[likely]]
      return;
    throw Error(CUDA_ERROR_INVALID_VALUE,
                facts_->name + ": " + wanted.shown(i) + ", but the argument is " + given.name() +
                    " (" + std::to_string(given.bytes) + " bytes)",
                where);
  }

  /// Why a launch may have been refused.
  [[nodiscard]] std::string refused(const Launch& launch) const {
    std::string text = "launch of " + facts_->name;
    int most = 0;
    if (cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, handle_) ==
            CUDA_SUCCESS &&
        launch.block.count() > static_cast<std::size_t>(most))
      text += " with " + std::to_string(launch.block.count()) + " threads per block (at most " +
              std::to_string(most) + ")";
    return text;
  }

  CUfunction handle_;
  const detail::KernelFacts* facts_;  // in module_
  std::shared_ptr<const detail::Module> module_;
};

}  // namespace riffle
