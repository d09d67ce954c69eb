// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/reductions.h"

namespace riffle::spmd {

using namespace llvm;

using Operation = AtomicRMWInst::BinOp;

Constant* neutral(Operation operation, Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case Operation::Add:
    case Operation::Sub:
    case Operation::Or:
    case Operation::Xor:
    case Operation::UMax:
      return Constant::getNullValue(type);
    case Operation::And:
    case Operation::UMin:
      return Constant::getAllOnesValue(type);
    case Operation::Max:
      return ConstantInt::get(type, APInt::getSignedMinValue(bits));
    case Operation::Min:
      return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
    case Operation::FAdd:
      return ConstantFP::getNegativeZero(type);
    default:
      return nullptr;
  }
}

Value* combine(IRBuilder<>& builder, Operation operation, Value* left, Value* right) {
  const auto pick = [&](Intrinsic::ID which) {
    return builder.CreateBinaryIntrinsic(which, left, right);
  };
  switch (operation) {
    case Operation::And:
      return builder.CreateAnd(left, right);
    case Operation::Or:
      return builder.CreateOr(left, right);
    case Operation::Xor:
      return builder.CreateXor(left, right);
    case Operation::Max:
      return pick(Intrinsic::smax);
    case Operation::Min:
      return pick(Intrinsic::smin);
    case Operation::UMax:
      return pick(Intrinsic::umax);
    case Operation::UMin:
      return pick(Intrinsic::umin);
    default:
      return builder.CreateAdd(left, right);  // what is subtracted, too
  }
}

Value* reduced(IRBuilder<>& builder, Operation operation, Value* values) {
  switch (operation) {
    case Operation::And:
      return builder.CreateAndReduce(values);
    case Operation::Or:
      return builder.CreateOrReduce(values);
    case Operation::Xor:
      return builder.CreateXorReduce(values);
    case Operation::Max:
      return builder.CreateIntMaxReduce(values, /*IsSigned=*/true);
    case Operation::Min:
      return builder.CreateIntMinReduce(values, /*IsSigned=*/true);
    case Operation::UMax:
      return builder.CreateIntMaxReduce(values, /*IsSigned=*/false);
    case Operation::UMin:
      return builder.CreateIntMinReduce(values, /*IsSigned=*/false);
    default:
      return builder.CreateAddReduce(values);
  }
}

}  // namespace riffle::spmd
