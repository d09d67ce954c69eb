// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// What jam_loops (passes.h) added to `body`: one round's values are no more for it.
unsigned jammed_instructions(const llvm::Function& body);

}  // namespace riffle::spmd
