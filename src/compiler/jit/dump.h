// SPDX-License-Identifier: Apache-2.0
// RIFFLE_DUMP=<pass>[,<pass>...] or all: prints the module to stderr after these passes. Beside the
// names of pass_list() there are `input`, `optimize` and `strategies` (one line per kernel).
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace riffle::jit {

bool dump_wanted(llvm::StringRef pass);
void dump_after(llvm::StringRef pass, const llvm::Module& module);

}  // namespace riffle::jit
