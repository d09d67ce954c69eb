// SPDX-License-Identifier: Apache-2.0
// Bytes of one word, which lanes read far apart, as one load of the word: processors gather words, not bytes.
//
//   %x = load i8, ptr %pixel, align 4              %word = load i32, ptr %pixel, align 4
//   %y = load i8, ptr (%pixel + 1)          ->     %x = trunc i32 %word to i8
//                                                  %y = trunc i32 (lshr i32 %word, 8) to i8
//
// The bytes of the word that nobody has asked for are in the same page, and what they are does not matter.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// `body` is structurised. Lanes whose words lie side by side are read by vectors, and stay as they are.
void join_bytes(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
