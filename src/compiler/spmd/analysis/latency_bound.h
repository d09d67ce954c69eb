// SPDX-License-Identifier: Apache-2.0
// Bodies whose time goes into waiting for the result of the last operation: more threads at a time then
// cost nothing, as long as their values fit into registers.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether every innermost loop of `body` is a chain of arithmetic on registers: the same number of rounds
/// for all threads of a packet of `lanes`, varying values carried from round to round, at most `most_live`
/// of them alive at once, no memory but what all threads read alike. False without loops.
bool is_latency_bound(llvm::Function& body, unsigned lanes, unsigned most_live);

}  // namespace riffle::spmd
