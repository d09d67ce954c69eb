// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether unroll_walks (pipeline/module_steps.h) found walks in `body`.
bool has_unrolled_walks(const llvm::Function& body);

}  // namespace riffle::spmd
