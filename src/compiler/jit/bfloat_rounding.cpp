// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/bfloat_rounding.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace riffle::jit {

using namespace llvm;

namespace {

bool is_bfloat(const Value* value) { return value->getType()->getScalarType()->isBFloatTy(); }

bool computes_with_bfloat(const Module& module) {
  return any_of(module, [](const Function& function) {
    return any_of(instructions(function), [](const Instruction& instruction) {
      return is_bfloat(&instruction) || any_of(instruction.operands(), is_bfloat);
    });
  });
}

/// The function, open at its entry; null where the module has it.
Function* begin(Module& module, StringRef name, Type* from, IRBuilder<>& builder) {
  if (const Function* known = module.getFunction(name); known != nullptr && !known->isDeclaration())
    return nullptr;
  LLVMContext& context = module.getContext();
  auto* type = FunctionType::get(Type::getBFloatTy(context), {from}, false);
  auto* function = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
  function->setVisibility(GlobalValue::HiddenVisibility);
  builder.SetInsertPoint(BasicBlock::Create(context, "", function));
  return function;
}

/// To nearest, ties to even; the upper half of a NaN, made quiet.
Value* round(IRBuilder<>& builder, Value* value) {
  Value* bits = builder.CreateBitCast(value, builder.getInt32Ty());
  Value* odd = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
  Value* rounded = builder.CreateAdd(builder.CreateAdd(bits, builder.getInt32(0x7fff)), odd);
  Value* quiet = builder.CreateOr(bits, 0x400000);
  Value* whole = builder.CreateSelect(builder.CreateFCmpUNO(value, value), quiet, rounded);
  Value* half = builder.CreateTrunc(builder.CreateLShr(whole, 16), builder.getInt16Ty());
  return builder.CreateBitCast(half, builder.getBFloatTy());
}

/// The float beside `value` whose last bit is set, unless `value` is a float: rounding that once more is rounding once.
Value* round_to_odd(IRBuilder<>& builder, Value* value) {
  Value* nearest = builder.CreateFPTrunc(value, builder.getFloatTy());
  Value* back = builder.CreateFPExt(nearest, builder.getDoubleTy());
  Value* bits = builder.CreateBitCast(nearest, builder.getInt32Ty());
  Value* is_even = builder.CreateICmpEQ(builder.CreateAnd(bits, 1), builder.getInt32(0));
  Value* is_between = builder.CreateFCmpONE(back, value);
  Value* is_larger = builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                           builder.CreateUnaryIntrinsic(Intrinsic::fabs, value));
  Value* step = builder.CreateSelect(is_larger, builder.getInt32(~0U), builder.getInt32(1));
  Value* other = builder.CreateSelect(builder.CreateAnd(is_even, is_between),
                                      builder.CreateAdd(bits, step), bits);
  return builder.CreateBitCast(other, builder.getFloatTy());
}

}  // namespace

void define_bfloat_rounding(Module& module) {
  if (!computes_with_bfloat(module)) return;
  IRBuilder<> builder(module.getContext());
  if (Function* function = begin(module, "__truncsfbf2", builder.getFloatTy(), builder))
    builder.CreateRet(round(builder, function->getArg(0)));
  if (Function* function = begin(module, "__truncdfbf2", builder.getDoubleTy(), builder))
    builder.CreateRet(round(builder, round_to_odd(builder, function->getArg(0))));
}

}  // namespace riffle::jit
