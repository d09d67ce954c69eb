// SPDX-License-Identifier: Apache-2.0
// Threads that each walk along memory of their own (analysis/thread_walks.h) run one by one: a packet would gather until its
// longest walk ends. But of a short walk the processor predicts the end wrong, which costs more than the walk. Where it
// gathers fast, packets of which all walks are short run as packets:
//
//   before: ... br (first < end), walk, behind    ->    before: ... br all.lanes(end - first <= 16), ask, apart
//                                                       ask:    br (first < end), walk, behind
//                                                       apart:  store 0, %serves; ret
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// A copy of `body` with one more parameter, `ptr %serves`: 0 is stored there if a packet has to run thread by thread
/// instead; nothing else has happened then. Null if it is not known in front of the one loop how often that runs, or if
/// something is written before.
llvm::Function* make_short_walks(llvm::Function& body);

}  // namespace riffle::spmd
