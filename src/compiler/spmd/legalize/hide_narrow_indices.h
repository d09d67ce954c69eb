// SPDX-License-Identifier: Apache-2.0
// Indices of less than 32 bits, before LLVM's vectoriser looks for strides:
//
//   %r = and i32 %t, 3                            %n = and i32 %t, 3
//   ... load (p + %r)                      ->     %r = freeze i32 %n
//                                                 ... load (p + %r)
//
// It takes such an index for one that counts up, on condition that it does not wrap; and takes the condition for met where
// there is the same of a wider index, `q[%t & 255]`, which is asked alone (LLVM 22). What is frozen it leaves as it is.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// To be run in front of the loop vectoriser. Whether anything has changed.
bool hide_narrow_indices(llvm::Function& function);

}  // namespace riffle::spmd
