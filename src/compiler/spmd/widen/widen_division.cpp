// SPDX-License-Identifier: Apache-2.0
// Integer division of a packet, by floating point where that is exact.
#include <llvm/IR/Intrinsics.h>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// x86 has no vector division of integers. 32 bits and less go through double, which holds the
/// exact quotient's integer part. Lanes that are off may divide by anything: that does not trap.
Value* Widener::emit_division(BinaryOperator& operation) {
  Value* divisor_operand = operation.getOperand(1);
  Value* number = vector(operation.getOperand(0));
  Value* divisor = vector(divisor_operand);
  const unsigned opcode = operation.getOpcode();
  Type* type = number->getType();
  if (type->getScalarSizeInBits() > 32) return emit_long_division(operation, number, divisor);
  if (isa<Constant>(divisor_operand))
    return builder_.CreateBinOp(operation.getOpcode(), number, divisor);
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  Type* real = FixedVectorType::get(builder_.getDoubleTy(), lanes_);
  Type* wide = FixedVectorType::get(builder_.getInt32Ty(), lanes_);
  const auto to_real = [&](Value* value) {
    return is_signed ? builder_.CreateSIToFP(value, real) : builder_.CreateUIToFP(value, real);
  };
  Value* quotient = nullptr;
  if (shape(divisor_operand).is_uniform()) {
    Value* divisor_once =
        is_signed ? builder_.CreateSIToFP(scalar(divisor_operand), real->getScalarType())
                  : builder_.CreateUIToFP(scalar(divisor_operand), real->getScalarType());
    quotient = times_reciprocal(to_real(number), divisor_once, is_signed);
  } else {
    quotient = builder_.CreateFDiv(to_real(number), to_real(divisor));
  }
  quotient =
      is_signed ? builder_.CreateFPToSI(quotient, wide) : builder_.CreateFPToUI(quotient, wide);
  quotient = builder_.CreateTrunc(quotient, type);
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv) return quotient;
  return builder_.CreateSub(number, builder_.CreateMul(quotient, divisor));
}

/// A quotient's integer part, once, by a division that loops leave in front of them. Half a step keeps both ends of the range of
/// numbers with one quotient far enough from the next: (n + 1/2) / m is 1 / (2 m) away from integers, its error at most
/// (n + 1/2) / m * 2^-52, for n below 2^50.
Value* Widener::times_reciprocal(Value* number, Value* divisor, bool is_signed) {
  Type* real = number->getType();
  Value* one = builder_.CreateFDiv(ConstantFP::get(divisor->getType(), 1.0), divisor, "reciprocal");
  Value* half = ConstantFP::get(real, 0.5);
  if (is_signed) half = builder_.CreateBinaryIntrinsic(Intrinsic::copysign, half, number);
  return builder_.CreateFMul(builder_.CreateFAdd(number, half),
                             builder_.CreateVectorSplat(lanes_, one));
}

/// Numbers and divisors below 2^50, as sizes and indices are, go through double like those of 32 bits; others lane by lane.
///
///   %real = bitcast (%n | 0x4330000000000000) to double - 0x1p52         exact below 2^52, and back
Value* Widener::emit_long_division(BinaryOperator& operation, Value* number, Value* divisor) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 50;
  constexpr std::uint64_t kExponent = std::uint64_t{0x433} << 52;
  Type* type = number->getType();
  const unsigned opcode = operation.getOpcode();
  number = builder_.CreateFreeze(number);
  divisor = builder_.CreateFreeze(divisor);
  if (mask_ != nullptr) {
    number = builder_.CreateSelect(mask_, number, Constant::getNullValue(type));
    divisor = builder_.CreateSelect(mask_, divisor, ConstantInt::get(type, 1));
  }
  const auto one_by_one = [&] {
    return builder_.CreateBinOp(operation.getOpcode(), number, divisor);
  };
  if (type->getScalarSizeInBits() != 64) return one_by_one();  // __int128
  Type* real = FixedVectorType::get(builder_.getDoubleTy(), lanes_);
  Constant* exponent = ConstantInt::get(type, kExponent);
  const auto to_real = [&](Value* value) {
    Value* bits = builder_.CreateOr(value, exponent);
    return builder_.CreateFSub(builder_.CreateBitCast(bits, real), ConstantFP::get(real, 0x1p52));
  };
  // Rounded, n / m is an integer only if it is one: the next is 1 / m away, an error at most n / m * 2^-53.
  const auto by_double = [&] {
    Value* quotient = !shape(operation.getOperand(1)).is_uniform()
                          ? builder_.CreateFDiv(to_real(number), to_real(divisor))
                          : times_reciprocal(to_real(number),
                                             builder_.CreateUIToFP(scalar(operation.getOperand(1)),
                                                                   builder_.getDoubleTy()),
                                             false);
    quotient = builder_.CreateUnaryIntrinsic(Intrinsic::floor, quotient);
    quotient = builder_.CreateFAdd(quotient, ConstantFP::get(real, 0x1p52));
    quotient = builder_.CreateXor(builder_.CreateBitCast(quotient, type), exponent);
    if (opcode == Instruction::SDiv || opcode == Instruction::UDiv) return quotient;
    return builder_.CreateSub(number, builder_.CreateMul(quotient, divisor));
  };
  Value* all =
      builder_.CreateICmpULT(builder_.CreateOr(number, divisor), ConstantInt::get(type, kLimit));
  Value* bits = builder_.CreateBitCast(all, builder_.getIntNTy(lanes_));
  Value* are_small =
      builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()), "are.small");
  return branch_on(are_small, by_double, one_by_one);
}

}  // namespace riffle::spmd
