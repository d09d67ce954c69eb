// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/suspension.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/analysis/calls_out_of_line.h"
#include "compiler/spmd/analysis/own_writes.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// An update that leads somewhere when it is repeated: a counter of work taken, a lock given back.
bool makes_progress(const AtomicRMWInst& update) {
  if (update.getOperation() == AtomicRMWInst::Sub) return true;
  if (update.getOperation() != AtomicRMWInst::Add) return false;
  const auto* step = dyn_cast<Constant>(update.getValOperand());
  return step != nullptr && !step->isZeroValue();
}

/// Whether what `loop` carries in `phi` may become again what it was before the loop: two nested loops are
/// one for LLVM when the inner one always has a turn.
bool starts_anew(const PHINode& phi, const Loop& loop) {
  SmallVector<const Value*, 8> work;
  SmallPtrSet<const Value*, 16> seen;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (loop.contains(phi.getIncomingBlock(i))) work.push_back(phi.getIncomingValue(i));
  while (!work.empty()) {
    const Value* const value = work.pop_back_val();
    if (value == &phi || !seen.insert(value).second) continue;
    if (loop.isLoopInvariant(value)) return true;
    if (const auto* merge = dyn_cast<PHINode>(value)) {
      append_range(work, merge->incoming_values());
    } else if (const auto* select = dyn_cast<SelectInst>(value)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    }
  }
  return false;
}

/// Whether `value` is another one in each turn of `loop`: it comes from what the loop carries, or from
/// an update that makes progress. What an inner loop carries starts anew in each turn.
bool moves_with(const Value* value, const Loop& loop) {
  SmallVector<const Value*, 16> work{value};
  SmallPtrSet<const Value*, 32> seen;
  while (!work.empty()) {
    const auto* instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (instruction == nullptr || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (const auto* carried = dyn_cast<PHINode>(instruction);
        carried != nullptr && carried->getParent() == loop.getHeader() &&
        !starts_anew(*carried, loop))
      return true;
    if (const auto* update = dyn_cast<AtomicRMWInst>(instruction);
        update != nullptr && makes_progress(*update))
      return true;
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) return true;
    work.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return false;
}

bool reads_others(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isVolatile() || load->isAtomic();
    const auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    return isa<AtomicCmpXchgInst>(instruction) || (update != nullptr && !makes_progress(*update));
  });
}

/// A call that asks the same in each turn, and what it returns may be another thread's doing: `while (!lock->is_free())`.
bool waits_out_of_line(const CallBase& call, const Loop& loop) {
  if (any_of(call.args(), [&](const Value* argument) { return moves_with(argument, loop); }))
    return false;
  return CallsOutOfLine().find(call, reads_others) != nullptr;
}

/// A read that only another thread's write can change while the loop waits: of the same addresses in
/// each turn. A compare-and-swap whose expected value moves with the loop (atomicAdd on double by hand)
/// makes progress by itself, and so does one that probes the next place of a table.
bool waits_for_memory(const Instruction& instruction, const Loop& loop) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    return (load->isVolatile() || load->isAtomic()) && !moves_with(load->getPointerOperand(), loop);
  }
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return loop.isLoopInvariant(swap->getCompareOperand()) &&
           !moves_with(swap->getPointerOperand(), loop);
  }
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    return loop.isLoopInvariant(update->getValOperand()) && !makes_progress(*update) &&
           !moves_with(update->getPointerOperand(), loop);
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && waits_out_of_line(*call, loop);
}

/// The branches that choose which value `phi` takes, or how often an inner loop has changed it: those on
/// the ways from its block's dominator.
void append_choices(const PHINode& phi, const Loop& loop, const DominatorTree& dominators,
                    SmallVectorImpl<const Value*>& choices) {
  const auto* node = dominators.getNode(phi.getParent());
  if (node == nullptr || node->getIDom() == nullptr) return;
  const BasicBlock* const start = node->getIDom()->getBlock();
  SmallVector<const BasicBlock*, 8> work(phi.block_begin(), phi.block_end());
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* const block = work.pop_back_val();
    if (!loop.contains(block) || !seen.insert(block).second) continue;
    choices.push_back(block->getTerminator());
    if (block != start) append_range(work, predecessors(block));
  }
}

/// Instructions of `loop` that decide whether it goes on, by data.
template <class Visitor>
bool any_deciding(const Loop& loop, const DominatorTree& dominators, Visitor visit) {
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
    if (const auto* phi = dyn_cast<PHINode>(instruction);
        phi != nullptr && phi->getParent() != loop.getHeader())
      append_choices(*phi, loop, dominators, work);
  }
  return false;
}

template <class Visitor>
void for_each_loop(Function& function, Visitor visit) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop* loop : loops.getLoopsInPreorder()) visit(*loop, dominators);
}

bool is_spinning(const Loop& loop, const DominatorTree& dominators) {
  return any_deciding(loop, dominators, [&](const Instruction& instruction) {
    return waits_for_memory(instruction, loop);
  });
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

/// The first call of `body` from which a thread may come to wait for others, in functions out of line; null: none.
const CallBase* find_waiting_call(Function& body) {
  CallsOutOfLine calls;
  for (Instruction& instruction : instructions(body)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && calls.find(*call, has_suspension) != nullptr) return call;
  }
  return nullptr;
}

}  // namespace

SuspensionSummary summarize_suspensions(Function& body) {
  SuspensionSummary summary;
  for (Instruction& instruction : instructions(body)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) continue;
    const IntrinsicKind kind = kind_of(*call);
    if (kind == IntrinsicKind::kWarp) summary.warp_operations = true;
    if (kind != IntrinsicKind::kBarrier) continue;
    const BarrierCall barrier = barrier_call(*call);
    const auto* id = dyn_cast<ConstantInt>(barrier.id);
    const bool plain =
        id != nullptr && id->isZero() && barrier.thread_count == nullptr && !barrier.arrive_only;
    (plain ? summary.block_barriers : summary.odd_barriers) = true;
    if (!plain) summary.odd_barrier = call;
  }
  summary.waiting_call = find_waiting_call(body);
  summary.in_callees = summary.waiting_call != nullptr;
  for_each_loop(body, [&](const Loop& loop, const DominatorTree& dominators) {
    if (!is_spinning(loop, dominators)) return;
    summary.spins = true;
    summary.waiting = loop.getHeader()->getTerminator();
  });
  return summary;
}

bool waits_for_other_blocks(Function& body, const std::vector<bool>& is_memory) {
  SmallVector<const LoadInst*, 4> reads;
  bool are_reads = true;
  for_each_loop(body, [&](const Loop& loop, const DominatorTree& dominators) {
    any_deciding(loop, dominators, [&](const Instruction& instruction) {
      if (!waits_for_memory(instruction, loop)) return false;
      const auto* const read = dyn_cast<LoadInst>(&instruction);
      are_reads = are_reads && read != nullptr;
      if (read != nullptr) reads.push_back(read);
      return false;
    });
  });
  return are_reads && OwnWrites(body, is_memory).leave_alone(reads);
}

void yield_in_spin_loops(Function& function) {
  for_each_loop(function, [&](Loop& loop, const DominatorTree& dominators) {
    if (!is_spinning(loop, dominators)) return;
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
  for_each_loop(body, [&](const Loop& loop, const DominatorTree& dominators) {
    ends = ends && !any_deciding(loop, dominators, [](const Instruction& instruction) {
             return instruction.mayReadFromMemory();
           });
  });
  return ends;
}

}  // namespace riffle::spmd
