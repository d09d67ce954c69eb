// SPDX-License-Identifier: Apache-2.0
// A block for each row: its threads go along the row together, from barrier to barrier again and again, and every packet by
// itself leaves out what the others take. Rows are too short for a processor to read ahead, and end where pages do. The last
// loop that reads an array asks for the same place in the next block's row, which comes while this one is finished:
//
//   for (i = thread.x; i < columns; i += extent.x) ... load <32 x float>, ptr %a + block.x * columns + i
//     ->  prefetch (that + %row);  load ...      %row: from this block to the next one; 0 if that is no such row
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// `packet` is a widened body of blocks that run one after the other.
void prefetch_next_block(llvm::Function& packet);

}  // namespace riffle::spmd
