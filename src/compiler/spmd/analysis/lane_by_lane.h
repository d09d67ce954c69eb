// SPDX-License-Identifier: Apache-2.0
// What a packet does for one lane after the other: atomics, but for those that block_atomics.h makes plain, and, where the processor
// has no fast gather, loads from where memory says.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether that is most of the work in some part of the body, so that more lanes are only more of it. Where threads go
/// through the grid's elements, only what they do for an element is work.
bool works_lane_by_lane(llvm::Function& body, unsigned lanes);

/// Whether most of the body's work is to look up, with hardly any arithmetic beside it, many values that do not wait for each
/// other: one thread has enough to do then, its indices need not go through vectors, and a packet's would not fit into them.
bool looks_up_many(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
