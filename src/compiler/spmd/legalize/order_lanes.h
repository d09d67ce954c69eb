// SPDX-License-Identifier: Apache-2.0
// Lanes in another order between shuffles that bring them together and shuffles that take them apart again. A register of
// AVX has two halves, and moving elements from one to the other costs more instructions, each of which takes longer:
//
//   %a = shufflevector %span, <0, 2, 4, 6, 8, 10, 12, 14>         <0, 2, 8, 10, 4, 6, 12, 14>    one vshufps
//   %b = shufflevector %span, <1, 3, 5, 7, 9, 11, 13, 15>    ->   <1, 3, 9, 11, 5, 7, 13, 15>    one
//   %s = op %a, %b; %d = op %a, %b, constants                     constants in that order
//   shufflevector %s, %d, <0, 8, 1, 9, 2, 10, ...>                <0, 8, 1, 9, 4, 12, ...>       vunpcklps, vunpckhps
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising. Of processors whose registers have 256 bits.
void order_lanes(llvm::Function& function);

}  // namespace riffle::spmd
