// SPDX-License-Identifier: Apache-2.0
// Accesses to bytes and words of 16 bits under a mask, for processors that have masks for wider elements only; the code generator
// would make a branch for each lane:
//
//   %v = masked.load <32 x i8>, ptr %p, %m    ->    some lane is on and %p .. %p + 31 is within a page: %v = load <32 x i8>, ptr %p
//                                                   else lane by lane
//   masked.store <32 x i8> %v, ptr %p, %m     ->    for (bits = %m; bits != 0; bits &= bits - 1) %p[cttz(bits)] = %v[cttz(bits)]
//
// A page that some lane reads can be read: what the others would read there is dropped.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind everything that knows masked accesses. Not where somebody is told which bytes are read. Masks that are constants stay.
void access_narrow_elements(llvm::Function& function);

}  // namespace riffle::spmd
