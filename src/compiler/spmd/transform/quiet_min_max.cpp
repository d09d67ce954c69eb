// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/quiet_min_max.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
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

/// Of registers of 512 bits: whatever is narrower goes in one, and the others behind it.
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

bool has_range_instruction(const IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::maximumnum && id != Intrinsic::minimumnum) return false;
  const auto* type = dyn_cast<FixedVectorType>(call.getType());
  if (type == nullptr) return false;
  Type* element = type->getElementType();
  if (!element->isFloatTy() && !element->isDoubleTy()) return false;
  if (type->getPrimitiveSizeInBits().getFixedValue() % kRegisterBits != 0) return false;
  // Beside a constant the code generator does with one instruction, too.
  return !isa<Constant>(call.getArgOperand(0)) && !isa<Constant>(call.getArgOperand(1));
}

void replace(IntrinsicInst& call) {
  IRBuilder<> builder(&call);
  Value* a = made_quiet(builder, call.getArgOperand(0));
  Value* b = made_quiet(builder, call.getArgOperand(1));
  const auto* type = cast<FixedVectorType>(call.getType());
  const unsigned lanes = kRegisterBits / type->getScalarSizeInBits();
  SmallVector<Value*, 8> parts;
  for (unsigned first = 0; first < type->getNumElements(); first += lanes) {
    const auto part = [&](Value* whole) {
      return lanes == type->getNumElements()
                 ? whole
                 : builder.CreateShuffleVector(whole, numbers_from(first, lanes));
    };
    parts.push_back(range_of_register(builder, part(a), part(b), control_of(call)));
  }
  for (unsigned count = lanes; parts.size() > 1; count *= 2) {
    for (std::size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] =
          builder.CreateShuffleVector(parts[2 * i], parts[2 * i + 1], numbers_from(0, 2 * count));
    parts.truncate(parts.size() / 2);
  }
  parts.front()->takeName(&call);
  call.replaceAllUsesWith(parts.front());
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
