// SPDX-License-Identifier: Apache-2.0
// Accesses under masks that turned out to be constants: the last steps of a tree, the first rows of a block.
//
//   masked.load <32 x float> ptr %p, <1, 1, 1, 1, 0, ...>  ->  load <4 x float> ptr %p
//
// Stores under masks take tens of cycles before AVX-512, and nothing that is loaded next gets its value from them.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// To be run once what is constant has been found; masks whose lanes do not follow each other stay. Returns whether
/// anything was changed.
bool narrow_masks(llvm::Function& function);

}  // namespace riffle::spmd
