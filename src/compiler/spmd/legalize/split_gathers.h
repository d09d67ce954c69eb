// SPDX-License-Identifier: Apache-2.0
// Gathers of all lanes, for processors whose gather is no faster than the loads it stands for:
//
//   %p = getelementptr float, ptr %b, sext %i         %q = extractelement <16 x i64> (bitcast %i), 0      (lanes 0 and 1)
//   %v = masked.gather(%p, true)                  ->  %x = load float, ptr (getelementptr %b, sext (trunc %q))
//                                                     %y = load float, ptr (getelementptr %b, sext (trunc (%q >> 32)))
//                                                     %v = insertelement (insertelement .., %x, 0), %y, 1 ...
//
// The code generator would compute addresses of 64 bits in vectors, and move each to a register of its own. Here indices leave
// their vectors as they are, as many at once as 64 bits hold, or come from memory if that is where the vector came from.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/keys.h"

namespace riffle::spmd {

/// Behind optimising, with AVX2. Gathers under a mask are left, and those that seldom run (kRare): a twentieth of the code.
/// Whether there are some.
bool split_gathers(llvm::Function& function);

}  // namespace riffle::spmd
