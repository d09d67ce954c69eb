// SPDX-License-Identifier: Apache-2.0
// A block's packets one after the other where each accesses shared memory at places that its number decides:
//
//   for (p = 0; p < 8; ++p)                        %a = gather shared[0, 2, 4, ...]     (packet 0)
//     x = 2 * (32 * p + lane)                      %b = gather shared[1, 3, 5, ...]
//     if (x < 256) s[x] += s[x + 1]          ->    scatter %a + %b, shared[0, 2, 4, ...]
//                                                  ...                                  (packets 1 to 3)
//                                                  nothing                              (packets 4 to 7)
//
// Indices and masks are constants then: packets without a lane that is on disappear, and promote_shared finds each lane's place. The
// trees that step through shared memory by a stride are of this kind.
#pragma once

#include "compiler/spmd/legalize/shared_accesses.h"

namespace riffle::spmd {

/// Of a range function for one block shape whose accesses of shared memory are `accesses`: whether loops have some, the places of all
/// these follow from the packets' numbers, and it would not be too much code.
bool can_unroll_packets(llvm::Function& run, llvm::ArrayRef<SharedAccess> accesses);
void unroll_packets(llvm::Function& run, llvm::ArrayRef<SharedAccess> accesses);

}  // namespace riffle::spmd
