// SPDX-License-Identifier: Apache-2.0
// A private copy of a shared object that the compiler made.
#pragma once

#include "base/status.h"
#include "compiler/abi/device_abi.h"
#include "compiler/abi/required_blocks.h"
#include "compiler/native.h"

namespace riffle::module {

class LoadedObject {
 public:
  LoadedObject() = default;
  ~LoadedObject();
  LoadedObject(LoadedObject&& other) noexcept;
  LoadedObject& operator=(LoadedObject&& other) noexcept;

  /// Loads a copy that shares nothing with other loads of the same file. Errors: kInvalidKernelImage
  /// (not a module, or made for another version), kOperatingSystem.
  static Result<LoadedObject> load(const compiler::NativeModule& native);

  [[nodiscard]] const abi::ModuleTable& table() const { return *table_; }
  /// Up to a row without a name; null when the object has none.
  [[nodiscard]] const abi::RequiredBlock* required_blocks() const;

 private:
  void* handle_ = nullptr;
  int file_ =
      -1;  ///< keeps the path by which it was loaded, for debuggers; -1: it needs no keeping
  const abi::ModuleTable* table_ = nullptr;
};

}  // namespace riffle::module
