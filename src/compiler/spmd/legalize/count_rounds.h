// SPDX-License-Identifier: Apache-2.0
// The last number of a loop's rounds that each lane saw, where masks are words (mask_form.h): a lane's rounds follow each other
// from the first, so that they may be counted. A mask's words are the numbers to subtract.
//
//     %seen = phi [ poison, .. ], [ %now, %loop ]           %seen = phi [ splat (%start - 1), .. ], [ %now, %loop ]
//     %k = phi i32 [ %start, .. ], [ %k + 1, %loop ]   ->
//     %now = select %m, <splat of %k>, %seen                %now = sub %seen, sext %m
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind sink_blends, before split_masks.
void count_rounds(llvm::Function& function);

}  // namespace riffle::spmd
