// SPDX-License-Identifier: Apache-2.0
// Indices `t ^ u` and `2 * t - (t & u)` of butterflies and sorting networks: u is a number that all threads share and
// that changes from step to step. What a packet does at such addresses is done in another way for each kind of u, and it
// is asked once which one is at hand:
//
//   before:   %p = and i32 %t, %u; ... load, compare, store ...
//
//   after:    br (%u & 31) == 31, in.order, otherwise
//   in.order:   u changes no low bit: %p = (t0 & u) | lane, t0 the first lane's t: the lanes' addresses follow each other.
//               Where the code asks `x & v` of such an index x, v must have no low bits: all lanes share the answer.
//   otherwise: br %u < 32, within, rest
//   within:     u changes low bits only: %p = lane & u, the same in each packet
//   rest:     as before
//
// Before AVX-512, which has an instruction for it, numbers within a packet have a copy each instead of `within`: those of
// networks of sorting and of butterflies, reach - 1 or reach for 1, 2, 4 ... A constant permutes by shuffles (widen_strided.cpp).
//
//   otherwise: br (%u is 0, 1, 3, 7 or 15), known, rest; known: br %u > 7, at.16, ...
//   at.16:      %p = lane & 15, and in place of %reach, if %u is %reach - 1, stands 16
//
// Each way is simple enough for the optimiser to move what all packets share in front of their loop.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// `body` is structurised and runs as packets of `lanes` threads. It stays as it is where such code is large or waits for
/// other threads.
void split_permutations(llvm::Function& body, unsigned lanes, Masks masks);

/// Behind optimising: whether such a question is asked in `function`, which is worth a loop of its own for packets in order.
bool tests_permutations(const llvm::Function& function);

}  // namespace riffle::spmd
