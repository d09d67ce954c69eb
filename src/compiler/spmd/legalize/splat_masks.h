// SPDX-License-Identifier: Apache-2.0
// Truths that all lanes share, among masks that comparisons make. Without registers of masks a mask is as wide as what
// was compared; a splat of truth would be bytes, and make bytes of all masks that it meets:
//
//   %s = splat <32 x i1> %c                   %n = splat <32 x i32> (sext %c)
//   %m = icmp sgt <32 x i32> %a, %b      ->   %s = icmp ne <32 x i32> %n, 0
//   xor <32 x i1> %s, %m                      xor <32 x i1> %s, %m
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising, which would undo it. Of processors without registers of masks; where the mask is used in its own block.
void splat_masks(llvm::Function& function);

}  // namespace riffle::spmd
