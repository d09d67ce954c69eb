// SPDX-License-Identifier: Apache-2.0
// How many threads a packet has: the cost model of widths.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

struct Widths {
  llvm::SmallVector<unsigned, 3> lanes;
  const char* why;  ///< for people
};

/// Widths to make packets of, widest first. Two registers per value hide the latency of dependent
/// arithmetic; where a loop is nothing else and needs few values, four, or eight if each of its operations waits
/// for the one before; four where threads leave such a loop at different times (without
/// registers of masks: if it is short). Four also where threads jump by the grid's size, so that more is read of a page at a time.
/// One in large bodies, whose values would spill instead, where more goes round a loop of arithmetic than 16 registers hold in
/// packets of two, and where lanes load rows of memory (unroll_walks.cpp), of which each lane's is a line in the first cache.
/// Blocks of two dimensions are often 16 wide, so that these bodies get the narrow form as well. Volatile memory asks for a
/// warp. RIFFLE_WIDTH is asked first. `cut`: the body has block barriers.
Widths packet_widths(llvm::Function& body, const ModuleState& state, bool cut);

}  // namespace riffle::spmd
