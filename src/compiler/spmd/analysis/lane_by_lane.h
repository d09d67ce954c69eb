// SPDX-License-Identifier: Apache-2.0
// What a packet does for one lane after the other: atomics, but for those that block_atomics.h makes plain.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether that is most of the work in some part of the body, so that more lanes are only more of it. Where threads go
/// through the grid's elements, only what they do for an element is work.
bool works_lane_by_lane(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
