// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/suspension.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// A read that only another thread's write can change while the loop waits. A compare-and-swap
/// whose expected value moves with the loop (atomicAdd on double by hand) makes progress by itself.
bool waits_for_memory(const Instruction& instruction, const Loop& loop) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    return (load->isVolatile() || load->isAtomic()) &&
           loop.isLoopInvariant(load->getPointerOperand());
  }
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return loop.isLoopInvariant(swap->getCompareOperand());
  }
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    return loop.isLoopInvariant(update->getValOperand()) &&
           update->getOperation() != AtomicRMWInst::Sub &&
           (update->getOperation() != AtomicRMWInst::Add ||
            isa<Constant>(update->getValOperand()) == false ||
            cast<Constant>(update->getValOperand())->isZeroValue());
  }
  return false;
}

/// Instructions of `loop` that decide whether it goes on, by data.
template <class Visitor>
bool any_deciding(const Loop& loop, Visitor visit) {
  SmallVector<const Value*, 16> work;
  SmallPtrSet<const Value*, 32> seen;
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (BasicBlock* block : exiting) work.push_back(block->getTerminator());
  while (!work.empty()) {
    const auto* instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (instruction == nullptr || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (visit(*instruction)) return true;
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) continue;
    work.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return false;
}

template <class Visitor>
void for_each_loop(Function& function, Visitor visit) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop* loop : loops.getLoopsInPreorder()) visit(*loop);
}

bool is_spinning(const Loop& loop) {
  return any_deciding(
      loop, [&](const Instruction& instruction) { return waits_for_memory(instruction, loop); });
}

bool may_suspend(const CallBase& call) {
  if (call.isInlineAsm()) return false;
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && callee->isDeclaration()) return false;
  // Through the Runtime table (a load from it) nothing waits for other threads of the block.
  if (callee == nullptr)
    return call.arg_size() > 0 && !isa<LoadInst>(call.getCalledOperand()->stripPointerCasts());
  return callee->hasFnAttribute(kDeviceAttribute);
}

/// Over the call graph of functions that stayed out of line; an indirect call may reach any of
/// them.
bool callees_suspend(Function& body) {
  bool calls_any = false;
  for (Instruction& instruction : instructions(body)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call)) continue;
    if (is_contained(call->operand_values(), body.getArg(kThread))) calls_any = true;
    calls_any |= may_suspend(*call);
  }
  if (!calls_any) return false;
  return any_of(body.getParent()->functions(), [](const Function& function) {
    return !function.isDeclaration() && function.hasFnAttribute(kDeviceAttribute) &&
           has_suspension(function);
  });
}

}  // namespace

SuspensionSummary summarize_suspensions(Function& body) {
  SuspensionSummary summary;
  for (Instruction& instruction : instructions(body)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) continue;
    const Kind kind = kind_of(*call);
    if (kind == Kind::kWarp) summary.warp_operations = true;
    if (kind != Kind::kBarrier) continue;
    const BarrierCall barrier = barrier_call(*call);
    const auto* id = dyn_cast<ConstantInt>(barrier.id);
    const bool plain =
        id != nullptr && id->isZero() && barrier.thread_count == nullptr && !barrier.arrive_only;
    (plain ? summary.block_barriers : summary.odd_barriers) = true;
  }
  summary.in_callees = callees_suspend(body);
  for_each_loop(body, [&](const Loop& loop) { summary.spins |= is_spinning(loop); });
  return summary;
}

void yield_in_spin_loops(Function& body) {
  for_each_loop(body, [&](Loop& loop) {
    if (!is_spinning(loop)) return;
    IRBuilder<> builder(&*loop.getHeader()->getFirstInsertionPt());
    builder.CreateIntrinsic(Intrinsic::nvvm_nanosleep, {builder.getInt32(0)});
  });
}

bool provably_ends(Function& body) {
  for (Instruction& instruction : instructions(body)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && !isa<IntrinsicInst>(call) && may_suspend(*call)) return false;
  }
  bool ends = true;
  for_each_loop(body, [&](const Loop& loop) {
    ends = ends && !any_deciding(loop, [](const Instruction& instruction) {
             return instruction.mayReadFromMemory();
           });
  });
  return ends;
}

}  // namespace riffle::spmd
