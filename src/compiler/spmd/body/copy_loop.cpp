// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/body/copy_loop.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/form/one_way.h"

namespace riffle::spmd {

using namespace llvm;

LoopCopy copy_loop(Loop& loop, Value& question, const Twine& name, ValueToValueMapTy& map) {
  BasicBlock* block = loop.getHeader();
  BasicBlock* exit = loop.getExitBlock();
  BasicBlock* above = loop.getLoopPreheader();
  Function& body = *block->getParent();
  BasicBlock* copy = CloneBasicBlock(block, map, "." + name, &body);
  BasicBlock* before = BasicBlock::Create(body.getContext(), name + ".begin", &body, copy);
  BasicBlock* behind = BasicBlock::Create(body.getContext(), name + ".end", &body);
  map[block] = copy;
  map[above] = before;
  map[exit] = behind;
  remapInstructionsInBlocks({copy}, map);
  BranchInst::Create(copy, before);
  BranchInst::Create(exit, behind);
  for (PHINode& phi : exit->phis()) {
    Value* value = phi.getIncomingValueForBlock(block);
    Value* copied = map.lookup(value);
    phi.addIncoming(copied == nullptr ? value : copied, behind);
  }
  Instruction* branch = above->getTerminator();
  mark_one_way(*BranchInst::Create(before, block, &question, branch->getIterator()));
  branch->eraseFromParent();
  return {before, copy, behind};
}

}  // namespace riffle::spmd
