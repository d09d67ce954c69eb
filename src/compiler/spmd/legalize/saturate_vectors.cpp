// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/saturate_vectors.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr double kTwoTo31 = 2147483648.0;

bool is_conversion(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  return (id == Intrinsic::fptosi_sat || id == Intrinsic::fptoui_sat) &&
         isa<FixedVectorType>(call.getType()) && call.getType()->getScalarType()->isIntegerTy(32) &&
         call.getArgOperand(0)->getType()->getScalarType()->isFloatTy();
}

Value* to_signed(IRBuilder<>& builder, Value* x, Type* integers) {
  Constant* limit = ConstantFP::get(x->getType(), kTwoTo31);
  Value* fits = builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x), limit);
  Value* within = builder.CreateSelect(fits, x, ConstantFP::get(x->getType(), -kTwoTo31));
  Value* number = builder.CreateFPToSI(within, integers);
  number =
      builder.CreateSelect(builder.CreateFCmpUNO(x, x), Constant::getNullValue(integers), number);
  return builder.CreateSelect(builder.CreateFCmpOGE(x, limit),
                              ConstantInt::get(integers, APInt::getSignedMaxValue(32)), number);
}

/// From 2^31 on in two parts, the upper of which is one bit.
Value* to_unsigned(IRBuilder<>& builder, Value* x, Type* integers) {
  Type* type = x->getType();
  Constant* half = ConstantFP::get(type, kTwoTo31);
  Constant* limit = ConstantFP::get(type, 2 * kTwoTo31);
  Constant* zero = ConstantFP::getZero(type);
  Value* is_high = builder.CreateFCmpOGE(x, half);
  Value* low = builder.CreateSelect(is_high, builder.CreateFSub(x, half), x);
  Value* fits = builder.CreateAnd(builder.CreateFCmpOGT(x, zero), builder.CreateFCmpOLT(x, limit));
  Value* number = builder.CreateFPToSI(builder.CreateSelect(fits, low, zero), integers);
  Constant* bit = ConstantInt::get(integers, APInt::getSignMask(32));
  number = builder.CreateXor(number,
                             builder.CreateSelect(is_high, bit, Constant::getNullValue(integers)));
  return builder.CreateSelect(builder.CreateFCmpOGE(x, limit), Constant::getAllOnesValue(integers),
                              number);
}

}  // namespace

void saturate_vectors(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call == nullptr || !is_conversion(*call)) continue;
    IRBuilder<> builder(call);
    Value* x = builder.CreateFreeze(call->getArgOperand(0));
    Value* number = call->getIntrinsicID() == Intrinsic::fptosi_sat
                        ? to_signed(builder, x, call->getType())
                        : to_unsigned(builder, x, call->getType());
    call->replaceAllUsesWith(number);
    call->eraseFromParent();
  }
}

}  // namespace riffle::spmd
