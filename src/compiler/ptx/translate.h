// SPDX-License-Identifier: Apache-2.0
// Inline PTX becomes LLVM IR. The door of this room.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace riffle::ptx {

/// Replaces every asm statement of `module`. Throws spmd::CompileError that names the instruction it does not know.
/// An empty text, a compiler barrier, stays.
void translate(llvm::Module& module);

struct Leftovers;

/// Replaces one asm statement; `leftovers` receives what to do afterwards.
void translate_call(llvm::CallInst& call, Leftovers& leftovers);
/// Does it.
void tidy(llvm::Function& function, const Leftovers& leftovers);

/// Whether some form of the instruction is supported.
bool is_opcode(llvm::StringRef name);

}  // namespace riffle::ptx
