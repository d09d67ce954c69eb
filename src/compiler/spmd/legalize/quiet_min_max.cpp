// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/quiet_min_max.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kRegisterBits = 512;
constexpr unsigned kValuesLookedAt = 32;

/// Whose operands all have to be quiet for it to be so.
bool passes_on(const Instruction& instruction) {
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
    const Intrinsic::ID id = call->getIntrinsicID();
    return id == Intrinsic::fabs || id == Intrinsic::copysign;
  }
  return isa<PHINode, SelectInst, FreezeInst, ShuffleVectorInst, InsertElementInst,
             ExtractElementInst>(instruction) ||
         instruction.getOpcode() == Instruction::FNeg;
}

/// Whether the instruction makes every NaN a quiet one.
bool makes_quiet(const Instruction& instruction) {
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case Intrinsic::fma:
      case Intrinsic::sqrt:
      case Intrinsic::canonicalize:
      case Intrinsic::maximumnum:
      case Intrinsic::minimumnum:
      case Intrinsic::x86_avx512_mask_range_ps_512:
      case Intrinsic::x86_avx512_mask_range_pd_512:
        return true;
      default:
        return false;
    }
  }
  return isa<BinaryOperator, FPExtInst, FPTruncInst, SIToFPInst, UIToFPInst>(instruction);
}

bool is_quiet_constant(const Constant& constant) {
  if (isa<UndefValue>(constant)) return true;
  if (const auto* number = dyn_cast<ConstantFP>(&constant))
    return !number->getValueAPF().isSignaling();
  if (const auto* splat = constant.getType()->isVectorTy() ? constant.getSplatValue() : nullptr)
    return is_quiet_constant(*splat);
  return false;
}

/// Whether no lane of `value`, a number, can be a signalling NaN.
bool is_quiet(const Value& value) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 8> work = {&value};
  while (!work.empty()) {
    const Value* next = work.pop_back_val();
    if (!next->getType()->isFPOrFPVectorTy() || !seen.insert(next).second) continue;
    if (const auto* constant = dyn_cast<Constant>(next)) {
      if (!is_quiet_constant(*constant)) return false;
      continue;
    }
    const auto* instruction = dyn_cast<Instruction>(next);
    if (instruction == nullptr || seen.size() > kValuesLookedAt) return false;
    if (makes_quiet(*instruction)) continue;
    if (!passes_on(*instruction)) return false;
    work.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return true;
}

Value* made_quiet(IRBuilder<>& builder, Value* value) {
  return is_quiet(*value) ? value : builder.CreateUnaryIntrinsic(Intrinsic::canonicalize, value);
}

SmallVector<int, 64> numbers_from(unsigned first, unsigned count) {
  SmallVector<int, 64> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<int>(first));
  return numbers;
}

/// What the instruction is to do: which of the two, with its own sign.
unsigned control_of(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::maximumnum ? 5 : 4;
}

/// Of registers of 512 bits.
Value* range_of_register(IRBuilder<>& builder, Value* a, Value* b, unsigned control) {
  const bool is_double = a->getType()->getScalarType()->isDoubleTy();
  const Intrinsic::ID id =
      is_double ? Intrinsic::x86_avx512_mask_range_pd_512 : Intrinsic::x86_avx512_mask_range_ps_512;
  constexpr unsigned kCurrentRounding = 4;
  return builder.CreateIntrinsic(
      id, {a, b, builder.getInt32(control), PoisonValue::get(a->getType()),
           Constant::getAllOnesValue(is_double ? builder.getInt8Ty() : builder.getInt16Ty()),
           builder.getInt32(kCurrentRounding)});
}

/// Numbers of any count: what a thread alone does has to have the packets' bits, also where both are NaNs.
bool has_range_instruction(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::maximumnum && id != Intrinsic::minimumnum) return false;
  const Type* element = call.getType()->getScalarType();
  if (!element->isFloatTy() && !element->isDoubleTy()) return false;
  // Beside a constant the code generator does with one instruction, too.
  return !isa<Constant>(call.getArgOperand(0)) && !isa<Constant>(call.getArgOperand(1));
}

/// The numbers from `first` on that one register has, the rest of it undefined.
Value* register_of(IRBuilder<>& builder, Value* value, unsigned first, unsigned lanes) {
  const auto* type = dyn_cast<FixedVectorType>(value->getType());
  if (type == nullptr) {
    Value* none = PoisonValue::get(FixedVectorType::get(value->getType(), lanes));
    return builder.CreateInsertElement(none, value, builder.getInt64(0));
  }
  const unsigned count = type->getNumElements();
  if (count == lanes) return value;
  SmallVector<int, 64> numbers = numbers_from(first, lanes);
  for (int& number : numbers)
    if (number >= static_cast<int>(count)) number = PoisonMaskElem;
  return builder.CreateShuffleVector(value, numbers);
}

/// One behind the other, as a number or vector of `type`.
Value* joined(IRBuilder<>& builder, ArrayRef<Value*> registers, const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  if (vector == nullptr)
    return builder.CreateExtractElement(registers.front(), builder.getInt64(0));
  Value* whole = concatenateVectors(builder, registers);
  const unsigned count = vector->getNumElements();
  const bool fills = cast<FixedVectorType>(whole->getType())->getNumElements() == count;
  return fills ? whole : builder.CreateShuffleVector(whole, numbers_from(0, count));
}

void replace(IntrinsicInst& call) {
  IRBuilder<> builder(&call);
  Value* a = made_quiet(builder, call.getArgOperand(0));
  Value* b = made_quiet(builder, call.getArgOperand(1));
  const auto* type = dyn_cast<FixedVectorType>(call.getType());
  const unsigned count = type == nullptr ? 1 : type->getNumElements();
  const unsigned lanes = kRegisterBits / call.getType()->getScalarSizeInBits();
  SmallVector<Value*, 8> parts;
  for (unsigned first = 0; first < count; first += lanes)
    parts.push_back(range_of_register(builder, register_of(builder, a, first, lanes),
                                      register_of(builder, b, first, lanes), control_of(call)));
  Value* result = joined(builder, parts, call.getType());
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

void use_range_instructions(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call != nullptr && has_range_instruction(*call)) replace(*call);
  }
}

}  // namespace riffle::spmd
