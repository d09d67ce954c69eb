// SPDX-License-Identifier: Apache-2.0
// Loads and gathers under masks of which each register has its own (split_masks.h):
//
//   load <32 x float>, ptr %p, <32 x i1> %m      ->      load <8 x float>, ptr %p, <8 x i1> %m0
//                                                        load <8 x float>, ptr %p + 32, <8 x i1> %m1 ...
//   gather %b + sext <32 x i32> %i               ->      gather %b + sext <8 x i32> %i0 ...
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IntrinsicInst.h>

namespace riffle::spmd {

/// Whether `user` loads elements of 32 bits under `mask`, from addresses that can be told for each register.
bool is_load_under(const llvm::Instruction& user, const llvm::Instruction& mask);
/// `masks`: bits, for each register's lanes. `load` is gone then.
void split_load(llvm::IntrinsicInst& load, llvm::ArrayRef<llvm::Value*> masks);

}  // namespace riffle::spmd
