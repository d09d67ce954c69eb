// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace riffle::jit {

/// Where code of `module` computes with bfloat: defines what the code generator calls to round to it on a processor
/// that has no instruction for that. Only GCC 13's and later run-time libraries have these functions.
void define_bfloat_rounding(llvm::Module& module);

}  // namespace riffle::jit
