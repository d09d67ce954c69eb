// SPDX-License-Identifier: Apache-2.0
// Whether code is right as far as that can be seen.
#pragma once

#include <llvm/ADT/StringRef.h>

#include "compiler/spmd/pipeline/step.h"

namespace riffle::spmd {

/// Throws KernelCompileError "invalid code after ..." where LLVM's verifier does not accept `module`, or `function`, if that is all
/// of it that has changed.
void verify(const llvm::Module& module, llvm::StringRef after, bool image_is_bad = false,
            const llvm::Function* function = nullptr);
/// The same after a step, and of what it leaves for later ones (keys.h).
void verify_step(const Step& step, const llvm::Module& module, const llvm::Function* function);

}  // namespace riffle::spmd
