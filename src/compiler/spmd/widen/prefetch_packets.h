// SPDX-License-Identifier: Apache-2.0
// Packets that follow each other walk through memory in order. A processor reads ahead of such walks, but not far enough where
// several go on at once or results pass by the caches: each packet then waits for its lines. What a packet loads once is asked
// for some packets before:
//
//   load <32 x float>, ptr %p   ->   prefetch %p + 1024;  prefetch %p + 1088;  load ...
//
// Loads in loops stay as they are: the next iteration's lines are those that matter (prefetch_strides.h, prefetch_walks.h).
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/packet_context.h"

namespace riffle::spmd {

/// `packet` is a widened body.
void prefetch_packets(llvm::Function& packet, RowExtent rows);

}  // namespace riffle::spmd
