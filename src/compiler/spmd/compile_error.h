// SPDX-License-Identifier: Apache-2.0
// What a step throws when it cannot compile a module. The library's door catches it. No step throws it through frames of LLVM,
// so steps are plain functions and not LLVM pass objects. The exception is LLVM's own fatal error: see jit/fatal.h.
#pragma once

#include <stdexcept>
#include <string>

namespace riffle::spmd {

class KernelCompileError : public std::runtime_error {
 public:
  /// `image_is_bad`: the module is not device code at all, as opposed to code that cannot be
  /// compiled.
  explicit KernelCompileError(const std::string& text, bool image_is_bad = false)
      : std::runtime_error(text), image_is_bad_(image_is_bad) {}
  [[nodiscard]] bool image_is_bad() const { return image_is_bad_; }

 private:
  bool image_is_bad_;
};

}  // namespace riffle::spmd
