// SPDX-License-Identifier: Apache-2.0
// Atomics on global memory that a worker may keep back until it has run its blocks, because no thread of these could tell:
//
//   atomicAdd(&counts[data[i]], 1);
//
// Relaxed ones of integers, all of one kind, whose results nobody uses: what they make together is the same in any order, and other
// threads may see it at any time. Not those of system scope, which the host may wait for. Behind them the thread, and those that it meets
// at a barrier, must not look at what they have updated.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

struct DeferrableUpdates {
  llvm::SmallVector<llvm::AtomicRMWInst*, 4> updates;  ///< of one operation and type
  /// Plain loads and stores behind them of memory that may be what they update: it is theirs only if it is none of these's.
  llvm::SmallVector<llvm::Instruction*, 8> behind;
};

/// Of a kernel's body in which no thread waits for others but at barriers; no updates: there are none, or something could tell.
DeferrableUpdates find_deferrable_updates(const KernelState& kernel);

}  // namespace riffle::spmd
