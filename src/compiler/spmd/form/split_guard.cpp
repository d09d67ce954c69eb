// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/split_guard.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>

#include "compiler/spmd/analysis/lane_data.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestGuarded = 150;
/// In code that nobody waits for, of kernels that have run for long.
constexpr std::size_t kLargestOfOneShape = 500;

/// A branch that sends some lanes to the end.
struct LaneGuard {
  BranchInst* branch;
  BasicBlock* then;
};

bool may_run_again(const BasicBlock& block) {
  return none_of(block, [](const Instruction& instruction) {
    return isa<PHINode>(instruction) || isa<CallBase>(instruction) ||
           instruction.mayHaveSideEffects();
  });
}

// The first branches of the body, if their lanes part there and meet at the end. What lies between them does no
// harm when it is run twice.
SmallVector<LaneGuard, 2> find_guards(Function& body, unsigned lanes) {
  const ControlFlow control(body, lanes);
  if (!control.refusal().empty()) return {};
  const auto is_uniform = [&](const Instruction& instruction) {
    return control.uniformity().is_uniform(&instruction);
  };
  std::optional<LaneData> data;
  SmallVector<LaneGuard, 2> guards;
  BasicBlock* block = &body.getEntryBlock();
  while (block != nullptr && (guards.empty() || may_run_again(*block))) {
    if (BasicBlock* next = block->getSingleSuccessor()) {
      if (next->getSinglePredecessor() == nullptr) break;
      block = next;
      continue;
    }
    if (!control.is_divergent_if(*block)) break;
    auto* branch = cast<BranchInst>(block->getTerminator());
    if (!guards.empty()) {
      // That lanes part by what each of them reads is no exception.
      if (!data) data.emplace(body, is_uniform);
      if (data->contains(*branch->getCondition())) break;
    }
    BasicBlock* then = control.then_block(*block);
    if (!leads_out(branch->getSuccessor(branch->getSuccessor(0) == then ? 1 : 0))) break;
    guards.push_back({branch, then});
    block = then;
  }
  return guards;
}

bool waits(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  const IntrinsicKind kind = kind_of(*call);
  return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp || suspends(*call);
}

// Empty where they are not to be run twice.
SmallVector<BasicBlock*, 16> guarded_blocks(Function& body, const BasicBlock& first) {
  const DominatorTree dominators(body);
  const std::size_t largest = shape_of(body) ? kLargestOfOneShape : kLargestGuarded;
  SmallVector<BasicBlock*, 16> blocks;
  std::size_t size = 0;
  for (BasicBlock& block : body) {
    if (!dominators.dominates(&first, &block)) continue;
    size += block.size();
    if (size > largest || any_of(block, waits)) return {};
    blocks.push_back(&block);
  }
  return blocks;
}

/// Whether all lanes go on behind `guard`.
CallInst* test_guard(IRBuilder<>& builder, const BranchInst& guard, const BasicBlock* then) {
  return test_all_lanes(builder, guard.getCondition(), guard.getSuccessor(0) == then);
}

/// Of `blocks`, for packets all of whose lanes are there.
void copy_for_all(Function& body, ArrayRef<BasicBlock*> blocks, ValueToValueMapTy& map) {
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
}

CallInst* emit_test(IRBuilder<>& builder, const char* question, Value* truth, bool wanted) {
  Module& module = *builder.GetInsertBlock()->getModule();
  FunctionCallee declared =
      module.getOrInsertFunction(question, builder.getInt1Ty(), builder.getInt1Ty());
  auto* callee = cast<Function>(declared.getCallee());
  callee->setDoesNotAccessMemory();
  callee->setDoesNotThrow();
  callee->addFnAttr(Attribute::WillReturn);
  return builder.CreateCall(declared, wanted ? truth : builder.CreateNot(truth), "all");
}

/// Where a turned loop's rounds begin, or null.
BasicBlock* find_mark(Function& body) {
  for (BasicBlock& block : body) {
    for (const Instruction& instruction : block) {
      const auto* call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && call->getCalledFunction() != nullptr &&
          call->getCalledFunction()->getName() == kRoundBarrier)
        return &block;
    }
  }
  return nullptr;
}

}  // namespace

