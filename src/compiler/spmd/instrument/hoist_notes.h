// SPDX-License-Identifier: Apache-2.0
// Accesses of loops that are noted once, in front of the loop:
//
//   for (k = 0; k <= n; ++k) sum += a[k];    ->    note of 4 * (n + 1) bytes at a; the loop as it is
//   for (...) sum[0] += ...;                 ->    note of 4 bytes at sum; the loop as it is
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include "compiler/spmd/instrument/note_accesses.h"

namespace riffle::spmd {

/// Of accesses that each iteration of a loop makes, at one address or at addresses that follow each other, if it is known in
/// front of the loop how often: puts them there, as a piece or a range. For notes only: who asks before an access wants to know
/// which thread of which iteration it is.
void hoist_notes(llvm::Function& function, llvm::SmallVectorImpl<NotedAccess>& accesses);

}  // namespace riffle::spmd
