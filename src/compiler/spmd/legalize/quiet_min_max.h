// SPDX-License-Identifier: Apache-2.0
// The larger and the smaller of two numbers as fmaxf and fminf have them (a NaN loses, -0 is less than +0), for processors
// with AVX-512's range instructions:
//
//   %m = maximumnum(%a, %b)    ->    %m = x86.avx512.mask.range(canonicalize(%a), canonicalize(%b), 5)
//
// They do just that, but for signalling NaNs, which win there. What comes of arithmetic is none; what memory holds is made
// quiet by a multiplication. Otherwise the code generator takes six instructions, one waiting for the other.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising, which knows nothing of these instructions.
void use_range_instructions(llvm::Function& function);

}  // namespace riffle::spmd
