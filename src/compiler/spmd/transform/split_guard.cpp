// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/split_guard.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/transform/widen_control.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestGuarded = 150;

struct Guard {
  BranchInst* branch = nullptr;  ///< null: none
  BasicBlock* then = nullptr;
  BasicBlock* exit = nullptr;
};

// The first branch of the body, if its lanes part there and meet at the end.
Guard find_guard(Function& body, unsigned lanes) {
  const ControlFlow control(body, lanes);
  if (!control.refusal().empty()) return {};
  BasicBlock* block = &body.getEntryBlock();
  while (BasicBlock* next = block->getSingleSuccessor()) {
    if (next->getSinglePredecessor() == nullptr) return {};
    block = next;
  }
  if (!control.is_divergent_if(*block)) return {};
  auto* branch = cast<BranchInst>(block->getTerminator());
  BasicBlock* then = control.then_block(*block);
  BasicBlock* exit = branch->getSuccessor(branch->getSuccessor(0) == then ? 1 : 0);
  if (!isa<ReturnInst>(exit->front())) return {};
  return {branch, then, exit};
}

bool waits(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  const Kind kind = kind_of(*call);
  return kind == Kind::kBarrier || kind == Kind::kWarp || suspends(*call);
}

// Empty where they are not to be run twice.
SmallVector<BasicBlock*, 16> guarded_blocks(Function& body, const Guard& guard) {
  const DominatorTree dominators(body);
  SmallVector<BasicBlock*, 16> blocks;
  std::size_t size = 0;
  for (BasicBlock& block : body) {
    if (!dominators.dominates(guard.then, &block)) continue;
    size += block.size();
    if (size > kLargestGuarded || any_of(block, waits)) return {};
    blocks.push_back(&block);
  }
  return blocks;
}

CallInst* ask_all_lanes(IRBuilder<>& builder, Value* truth) {
  Module& module = *builder.GetInsertBlock()->getModule();
  FunctionCallee all =
      module.getOrInsertFunction(kAllLanes, builder.getInt1Ty(), builder.getInt1Ty());
  auto* callee = cast<Function>(all.getCallee());
  callee->setDoesNotAccessMemory();
  callee->setDoesNotThrow();
  callee->addFnAttr(Attribute::WillReturn);
  return builder.CreateCall(all, truth, "all");
}

}  // namespace

void split_guard(Function& body, unsigned lanes) {
  const Guard guard = find_guard(body, lanes);
  if (guard.branch == nullptr) return;
  const SmallVector<BasicBlock*, 16> blocks = guarded_blocks(body, guard);
  if (blocks.empty()) return;

  ValueToValueMapTy map;
  SmallVector<BasicBlock*, 16> copies;
  for (BasicBlock* block : blocks) {
    BasicBlock* copy = CloneBasicBlock(block, map, ".all", &body);
    map[block] = copy;
    copies.push_back(copy);
    for (Instruction& instruction : *copy) {
      if (isa<StoreInst>(instruction))
        instruction.setMetadata(kCopyOfStore, MDNode::get(body.getContext(), {}));
    }
  }
  remapInstructionsInBlocks(copies, map);

  BasicBlock* above = guard.branch->getParent();
  BasicBlock* some = BasicBlock::Create(body.getContext(), "guard", &body, guard.then);
  IRBuilder<> builder(guard.branch);
  Value* truth = guard.branch->getCondition();
  if (guard.branch->getSuccessor(0) != guard.then) truth = builder.CreateNot(truth);
  CallInst* all = ask_all_lanes(builder, truth);
  builder.CreateCondBr(all, cast<BasicBlock>(map[guard.then]), some);
  guard.branch->moveBefore(*some, some->end());
  guard.then->replacePhiUsesWith(above, some);
}

}  // namespace riffle::spmd
