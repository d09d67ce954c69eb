// SPDX-License-Identifier: Apache-2.0
// Masks of loops that lanes leave at different times:
//
//   %m = phi <32 x i1> ...                    %m0 = phi <16 x i1> ..., %m1 = phi <16 x i1> ...
//   %c = fcmp <32 x float> ...           ->   %c0 = fcmp <16 x float> ..., %c1 = ...
//   %n = select %m, %c, zeroinitializer       %n0 = select %m0, %c0, zeroinitializer, ...
//   any(%n)                                   any(or %n0, %n1)
//
// A register's worth of lanes has a mask of its own: as one number they are put together from comparisons and taken apart for each
// blend, in every round. What all lanes have in common (`select %m, <splat of %u>, 0`) is asked for beside the mask. So it is with
// masks that innermost loops make and blend with in one round. Without registers of masks those of a register are words
// (mask_form.h).
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/legalize/mask_form.h"

namespace riffle::spmd {

/// Behind optimising. Masks that go round a loop only where they have no other uses than these and, as words, loads (split_loads.h).
void split_masks(llvm::Function& function, MaskForm form);

}  // namespace riffle::spmd
