// SPDX-License-Identifier: Apache-2.0
// The programs of LLVM that libriffle_llvm.so brings: what `riffle cc` and `riffle check` otherwise start from LLVM's packages.
// Each takes a command line, with the program's path in front, and answers an exit status.
#pragma once

#include <llvm/ADT/SmallVector.h>

namespace riffle::own_llvm {

using Words = llvm::SmallVector<const char*, 256>;

/// clang and clang++: `words` has no response files left.
int drive_clang(Words& words);

/// clang -cc1: one unit.
int compile_unit(llvm::ArrayRef<const char*> words);

/// llvm-symbolizer: lines '"MODULE" OFFSET' from the standard input, answered by the functions that were inlined into one
/// another there, two lines for each, and an empty line.
int answer_symbols();

}  // namespace riffle::own_llvm
