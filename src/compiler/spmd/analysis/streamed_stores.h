// SPDX-License-Identifier: Apache-2.0
// Stores that only carry results out: nothing in the kernel reads them back, so that they may pass
// by the caches when a launch writes more than those keep.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

using StreamedStores = llvm::SmallPtrSet<const llvm::StoreInst*, 8>;

/// Of a body. A store counts if it goes through a pointer parameter that the body never reads
/// through, and does not write one place again and again. Pointer parameters are taken to be
/// different arrays: where they are not, the result is the same, only slower. None in bodies with
/// atomics, fences, volatile accesses or unknown calls: such a store becomes visible late, which is
/// only right where no thread learns of it before the launch has ended.
StreamedStores find_streamed_stores(llvm::Function& body, const llvm::LoopInfo& loops);

}  // namespace riffle::spmd
