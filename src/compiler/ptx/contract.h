// SPDX-License-Identifier: Apache-2.0
// Products and sums that become one operation (-fmad=true): those that NVIDIA's compilers fuse, so that the bits are theirs.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::ptx {

/// Notes which block each operation is in, for `contract`: passes that run in between may move a product to its only use.
void note_blocks(llvm::Function& function);

/// Fuses what the flag `contract` allows, and takes all fast-math flags away: no later pass changes a rounding.
void contract(llvm::Function& function);

}  // namespace riffle::ptx
