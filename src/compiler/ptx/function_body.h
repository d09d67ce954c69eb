// SPDX-License-Identifier: Apache-2.0
// The body of a module's function, which goes the way of an asm statement that is all of a function.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_text.h"
#include "compiler/ptx/statement.h"

namespace riffle::ptx {

/// Into `function`, which is empty. `contracts`: products and sums without a rounding may be fused. Throws a
/// spmd::KernelCompileError.
void write_body(const FunctionText& text, const std::vector<Statement>& statements, bool contracts,
                const PtxSymbols& symbols, llvm::Function& function);

}  // namespace riffle::ptx
