// SPDX-License-Identifier: Apache-2.0
// Inline PTX that cannot be translated is an error of the source: for the compiler, which knows the line.
#pragma once

#include <llvm/IR/Module.h>

namespace riffle::ptx {

/// Reports to the module's context every asm statement that translate() would refuse. Changes nothing.
void check(llvm::Module& module);

}  // namespace riffle::ptx
