// SPDX-License-Identifier: Apache-2.0
// Cases of a switch that the optimiser has brought together although one of them goes its own way:
//
//   %one  = icmp eq <32 x i32> %x, 2                %one  = icmp eq <32 x i32> %x, 2
//   %even = and <32 x i32> %x, -2
//   %both = icmp eq <32 x i32> %even, 2        ->   %both = icmp eq <32 x i32> %x, 3
//   %r    = select %one, %a, (zext %both)           %r    = select %one, %a, (zext %both)
//
// Where %x is 2 nobody asks for %both. The question for one number takes one instruction.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising, which brings cases together. Of packets.
void part_cases(llvm::Function& function);

}  // namespace riffle::spmd
