// SPDX-License-Identifier: Apache-2.0
// Loops that lanes leave at different times run under masks from their first iteration on. Where masked stores and
// narrow loads are slow, iterations that all lanes run get a copy of their own:
//
//   do { ... } while (i < n)    ->    if (all lanes get here) do { copy of ... } while (all lanes: i < n)
//                                     if (this lane goes on) do { ... } while (i < n)
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Innermost loops of a structurised body, if they access memory, are not large, and no lane waits for others in them.
void split_loops(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
