// SPDX-License-Identifier: Apache-2.0
// Neighbours are noted together.
//
//   %a = load <16 x float>, ptr %p                  one note of the 72 bytes from %p - 4 on
//   %b = load <16 x float>, ptr %p - 4       ->     %a = load <16 x float>, ptr %p
//   %c = load <16 x float>, ptr %p + 4              %b = ...
//
// Where nothing tells them apart: the same kind, mask and line, in one piece of code that runs to its end, at places whose
// distance is known and that leave nothing out between them. Under a mask each lane's bytes stay those of its own accesses.
#pragma once

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/note_calls.h"

namespace riffle::spmd {

/// Accesses of `function`, in its order. To be run behind hoist_notes.
void merge_notes(llvm::Function& function, llvm::SmallVectorImpl<NotedAccess>& accesses,
                 Sites& sites);

}  // namespace riffle::spmd
