// SPDX-License-Identifier: Apache-2.0
// What a block writes itself, against what one of its threads waits for.
//
//   status[tile] = partial;                      tile = blockIdx.x, or a ticket that the block has drawn
//   for (int k = tile - 1; k >= 0; --k)
//     while ((word = status[k]) == 0) {}         never a word of this block: others write it
//
// A thread that waits for another block may hold up the threads beside it, unless that block waits for one of these in turn. One
// that waits for a thread of its own block may not.
// Addresses are compared as sums (address_sums.h).
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace riffle::spmd {

class OwnWrites {
 public:
  /// `is_memory`: of the parameters, whether the argument is the address of the parameter's bytes.
  OwnWrites(llvm::Function& body, const std::vector<bool>& is_memory);

  /// Whether no thread of the block writes what `reads`, made by any of its threads, read, and no two blocks wait for each other:
  /// all words that are waited for lie before the block's own ones, or all behind them. False if that cannot be seen.
  [[nodiscard]] bool leave_alone(llvm::ArrayRef<const llvm::LoadInst*> reads) const;

 private:
  llvm::Function& body_;
  const std::vector<bool>& is_memory_;
  llvm::DominatorTree dominators_;
};

}  // namespace riffle::spmd
