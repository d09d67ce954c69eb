// SPDX-License-Identifier: Apache-2.0
// Rows of a block one behind the other, where rows load what the rows before have loaded (analysis/row_reuse.h):
//
//   for (y = 0; y < 32; ++y)                                      %above = load (tile + 31)
//     next[y] = tile[(y + 31) % 32] + tile[y] + tile[...]   ->    %here = load tile
//                                                                 %below = load (tile + 1)
//                                                                 store (%above + %here + %below), next
//                                                                 %more = load (tile + 2)
//                                                                 store (%here + %below + %more), next + 1 ...
//
// What a row shares with the next ones stays in registers, sums of such values too (share_sums.h). Branches that all rows take alike
// are taken before; lanes that are off read what all lanes have read already.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising, of a range function for one block shape, where the vector registers have `register_bits` together. Returns
/// whether anything was changed.
bool unroll_rows(llvm::Function& run, unsigned register_bits);

}  // namespace riffle::spmd
