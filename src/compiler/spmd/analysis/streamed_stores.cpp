// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/streamed_stores.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Could tell another thread of what was stored before, or read it back.
bool communicates(const Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile() || isa<FenceInst>(instruction))
    return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call) || call->doesNotReturn()) return false;
  if (kind_of(*call) == IntrinsicKind::kBarrier) return false;  // one worker runs the whole block
  // What is left out of line, or called through a pointer; the C library's functions do neither.
  const Function* callee = call->getCalledFunction();
  return callee == nullptr || !callee->isDeclaration();
}

/// The pointer parameter that `pointer` surely comes from, or null.
const Argument* parameter_behind(const Value* pointer) {
  const auto* argument = dyn_cast<Argument>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return argument != nullptr && argument->getArgNo() >= kFirstParameter ? argument : nullptr;
}

void note_parameters_behind(const Value* pointer, SmallPtrSetImpl<const Value*>& found) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  found.insert(objects.begin(), objects.end());
}

}  // namespace

StreamedStores find_streamed_stores(Function& body, const LoopInfo& loops) {
  StreamedStores result;
  SmallPtrSet<const Value*, 8> read;
  SmallPtrSet<const Value*, 8> written_twice;
  SmallPtrSet<const Value*, 8> written;
  for (Instruction& instruction : instructions(body)) {
    if (communicates(instruction)) return {};
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      note_parameters_behind(load->getPointerOperand(), read);
    if (const auto* copy = dyn_cast<AnyMemTransferInst>(&instruction))
      note_parameters_behind(copy->getSource(), read);
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      if (!written.insert(store->getPointerOperand()).second)
        written_twice.insert(store->getPointerOperand());
    }
  }
  for (Instruction& instruction : instructions(body)) {
    const auto* store = dyn_cast<StoreInst>(&instruction);
    if (store == nullptr) continue;
    const Value* pointer = store->getPointerOperand();
    const Argument* parameter = parameter_behind(pointer);
    if (parameter == nullptr || read.contains(parameter) || written_twice.contains(pointer))
      continue;
    const Loop* loop = loops.getLoopFor(store->getParent());
    if (loop != nullptr && loop->isLoopInvariant(pointer)) continue;
    result.insert(store);
  }
  return result;
}

}  // namespace riffle::spmd
