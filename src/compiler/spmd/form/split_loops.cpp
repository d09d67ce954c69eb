// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/split_loops.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestLoop = 150;

/// A loop that lanes leave at different times, from its latch.
struct PartingLoop {
  SmallVector<BasicBlock*, 4> blocks;
  BasicBlock* header;
  BasicBlock* latch;
  BasicBlock* exit;
};

bool waits(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  const IntrinsicKind kind = kind_of(*call);
  return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp || suspends(*call);
}

bool is_worth_it(const Loop& loop) {
  std::size_t size = 0;
  bool accesses = false;
  for (const BasicBlock* block : loop.blocks()) {
    size += block->size();
    for (const Instruction& instruction : *block) {
      if (waits(instruction)) return false;
      accesses |= instruction.mayReadOrWriteMemory();
    }
  }
  return accesses && size <= kLargestLoop;
}

SmallVector<PartingLoop, 4> find_parting_loops(Function& body, unsigned lanes) {
  const ControlFlow control(body, lanes);
  if (!control.refusal().empty()) return {};
  SmallVector<PartingLoop, 4> found;
  for (const Loop* loop : control.loops().getLoopsInPreorder()) {
    if (!loop->isInnermost() || !control.is_divergent_loop(*loop) || !is_worth_it(*loop)) continue;
    found.push_back({SmallVector<BasicBlock*, 4>(loop->blocks()), loop->getHeader(),
                     loop->getLoopLatch(), loop->getExitBlock()});
  }
  return found;
}

void copy_blocks(ArrayRef<BasicBlock*> blocks, ValueToValueMapTy& map) {
  SmallVector<BasicBlock*, 4> copies;
  for (BasicBlock* block : blocks) {
    BasicBlock* copy = CloneBasicBlock(block, map, ".all", block->getParent());
    map[block] = copy;
    copies.push_back(copy);
    for (Instruction& instruction : *copy) {
      if (isa<StoreInst>(instruction))
        instruction.setMetadata(kCopyOfStore, MDNode::get(block->getContext(), {}));
    }
  }
  remapInstructionsInBlocks(copies, map);
}

/// The terminators of a loop's copy: in while all lanes go round, from `left_all` on with those that are left. Returns whether a
/// lane goes on.
Value* run_copy_while_all(IRBuilder<>& builder, BasicBlock* header, BasicBlock* latch,
                          BasicBlock* left_all) {
  auto* branch = cast<BranchInst>(latch->getTerminator());
  builder.SetInsertPoint(branch);
  Value* goes_on = branch->getCondition();
  const bool wanted = branch->getSuccessor(0) == header;
  Value* all = test_all_lanes(builder, goes_on, wanted);
  if (!wanted) goes_on = builder.CreateNot(goes_on);
  builder.CreateCondBr(all, header, left_all);
  branch->eraseFromParent();
  return goes_on;
}

///   before:    br all.lanes(true), enter.all, rest
///   enter.all: br copy
///   copy:      ... br all.lanes(goes on), copy, left.all          without masks
///   left.all:  br rest
///   rest:      br goes on, enter, behind                          true for those that come from `before`
///   enter:     br loop
///   loop:      ... br goes on, loop, exit
///   exit:      br behind
///   behind:    what followed in exit
void split(Function& body, const PartingLoop& loop) {
  ValueToValueMapTy map;
  copy_blocks(loop.blocks, map);
  auto* header = cast<BasicBlock>(map[loop.header]);
  auto* latch = cast<BasicBlock>(map[loop.latch]);
  const auto copy_of = [&](Value* value) -> Value* {
    const auto found = map.find(value);
    return found == map.end() ? value : static_cast<Value*>(found->second);
  };
  BasicBlock* before = nullptr;
  for (BasicBlock* pred : predecessors(loop.header)) {
    if (pred != loop.latch) before = pred;
  }
  const auto block = [&](const char* name, BasicBlock* place) {
    return BasicBlock::Create(body.getContext(), name, &body, place);
  };
  BasicBlock* enter_all = block("enter.all", header);
  BasicBlock* left_all = block("left.all", loop.header);
  BasicBlock* rest = block("rest", loop.header);
  BasicBlock* enter = block("enter", loop.header);
  BasicBlock* behind = loop.exit->splitBasicBlock(loop.exit->getFirstNonPHIIt(), "behind");
  BranchInst::Create(header, enter_all);
  BranchInst::Create(rest, left_all);
  BranchInst::Create(loop.header, enter);

  auto* entry = cast<BranchInst>(before->getTerminator());
  IRBuilder<> builder(entry);
  builder.CreateCondBr(test_all_lanes(builder, builder.getTrue(), true), enter_all, rest);
  entry->eraseFromParent();
  header->replacePhiUsesWith(before, enter_all);

  Value* goes_on = run_copy_while_all(builder, header, latch, left_all);

  builder.SetInsertPoint(rest);
  const auto merge = [&](Value* skipped, Value* looped) {
    PHINode* phi = builder.CreatePHI(looped->getType(), 2);
    phi->addIncoming(skipped, before);
    phi->addIncoming(looped, left_all);
    return phi;
  };
  for (PHINode& phi : loop.header->phis()) {
    Value* first = phi.getIncomingValueForBlock(before);
    Value* next = copy_of(phi.getIncomingValueForBlock(loop.latch));
    phi.setIncomingValueForBlock(before, merge(first, next));
    phi.replaceIncomingBlockWith(before, enter);
  }
  for (PHINode& phi : loop.exit->phis()) {
    Value* last = copy_of(phi.getIncomingValueForBlock(loop.latch));
    PHINode* seen = merge(PoisonValue::get(phi.getType()), last);
    PHINode* both = PHINode::Create(phi.getType(), 2, phi.getName(), behind->begin());
    phi.replaceAllUsesWith(both);
    both->addIncoming(&phi, loop.exit);
    both->addIncoming(seen, rest);
  }
  builder.CreateCondBr(merge(builder.getTrue(), goes_on), enter, behind);
}

}  // namespace

void split_loops(Function& body, unsigned lanes) {
  for (const PartingLoop& loop : find_parting_loops(body, lanes)) split(body, loop);
}

}  // namespace riffle::spmd
