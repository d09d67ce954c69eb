// SPDX-License-Identifier: Apache-2.0
// Two ways through a loop of one block: as it is, and a copy that is made faster where a question before it allows that.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace riffle::spmd {

struct LoopCopy {
  llvm::BasicBlock *before, *block,
      *behind;  ///< the copy, what leads to it, and what leads from it to the loop's exit
};

/// Beside `loop`, one block in simple and closed form, a copy; `map` is from the loop's values to the copy's. Packets of which
/// `question`, asked in front of the loop, holds for all threads go through the copy (form/one_way.h). Analyses are void.
LoopCopy copy_loop(llvm::Loop& loop, llvm::Value& question, const llvm::Twine& name,
                   llvm::ValueToValueMapTy& map);

}  // namespace riffle::spmd
