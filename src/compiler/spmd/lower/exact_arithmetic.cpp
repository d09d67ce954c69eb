// SPDX-License-Identifier: Apache-2.0
// PTX's arithmetic, written down in IR before anything may choose differently per strategy:
//
//   %p = fmul contract a, b     ->   %s = llvm.fma(a, b, c)
//   %s = fadd contract %p, c
//   shl i32 x, s                ->   s < 32 ? x << s : 0      (ashr: s clamped to 31)
//   sdiv i32 n, d               ->   d == 0 ? -1 : d == -1 ? -n : n / d
//   fptosi float v to i32       ->   llvm.fptosi.sat      (NaN to or from 64 bits: 0x80...0)
//   fptosi float v to i8        ->   saturated to 32 bits, then the low 8
//   llvm.minnum(a, b)           ->   llvm.minimumnum(a, b)    (-0 is less than +0)
//
// x86 would fuse by use count and block, differently in scalar and vector code; would mask shift
// amounts; and traps on division by zero. Afterwards no fast-math flag is left, so that no later
// pass changes a rounding.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/ptx/contract.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

Value* total_shift(IRBuilder<>& builder, BinaryOperator& shift, const DataLayout& layout) {
  Type* type = shift.getType();
  const unsigned width = type->getScalarSizeInBits();
  Value* amount = shift.getOperand(1);
  if (computeKnownBits(amount, layout).getMaxValue().ult(width)) return nullptr;
  if (shift.getOpcode() == Instruction::AShr) {
    Value* clamped =
        builder.CreateBinaryIntrinsic(Intrinsic::umin, amount, ConstantInt::get(type, width - 1));
    return builder.CreateAShr(shift.getOperand(0), clamped);
  }
  Value* inside = builder.CreateICmpULT(amount, ConstantInt::get(type, width));
  Value* shifted = builder.CreateBinOp(shift.getOpcode(), shift.getOperand(0), amount);
  return builder.CreateSelect(inside, shifted, ConstantInt::get(type, 0));
}

Value* total_division(IRBuilder<>& builder, BinaryOperator& division, const DataLayout& layout) {
  Type* type = division.getType();
  Value* number = division.getOperand(0);
  Value* divisor = division.getOperand(1);
  const unsigned opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool is_remainder = opcode == Instruction::SRem || opcode == Instruction::URem;
  const KnownBits bits = computeKnownBits(divisor, layout);
  const bool may_be_zero = !isKnownNonZero(divisor, SimplifyQuery(layout));
  const bool may_be_minus_one = is_signed && bits.Zero.isZero() && !isa<ConstantInt>(divisor);
  if (!may_be_zero && !may_be_minus_one) return nullptr;

  Constant* one = ConstantInt::get(type, 1);
  Value* zero = builder.CreateICmpEQ(divisor, ConstantInt::get(type, 0));
  Value* safe = builder.CreateSelect(zero, one, divisor);
  Value* minus_one = nullptr;
  if (may_be_minus_one) {
    minus_one = builder.CreateICmpEQ(divisor, ConstantInt::getAllOnesValue(type));
    safe = builder.CreateSelect(minus_one, one, safe);
  }
  Value* result = builder.CreateBinOp(division.getOpcode(), number, safe);
  if (is_remainder) return builder.CreateSelect(zero, number, result);
  if (minus_one != nullptr)
    result = builder.CreateSelect(minus_one, builder.CreateNeg(number), result);
  return builder.CreateSelect(zero, ConstantInt::getAllOnesValue(type), result);
}

/// To 16 bits or fewer, as hardware does it: saturated to 32 bits, then the low ones. The bounds
/// are tested as floats, because x86 takes the saturating intrinsics apart lane by lane.
Value* narrow_conversion(IRBuilder<>& builder, Value* value, Type* type, bool is_signed) {
  Type* real = value->getType();
  Type* word = type->getWithNewBitWidth(32);
  Constant* zero = ConstantFP::get(real, 0);
  const double limit = is_signed ? 0x1p31 : 0x1p32;
  // Ordered comparisons: NaN is neither above nor inside, and gives 0.
  Value* above = builder.CreateFCmpOGE(value, ConstantFP::get(real, limit));
  Value* inside = builder.CreateAnd(
      builder.CreateFCmpOLT(value, ConstantFP::get(real, limit)),
      builder.CreateFCmpOGE(value, ConstantFP::get(real, is_signed ? -limit : 0)));
  Value* safe = builder.CreateSelect(inside, value, zero);
  Value* bits = is_signed ? builder.CreateFPToSI(safe, word) : builder.CreateFPToUI(safe, word);
  return builder.CreateSelect(above, Constant::getAllOnesValue(type),
                              builder.CreateTrunc(bits, type));
}

Value* saturating_conversion(IRBuilder<>& builder, Value* value, Type* type, bool is_signed) {
  Type* real = value->getType()->getScalarType();
  if (type->getScalarSizeInBits() <= 16 && (real->isFloatTy() || real->isDoubleTy())) {
    return narrow_conversion(builder, value, type, is_signed);
  }
  const Intrinsic::ID id = is_signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  Value* result = builder.CreateIntrinsic(id, {type, value->getType()}, {value});
  if (type->getScalarSizeInBits() != 64 && !real->isDoubleTy()) return result;
  Value* nan = builder.CreateFCmpUNO(value, value);
  return builder.CreateSelect(
      nan, ConstantInt::get(type, APInt::getSignMask(type->getScalarSizeInBits())), result);
}

/// The total form of `instruction`, or null if it is total already.
Value* total_form(IRBuilder<>& builder, Instruction& instruction, const DataLayout& layout) {
  switch (instruction.getOpcode()) {
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return total_shift(builder, cast<BinaryOperator>(instruction), layout);
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return total_division(builder, cast<BinaryOperator>(instruction), layout);
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return saturating_conversion(builder, instruction.getOperand(0), instruction.getType(),
                                   instruction.getOpcode() == Instruction::FPToSI);
    default:
      break;
  }
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return nullptr;
  const Intrinsic::ID id = call->getIntrinsicID();
  if (id == Intrinsic::minnum || id == Intrinsic::maxnum) {
    // LLVM may take either of two zeros there. A GPU takes -0 for less than +0, in fmin(float, float) as in fminf.
    return builder.CreateBinaryIntrinsic(
        id == Intrinsic::minnum ? Intrinsic::minimumnum : Intrinsic::maximumnum,
        call->getArgOperand(0), call->getArgOperand(1));
  }
  if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat) return nullptr;
  const unsigned width = call->getType()->getScalarSizeInBits();
  const bool is_float = call->getArgOperand(0)->getType()->getScalarType()->isFloatTy();
  if (is_float && width != 64 && width > 16) return nullptr;
  return saturating_conversion(builder, call->getArgOperand(0), call->getType(),
                               id == Intrinsic::fptosi_sat);
}

}  // namespace

void exact_arithmetic(Module& module, ModuleState&) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    ptx::contract(function);
    SmallVector<Instruction*, 64> all;
    for (Instruction& instruction : instructions(function)) all.push_back(&instruction);
    for (Instruction* instruction : all) {
      IRBuilder<> builder(instruction);
      Value* total = total_form(builder, *instruction, layout);
      if (total == nullptr) continue;
      total->takeName(instruction);
      instruction->replaceAllUsesWith(total);
      instruction->eraseFromParent();
    }
  }
}

}  // namespace riffle::spmd
