// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/fatal.h"

#include <llvm/Support/ErrorHandling.h>

#include "compiler/spmd/compile_error.h"

namespace riffle::jit {

void install_fatal_error_handler() {
  static const bool installed = [] {
    llvm::install_fatal_error_handler([](void*, const char* reason, bool) {
      throw spmd::KernelCompileError(std::string("code generator: ") + reason);
    });
    return true;
  }();
  (void)installed;
}

}  // namespace riffle::jit
