// SPDX-License-Identifier: Apache-2.0
// Bodies whose time goes into loops in which each thread walks along memory of its own, as far as it has to:
// rows of a sparse matrix, a vertex's edges. Thread by thread that is memory in order; a packet gathers from
// as many places as it has lanes until the longest walk ends.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether every innermost loop of `body` counts from a number that differs between the lanes of a packet of
/// `lanes` to another one, loads what lies in order of that count, and does no more arithmetic than
/// loads; or writes a row of its own, from rows of its own. False without loops, and where a loaded flag says whether a thread walks at all: packets skip those
/// faster.
bool walks_by_thread(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
