// SPDX-License-Identifier: Apache-2.0
// Shared and constant memory have bounds. Local memory is wherever a strategy puts a thread's variables: there the
// origin of the pointer answers, as far as the function shows it; one that was loaded or passed counts as global.
//
//   %p = phi ptr [ %x, %a ], [ %y, %b ]    (%x an alloca)   ->   %local = phi i1 [ true, %a ], [ false, %b ]
#include "compiler/spmd/space_question.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Whether `pointer` is less than `bytes` behind `base`.
Value* is_within(IRBuilderBase& builder, Value* pointer, Value* base, Value* bytes) {
  Type* i64 = builder.getInt64Ty();
  Value* distance =
      builder.CreateSub(builder.CreatePtrToInt(pointer, i64), builder.CreatePtrToInt(base, i64));
  return builder.CreateICmpULT(distance, bytes);
}

Value* is_shared(IRBuilderBase& builder, Function& function, Value* pointer,
                 std::uint32_t static_bytes) {
  Value* base = position_value(builder, function, kShared);
  Value* dynamic = position_value(builder, function, kDynamicShared);
  Value* bytes = builder.CreateAdd(builder.CreateZExt(dynamic, builder.getInt64Ty()),
                                   builder.getInt64(static_bytes));
  return is_within(builder, pointer, base, bytes);
}

Value* is_constant(IRBuilderBase& builder, Module& module, Value* pointer) {
  Value* found = builder.getFalse();
  for (GlobalVariable& variable : module.globals()) {
    if (!variable.hasAttribute(kConstantAttribute)) continue;
    const std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    found =
        builder.CreateOr(found, is_within(builder, pointer, &variable, builder.getInt64(bytes)));
  }
  return found;
}

/// The answer for each value on the way to the origins, beside the value.
class LocalOrigin {
 public:
  explicit LocalOrigin(LLVMContext& context) : context_(context) {}

  Value* of(Value* value) {
    if (auto it = known_.find(value); it != known_.end()) return it->second;
    if (isa<AllocaInst>(value)) return ConstantInt::getTrue(context_);
    if (isa<GetElementPtrInst, CastInst, FreezeInst>(value))
      return of(cast<Instruction>(value)->getOperand(0));
    if (auto* phi = dyn_cast<PHINode>(value)) return of_phi(*phi);
    if (auto* select = dyn_cast<SelectInst>(value)) return of_select(*select);
    return ConstantInt::getFalse(context_);
  }

 private:
  Value* of_phi(PHINode& phi) {
    IRBuilder<> builder(&phi);
    PHINode* made = builder.CreatePHI(builder.getInt1Ty(), phi.getNumIncomingValues(), "local");
    known_[&phi] = made;  // before its operands, which may come round to it
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      made->addIncoming(of(phi.getIncomingValue(i)), phi.getIncomingBlock(i));
    return made;
  }
  Value* of_select(SelectInst& select) {
    Value* on_true = of(select.getTrueValue());
    Value* on_false = of(select.getFalseValue());
    IRBuilder<> builder(&select);
    return known_[&select] =
               builder.CreateSelect(select.getCondition(), on_true, on_false, "local");
  }

  LLVMContext& context_;
  DenseMap<Value*, Value*> known_;
};

}  // namespace

Value* answer_space_question(IRBuilderBase& builder, Function& function, Value* pointer,
                             StringRef space, std::uint32_t static_shared_bytes) {
  const auto shared = [&] { return is_shared(builder, function, pointer, static_shared_bytes); };
  const auto constant = [&] { return is_constant(builder, *function.getParent(), pointer); };
  const auto local = [&] { return LocalOrigin(function.getContext()).of(pointer); };
  if (space == "shared") return shared();
  if (space == "const") return constant();
  if (space == "local") return local();
  return builder.CreateNot(builder.CreateOr(builder.CreateOr(shared(), constant()), local()));
}

}  // namespace riffle::spmd
