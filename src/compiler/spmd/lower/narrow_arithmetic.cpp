// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half and bfloat in wider types, rounded once; what is no number becomes hardware's NaN, 7fff:
//
//   %s = fadd half %a, %b   ->   %w = fadd float %a', %b'      (' fpext)
//                                %s = %w != %w ? 7fff : fptrunc %w
//
// Sums, quotients and products of half are rounded to float and again, which is the same: float has twice the bits and two
// more. Products and quotients of bfloat are not where float has no normal numbers, and become double. A fused operation is
// computed to odd: the sum of an exact product and a number, its last bit set if it is inexact.
//
// x86 has few of these operations, and would round fma twice.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_narrow(const Type* type) {
  return type->getScalarType()->isHalfTy() || type->getScalarType()->isBFloatTy();
}

bool is_narrow_operation(const Instruction& instruction) {
  if (!is_narrow(instruction.getType())) return false;
  switch (instruction.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FNeg:
      return true;
    default: {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      return call != nullptr && call->getIntrinsicID() == Intrinsic::fma;
    }
  }
}

/// Writes one operation.
class Widening {
 public:
  explicit Widening(Instruction& operation)
      : operation_(operation),
        ir_(&operation),
        is_bfloat_(operation.getType()->getScalarType()->isBFloatTy()) {}

  Value* result() {
    const unsigned opcode = operation_.getOpcode();
    if (opcode == Instruction::FNeg) return narrowed(ir_.CreateFNeg(widened(0, false)));
    if (opcode == Instruction::Call) return narrowed(fused());
    const bool scales = opcode == Instruction::FMul || opcode == Instruction::FDiv;
    const bool in_double = is_bfloat_ && scales;
    Value* wide = ir_.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode),
                                  widened(0, in_double), widened(1, in_double));
    return narrowed(in_double ? to_odd(wide) : wide);
  }

 private:
  Type* shaped(Type* scalar) {
    auto* vector = dyn_cast<VectorType>(operation_.getType());
    return vector != nullptr ? VectorType::get(scalar, vector->getElementCount()) : scalar;
  }
  Value* bits_of(Value* real) {
    return ir_.CreateBitCast(real, shaped(ir_.getIntNTy(real->getType()->getScalarSizeInBits())));
  }
  Value* widened(unsigned operand, bool to_double) {
    Type* type = shaped(to_double ? ir_.getDoubleTy() : ir_.getFloatTy());
    Value* value = operation_.getOperand(operand);
    // A negated number is rounded with the rest.
    auto* negation = dyn_cast<UnaryOperator>(value);
    if (negation == nullptr) return ir_.CreateFPExt(value, type);
    return ir_.CreateFNeg(ir_.CreateFPExt(negation->getOperand(0), type));
  }

  /// `value` or, where it is not exact, the neighbour with the last bit set: the next one outwards if it `is_short`.
  Value* made_odd(Value* value, Value* is_inexact, Value* is_short) {
    Value* bits = bits_of(value);
    Type* words = bits->getType();
    Value* is_even = ir_.CreateIsNull(ir_.CreateAnd(bits, ConstantInt::get(words, 1)));
    Value* step =
        ir_.CreateSelect(is_short, ConstantInt::get(words, 1), Constant::getAllOnesValue(words));
    Value* odd =
        ir_.CreateSelect(ir_.CreateAnd(is_inexact, is_even), ir_.CreateAdd(bits, step), bits);
    return ir_.CreateBitCast(odd, value->getType());
  }

  /// Denormal bfloats are denormal floats, which -ftz=true must not flush here.
  Value* kept(Value* conversion) {
    if (auto* instruction = dyn_cast<Instruction>(conversion))
      instruction->setMetadata(kKeepsDenormals, MDNode::get(ir_.getContext(), {}));
    return conversion;
  }

  /// Double as float, to odd.
  Value* to_odd(Value* wide) {
    Value* nearest = kept(ir_.CreateFPTrunc(wide, shaped(ir_.getFloatTy())));
    Value* back = kept(ir_.CreateFPExt(nearest, wide->getType()));
    Value* is_short = ir_.CreateFCmpOLT(ir_.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                        ir_.CreateUnaryIntrinsic(Intrinsic::fabs, wide));
    return made_odd(nearest, ir_.CreateFCmpONE(back, wide), is_short);
  }

  /// a * b + c to odd. The product is exact, of halves in float, of bfloats in double; Knuth's two-sum gives what the sum
  /// lacks.
  Value* fused() {
    Value* product = ir_.CreateFMul(widened(0, is_bfloat_), widened(1, is_bfloat_));
    Value* addend = widened(2, is_bfloat_);
    Value* sum = ir_.CreateFAdd(product, addend);
    Value* part = ir_.CreateFSub(sum, product);
    Value* lacking = ir_.CreateFAdd(ir_.CreateFSub(product, ir_.CreateFSub(sum, part)),
                                    ir_.CreateFSub(addend, part));
    Value* is_inexact = ir_.CreateFCmpONE(lacking, ConstantFP::get(lacking->getType(), 0.0));
    Value* signs = ir_.CreateXor(bits_of(sum), bits_of(lacking));
    Value* is_short = ir_.CreateICmpSGE(signs, Constant::getNullValue(signs->getType()));
    Value* odd = made_odd(sum, is_inexact, is_short);
    return is_bfloat_ ? to_odd(odd) : odd;
  }

  /// Float as the operation's type, to nearest.
  Value* narrowed(Value* wide) {
    Type* words = shaped(ir_.getInt16Ty());
    Value* bits = nullptr;
    if (is_bfloat_) {
      Value* all = bits_of(wide);
      const auto constant = [&](unsigned value) { return ConstantInt::get(all->getType(), value); };
      Value* odd = ir_.CreateAnd(ir_.CreateLShr(all, 16), constant(1));
      Value* rounded = ir_.CreateAdd(ir_.CreateAdd(all, constant(0x7fff)), odd);
      bits = ir_.CreateTrunc(ir_.CreateLShr(rounded, 16), words);
    } else {
      bits = bits_of(ir_.CreateFPTrunc(wide, shaped(ir_.getHalfTy())));
    }
    Value* is_nan = ir_.CreateFCmpUNO(wide, wide);
    return ir_.CreateBitCast(ir_.CreateSelect(is_nan, ConstantInt::get(words, 0x7fff), bits),
                             operation_.getType());
  }

  Instruction& operation_;
  IRBuilder<> ir_;
  bool is_bfloat_;
};

}  // namespace

void narrow_arithmetic(Module& module, ModuleState&) {
  for (Function& function : module) {
    SmallVector<Instruction*, 32> operations;
    for (Instruction& instruction : instructions(function)) {
      if (is_narrow_operation(instruction)) operations.push_back(&instruction);
    }
    // From the last on: an operation still sees which of its operands are negated.
    for (Instruction* operation : reverse(operations)) {
      Value* result = Widening(*operation).result();
      result->takeName(operation);
      operation->replaceAllUsesWith(result);
      operation->eraseFromParent();
    }
  }
}

}  // namespace riffle::spmd
