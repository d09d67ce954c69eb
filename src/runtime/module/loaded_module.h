// SPDX-License-Identifier: Apache-2.0
// One device's copy of one image: a shared object with its variables, and the kernels in it.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/status.h"
#include "compiler/native.h"
#include "runtime/module/module.h"

namespace riffle::module {

class LoadedModule {
 public:
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  /// Loads a copy that shares nothing with other loads of the same file. Errors: kInvalidKernelImage
  /// (not a module, or made for another version), kOperatingSystem.
  static Result<std::unique_ptr<LoadedModule>> load(const compiler::NativeModule& native,
                                                    int device);

  /// Null when the module has no kernel of that name.
  [[nodiscard]] Kernel* kernel(std::string_view name);
  /// Why the image's kernel of that name could not be compiled; null if there is none such.
  [[nodiscard]] const char* refusal(std::string_view name) const;
  [[nodiscard]] std::span<const abi::Kernel> kernels() const;
  [[nodiscard]] const abi::Variable* variable(std::string_view name) const;
  [[nodiscard]] std::span<const abi::Variable> variables() const;

 private:
  LoadedModule() = default;
  /// For launches from device code.
  void bind_kernels();

  void* handle_ = nullptr;
  int file_ =
      -1;  ///< keeps the path by which it was loaded, for debuggers; -1: it needs no keeping
  const abi::Module* module_ = nullptr;
  std::deque<Kernel> kernels_;
  std::unordered_map<std::string_view, Kernel*> kernels_by_name_;
};

}  // namespace riffle::module
