// SPDX-License-Identifier: Apache-2.0
// CUDA source text to a loaded module, through clang, native_module and dlopen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/abi/device_abi.h"
#include "compiler/native.h"

namespace riffle::test {

/// Bytes of a device image (header and bitcode) compiled from `source`, which sees a small prelude
/// instead of CUDA's headers: __global__, __device__, __shared__, __syncthreads, threadIdx and so
/// on. `options` for clang. Fails the test and returns nothing when clang rejects it.
std::vector<std::byte> device_image(const std::string& source, const std::string& options = "");

/// The image around `bitcode`.
std::vector<std::byte> wrap_image(const std::vector<std::byte>& bitcode);

class LoadedModule {
 public:
  /// Compiles with RIFFLE_STRATEGY=`strategy` (empty: the compiler chooses) and RIFFLE_KERNELS=`kernels`. `error()` says
  /// what went wrong.
  LoadedModule(const std::vector<std::byte>& image, const std::string& strategy,
               const std::string& kernels = "together");
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] const abi::ModuleTable* table() const { return module_; }
  /// Null if there is none of this name.
  [[nodiscard]] const abi::KernelRow* kernel(const std::string& name) const;
  /// Why the kernel of this name was left out; empty if there is none such.
  [[nodiscard]] std::string refusal(const std::string& name) const;
  [[nodiscard]] const abi::VariableRow* variable(const std::string& name) const;

 private:
  compiler::NativeModule native_;  ///< open, since dlopen knows one object of a path
  void* handle_ = nullptr;
  const abi::ModuleTable* module_ = nullptr;
  std::string error_;
};

}  // namespace riffle::test
