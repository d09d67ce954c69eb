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
// Each way is simple enough for the optimiser to move what all packets share in front of their loop.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// `body` is structurised and runs as packets of `lanes` threads. It stays as it is where such code is large or waits for
/// other threads.
void split_permutations(llvm::Function& body, unsigned lanes, Masks masks);

}  // namespace riffle::spmd