bool leads_out(const BasicBlock* block) {
  while (const BasicBlock* next = block->getSingleSuccessor()) {
    if (block->size() != 1) return false;
    block = next;
  }
  return isa<ReturnInst>(block->front());
}

bool tests_all_lanes(const Value& value) {
  const auto* call = dyn_cast<CallInst>(&value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == kAllLanes;
}

CallInst* test_all_lanes(IRBuilder<>& builder, Value* truth, bool wanted) {
  return emit_test(builder, kAllLanes, truth, wanted);
}

CallInst* test_active_lanes(IRBuilder<>& builder, Value* truth) {
  return emit_test(builder, kLanesAgree, truth, true);
}

CallInst* test_whole_packet(IRBuilder<>& builder, Value* truth, bool wanted) {
  return emit_test(builder, kWholePacket, truth, wanted);
}

void split_guard(Function& body, unsigned lanes) {
  const SmallVector<LaneGuard, 2> guards = find_guards(body, lanes);
  if (guards.empty()) return;
  const auto [first, then] = guards.front();
  const SmallVector<BasicBlock*, 16> blocks = guarded_blocks(body, *then);
  if (blocks.empty()) return;

  ValueToValueMapTy map;
  copy_for_all(body, blocks, map);
  BasicBlock* above = first->getParent();
  BasicBlock* some = BasicBlock::Create(body.getContext(), "guard", &body, then);
  IRBuilder<> builder(first);
  CallInst* all = test_guard(builder, *first, then);
  builder.CreateCondBr(all, cast<BasicBlock>(map[then]), some);
  first->moveBefore(*some, some->end());
  then->replacePhiUsesWith(above, some);
  // The later ones, of which the copies are asked: back to where each lane is, if one leaves.
  for (const LaneGuard& guard : drop_begin(guards)) {
    auto* copy = cast<BranchInst>(map[guard.branch]);
    auto* behind = cast<BasicBlock>(map[guard.then]);
    builder.SetInsertPoint(copy);
    CallInst* others = test_guard(builder, *copy, behind);
    builder.CreateCondBr(others, behind, some);
    copy->eraseFromParent();
  }
}

void split_round(Function& body, unsigned lanes) {
  BasicBlock* mark = find_mark(body);
  if (mark == nullptr) return;
  const ControlFlow control(body, lanes);
  if (!control.refusal().empty()) return;
  BranchInst* guard = nullptr;
  for (BasicBlock* next : successors(mark)) {
    if (next->getSinglePredecessor() == mark && control.is_divergent_if(*next))
      guard = cast<BranchInst>(next->getTerminator());
  }
  if (guard == nullptr) return;
  BasicBlock* above = guard->getParent();
  BasicBlock* then = control.then_block(*above);
  BasicBlock* join = guard->getSuccessor(guard->getSuccessor(0) == then ? 1 : 0);
  const SmallVector<BasicBlock*, 16> blocks = guarded_blocks(body, *then);
  const bool leads_to_join = all_of(blocks, [&](BasicBlock* block) {
    return all_of(successors(block),
                  [&](BasicBlock* next) { return next == join || is_contained(blocks, next); });
  });
  if (blocks.empty() || !leads_to_join) return;
  ValueToValueMapTy map;
  copy_for_all(body, blocks, map);
  BasicBlock* some = BasicBlock::Create(body.getContext(), "guard", &body, then);
  IRBuilder<> builder(guard);
  CallInst* all = test_guard(builder, *guard, then);
  builder.CreateCondBr(all, cast<BasicBlock>(map[then]), some);
  guard->moveBefore(*some, some->end());
  then->replacePhiUsesWith(above, some);
  join->replacePhiUsesWith(above, some);
  for (PHINode& phi : join->phis()) {
    for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
      const auto copy = map.find(phi.getIncomingBlock(i));
      if (copy == map.end()) continue;
      const auto value = map.find(phi.getIncomingValue(i));
      Value* incoming = phi.getIncomingValue(i);
      if (value != map.end()) incoming = value->second;
      phi.addIncoming(incoming, cast<BasicBlock>(copy->second));
    }
  }
}

}  // namespace riffle::spmd
