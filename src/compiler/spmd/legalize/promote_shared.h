// SPDX-License-Identifier: Apache-2.0
// Shared memory that a block uses at known places only, as a tree of sums does where packets and steps stand one behind the other:
//
//   store <32 x float> %a, ptr %shared
//   store <32 x float> %b, ptr %shared + 128
//   %c = load <32 x float>, ptr %shared + 128      ->      %s = fadd %a, %b
//   %s = fadd %a, %c
//   store <32 x float> %s, ptr %shared
//
// Nobody reads it when the block is done, which LLVM cannot know, so that all stores stay. They wait in the processor's queue behind loads
// from memory, a block of 256 threads fills it, and the next block's loads are not on their way before there is room. What ways through a
// block have in common belongs together; a way with accesses at places that are not known, or calls that may come to shared memory,
// keeps it. What is read and was never written is 0. Under known masks, and by known indices, elements are followed one by one
// (shared_elements.h).
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Of a range function (strategy/range_function.h) of one shape, inlined and optimised. `reads_ahead`: see TargetInfo; lines that
/// were asked for because stores held the processor up are not any more. Returns whether anything was changed.
bool promote_shared(llvm::Function& run, const VectorRegisters& registers, bool reads_ahead);

}  // namespace riffle::spmd
