// SPDX-License-Identifier: Apache-2.0
// Constants of sums in an address become a step of their own, so that it can be seen how far from others it is:
//
//   gep i32, %p, sext (%i +nsw 4)    ->    gep i32, (gep i32, %p, sext %i), 4
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// And what is equal is one value, with constants folded; what leaves a loop does so through a phi (LCSSA) afterwards. For a body in
/// which something has become a constant.
void set_constants_apart(llvm::Function& body);

}  // namespace riffle::spmd
