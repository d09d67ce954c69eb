// SPDX-License-Identifier: Apache-2.0
// Inline PTX becomes LLVM IR. The door of this room.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/statement.h"

namespace riffle::ptx {

/// Replaces every asm statement of `module`. Throws spmd::KernelCompileError that names the instruction it does not know.
/// An empty text, a compiler barrier, stays.
void translate(llvm::Module& module);

struct Leftovers;

/// The numbers among the operands of an asm statement, by their numbers in the text.
llvm::SmallVector<Immediate, 8> immediate_operands(const llvm::CallInst& call,
                                                   const llvm::InlineAsm& assembly);

/// Replaces one asm statement; `leftovers` receives what to do afterwards.
void translate_call(llvm::CallInst& call, Leftovers& leftovers);
/// Does it.
void tidy(llvm::Function& function, const Leftovers& leftovers);

/// Whether some form of the instruction is supported.
bool is_opcode(llvm::StringRef name);

}  // namespace riffle::ptx
