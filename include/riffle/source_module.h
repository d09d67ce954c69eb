// SPDX-License-Identifier: Apache-2.0
// CUDA C++ in a string, compiled and loaded while the program runs.
#pragma once

#include <riffle/context.h>
#include <riffle/detail/module.h>
#include <riffle/function.h>

#include <cstddef>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace riffle {

/// A `__device__` or `__constant__` variable of a SourceModule. It lives as long as the module.
class Global {
 public:
  using Where = std::source_location;

  [[nodiscard]] CUdeviceptr address() const noexcept { return address_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }

  /// Writes a value of exactly the variable's size; a std::array for an array. Waits for it.
  template <typename T>
  void set(const T& value, Where where = Where::current()) const {
    fits<T>(where);
    detail::check(cuMemcpyHtoD(address_, &value, sizeof value), "cuMemcpyHtoD", where);
  }
  /// Its value, after everything that the default stream waits for.
  template <typename T>
  [[nodiscard]] T get(Where where = Where::current()) const {
    fits<T>(where);
    T value;
    detail::check(cuMemcpyDtoH(&value, address_, sizeof value), "cuMemcpyDtoH", where);
    return value;
  }

 private:
  friend class SourceModule;
  Global(std::string name, CUdeviceptr address, std::size_t size_bytes,
         std::shared_ptr<const detail::Module> module)
      : name_(std::move(name)),
        address_(address),
        size_bytes_(size_bytes),
        module_(std::move(module)) {}
  template <typename T>
  void fits(const Where& where) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (sizeof(T) != size_bytes_)
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "variable '" + name_ + "' has " + std::to_string(size_bytes_) + " bytes, " +
                      detail::type_name<T>() + " has " + std::to_string(sizeof(T)),
                  where);
  }

  std::string name_;
  CUdeviceptr address_;
  std::size_t size_bytes_;
  std::shared_ptr<const detail::Module> module_;
};

/// Kernels and variables of a source. The same content (source, options, headers, device's architecture) is compiled once in a
/// process; each SourceModule is loaded on its own, so that its variables are its own. It belongs to the context that is
/// current when it is made.
///
/// Kernels need no extern "C": they go by their C++ names, and their parameters' types are known then.
class SourceModule {
 public:
  using Where = std::source_location;

  /// Throws CompileError with the compiler's messages.
  explicit SourceModule(const std::string& source, const CompileOptions& options = {},
                        Where where = Where::current()) {
    const ComputeCapability capability = Device::current(where).compute_capability(where);
    auto compiled = detail::Compiler::instance().compile(
        source, options, capability.major * 10 + capability.minor, where);
    module_ = std::make_shared<const detail::Module>(std::move(compiled), source, where);
  }

  /// A kernel by its name ("scale", "ns::scale", "scale<float>") or, of overloaded ones, by its signature ("scale(float*, int)").
  /// Throws CUDA_ERROR_NOT_FOUND, and says which there are.
  [[nodiscard]] Function get_function(std::string_view name, Where where = Where::current()) const {
    return {module_, module_->kernel(name, where)};
  }
  /// A variable by its name; one in a namespace must be in CompileOptions::names as "&ns::variable". Throws CUDA_ERROR_NOT_FOUND.
  [[nodiscard]] Global get_global(const std::string& name, Where where = Where::current()) const {
    const auto& lowered = module_->compiled().lowered_names;
    auto found = lowered.find(name);
    if (found == lowered.end()) found = lowered.find("&" + name);
    CUdeviceptr address = 0;
    std::size_t size_bytes = 0;
    const CUresult result =
        cuModuleGetGlobal(&address, &size_bytes, module_->handle(),
                          (found == lowered.end() ? name : found->second).c_str());
    if (result != CUDA_SUCCESS) throw Error(result, "variable '" + name + "'", where);
    return {name, address, size_bytes, module_};
  }
  /// The signatures of its kernels.
  [[nodiscard]] std::vector<std::string> functions() const {
    std::vector<std::string> all;
    for (const detail::KernelFacts& facts : module_->kernels()) all.push_back(facts.signature);
    return all;
  }
  /// The compiler's warnings.
  [[nodiscard]] const std::string& log() const noexcept { return module_->compiled().log; }
  [[nodiscard]] CUmodule handle() const noexcept { return module_->handle(); }

 private:
  std::shared_ptr<const detail::Module> module_;
};

}  // namespace riffle
