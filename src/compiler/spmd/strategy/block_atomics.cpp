// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/block_atomics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_shared(const Value* address, const Function& body) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(address, objects, nullptr, /*MaxLookup=*/0);
  return all_of(objects, [&](const Value* object) { return object == body.getArg(kShared); });
}

/// x86 has this operation as one instruction. Those keep their lock where the result is used: a packet's addresses
/// then come out of vectors, which without a lock is slower (widen_block_updates.cpp).
bool is_one_instruction(const AtomicRMWInst& update) {
  const AtomicRMWInst::BinOp operation = update.getOperation();
  return operation == AtomicRMWInst::Add || operation == AtomicRMWInst::Sub ||
         operation == AtomicRMWInst::Xchg;
}

}  // namespace

void mark_block_atomics(Function& body) {
  for (Instruction& instruction : instructions(body)) {
    // Stronger orders also order what other blocks see.
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (update->getOrdering() == AtomicOrdering::Monotonic && !update->isVolatile() &&
          (update->use_empty() || !is_one_instruction(*update)) &&
          is_shared(update->getPointerOperand(), body)) {
        update->setSyncScopeID(SyncScope::SingleThread);
      }
    }
  }
}

bool is_block_update(const AtomicRMWInst& update) {
  // Sums of floats that many lanes add to wait for each other anyway: k-means took 23 ms this way, and 12 lane by lane.
  return update.getSyncScopeID() == SyncScope::SingleThread && update.use_empty() &&
         update.getType()->isIntegerTy();
}

void lower_block_atomics(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (update->getSyncScopeID() == SyncScope::SingleThread) lowerAtomicRMWInst(update);
    }
  }
}

}  // namespace riffle::spmd
