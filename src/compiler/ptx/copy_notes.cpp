// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/copy_notes.h"

#include <llvm/IR/Module.h>

#include "compiler/spmd/order_notes.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

void note(Emitter& e, StringRef what, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 3> types;
  SmallVector<Value*, 3> values;
  for (Value* argument : arguments) {
    if (argument->getType()->isPointerTy())
      argument = e.ir().CreatePointerBitCastOrAddrSpaceCast(argument, e.ir().getPtrTy());
    values.push_back(argument);
    types.push_back(argument->getType());
  }
  auto* const type = FunctionType::get(e.ir().getVoidTy(), types, false);
  FunctionCallee callee = e.module().getOrInsertFunction((spmd::kCopyNote + what).str(), type);
  cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
  e.ir().CreateCall(callee, values);
}

}  // namespace

void note_copy(Emitter& e, Value* to, Value* from, Value* bytes) {
  note(e, "issue", {to, from, bytes});
}
void note_commit(Emitter& e) { note(e, "commit", {}); }
void note_await(Emitter& e, Value* groups) { note(e, "await", {groups}); }
void note_arrival(Emitter& e, Value* barrier) { note(e, "arrive", {barrier}); }

}  // namespace riffle::ptx
