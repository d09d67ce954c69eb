// SPDX-License-Identifier: Apache-2.0
// What a pass throws when it cannot compile a module. Caught at the library's door; never thrown
// through frames of LLVM, so passes are plain functions and not LLVM pass objects.
#pragma once

#include <stdexcept>
#include <string>

namespace riffle::spmd {

class CompileError : public std::runtime_error {
 public:
  /// `image_is_bad`: the module is not device code at all, as opposed to code that cannot be
  /// compiled.
  explicit CompileError(const std::string& text, bool image_is_bad = false)
      : std::runtime_error(text), image_is_bad_(image_is_bad) {}
  [[nodiscard]] bool image_is_bad() const { return image_is_bad_; }

 private:
  bool image_is_bad_;
};

}  // namespace riffle::spmd
