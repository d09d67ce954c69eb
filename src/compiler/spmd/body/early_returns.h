// SPDX-License-Identifier: Apache-2.0
// Threads that return early have done what they do by then when others come to a barrier. Of two ways the structuriser may put
// the one behind the other, so that lanes of a packet would do it behind the barrier:
//
//   br %c, early, rest; early: store ...; br return    ->    br %c, early, left; early: store ...; br left
//                                                            left: br %c, return, rest
//
// What clang has made one end of several ways, a store in front of the return, belongs to each of them again.
#pragma once

#include <llvm/IR/PassManager.h>

namespace riffle::spmd {

/// Of a body with one return, in front of the structuriser; only where there are barriers of the block.
struct ReturnBeforeBarriers : llvm::PassInfoMixin<ReturnBeforeBarriers> {
  static llvm::PreservedAnalyses run(llvm::Function& body,
                                     llvm::FunctionAnalysisManager& functions);
};

}  // namespace riffle::spmd
