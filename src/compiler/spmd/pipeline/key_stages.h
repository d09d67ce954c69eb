// SPDX-License-Identifier: Apache-2.0
// In which stages what steps leave for each other (compiler/spmd/keys.h) may stand in the IR.
#pragma once

#include <string>

#include "compiler/spmd/pipeline/step.h"

namespace riffle::spmd {

/// What is wrong with the keys of `module` after a step of `stage`: one that is not declared, or that should not be there
/// yet, or no longer. Empty: nothing.
std::string misplaced_key(const llvm::Module& module, Stage stage);
/// Of one function: a form or a packet.
std::string misplaced_key(const llvm::Function& function, Stage stage);

}  // namespace riffle::spmd
