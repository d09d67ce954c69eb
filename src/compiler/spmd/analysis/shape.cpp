// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/shape.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

std::uint8_t cap(unsigned alignment) {
  return static_cast<std::uint8_t>(std::min<unsigned>(alignment, LaneShape::kMaxAlignment));
}

/// From one lane's copy of a private variable, or of its first element, to the next lane's.
std::uint64_t lane_distance(const AllocaInst& alloca) {
  const MDNode* element = alloca.getMetadata(kElementBytes);
  if (element == nullptr) return lane_bytes(alloca);
  return mdconst::extract<ConstantInt>(element->getOperand(0))->getZExtValue();
}

/// The conditions of a sum, of what `shape` has so far and `factor` times `other`. False if there is no
/// telling.
bool add_conditions(LaneShape& shape, const LaneShape& other, std::int64_t factor) {
  const BinaryOperator* mine = shape.restart;
  const BinaryOperator* theirs = other.restart;
  if (mine != nullptr && theirs != nullptr && mine != theirs) return false;
  // A restart that one side does not know the scale of any more.
  const bool lost = (mine == nullptr && is_contained(shape.guards, theirs)) ||
                    (theirs == nullptr && is_contained(other.guards, mine));
  if (mine != theirs && lost) {
    shape.forget_restart();
  } else if (theirs != nullptr) {
    shape.restart = theirs;
    shape.restart_scale += factor * other.restart_scale;
    shape.has_quotient |= other.has_quotient;
  }
  return shape.add_guards(other);
}

}  // namespace

LaneShape LaneShape::uniform(unsigned alignment) {
  return {kUniform, 0, cap(alignment), true, true};
}

bool LaneShape::add_guard(const Instruction& guard) {
  for (const Instruction*& place : guards) {
    if (place == nullptr) place = &guard;
    if (place == &guard) return true;
  }
  return false;
}

bool LaneShape::add_guards(const LaneShape& other) {
  return all_of(other.guards,
                [&](const Instruction* guard) { return guard == nullptr || add_guard(*guard); });
}

void LaneShape::forget_restart() {
  restart = nullptr;
  has_quotient = false;
}

LaneShape LaneShape::scaled(std::int64_t factor, unsigned by, bool nsw, bool nuw) const {
  LaneShape result = *this;
  result.stride *= factor;
  result.restart_scale *= factor;
  result.alignment = cap(by);
  result.exact_signed &= nsw;
  result.exact_unsigned &= nuw;
  return result;
}

std::uint64_t lane_bytes(const AllocaInst& alloca) {
  const auto size = alloca.getAllocationSize(alloca.getFunction()->getDataLayout());
  return alignTo(size->getFixedValue(), alloca.getAlign());
}

bool is_permutation(const BinaryOperator& guard, unsigned lanes) {
  if (guard.getOpcode() == Instruction::Xor) return true;
  if (guard.getOpcode() != Instruction::And) return false;
  const auto* mask = dyn_cast<ConstantInt>(guard.getOperand(1));
  return mask == nullptr || mask->getValue().ult(lanes - 1);
}

std::uint64_t lane_span(const LaneShape& shape, unsigned lanes) {
  std::int64_t stride = std::abs(shape.stride);
  if (shape.restart != nullptr && is_permutation(*shape.restart, lanes))
    stride += std::abs(shape.restart_scale);
  return static_cast<std::uint64_t>(stride) * (lanes - 1);
}

Shapes::Shapes(Function& body, const Uniformity& uniformity, unsigned lanes,
               const SmallPtrSetImpl<const PHINode*>& blended)
    : uniformity_(uniformity),
      layout_(body.getDataLayout()),
      dominators_(body),
      lanes_(lanes),
      blended_(blended) {
  const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes));
  for (Argument& argument : body.args()) {
    switch (argument.getArgNo()) {
      case kThreadX:
      case kLinear:
        shapes_[&argument] = {LaneShape::kLinear, 1, cap(log_lanes), true, true};
        break;
      case kThread:
        shapes_[&argument] = LaneShape::varying();
        break;
      case kExtentX:
      case kThreads:
        shapes_[&argument] = LaneShape::uniform(log_lanes);
        break;
      default:
        shapes_[&argument] = LaneShape::uniform();
    }
  }
  // Optimistic: phis of loops start unknown, and only ever move down (unknown, uniform or linear,
  // varying).
  ReversePostOrderTraversal<Function*> order(&body);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : order) {
      for (Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy()) continue;
        const LaneShape now = settled(compute(instruction));
        LaneShape& known = shapes_[&instruction];
        if (known == now || now.kind == LaneShape::kUnknown) continue;
        known = known.kind == LaneShape::kVarying ? known : now;
        changed |= known == now;
      }
    }
  }
}

LaneShape Shapes::of(const Value* value) const {
  if (const auto* number = dyn_cast<ConstantInt>(value)) {
    return LaneShape::uniform(number->isZero() ? LaneShape::kMaxAlignment
                                               : number->getValue().countr_zero());
  }
  if (isa<Constant>(value)) return LaneShape::uniform();
  return shapes_.lookup(value);
}

LaneShape Shapes::settled(LaneShape shape) const {
  if (shape.is_uniform()) shape.exact_signed = shape.exact_unsigned = true;
  if (shape.kind != LaneShape::kLinear) return shape;
  if (shape.stride > 0 && lane_span(shape, lanes_) < (std::uint64_t{1} << shape.alignment))
    shape.exact_signed = shape.exact_unsigned = true;
  return shape.stride != 0 || shape.is_guarded() ? shape : LaneShape::uniform(shape.alignment);
}

LaneShape Shapes::compute(const Instruction& instruction) const {
  if (const auto* phi = dyn_cast<PHINode>(&instruction)) return of_phi(*phi);
  if (const auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    return {LaneShape::kLinear, static_cast<std::int64_t>(lane_distance(*alloca)), 0, true, true};
  }
  if (any_of(instruction.operands(), [&](const Use& use) {
        return (isa<Instruction>(use) || isa<Argument>(use)) && of(use).kind == LaneShape::kUnknown;
      })) {
    return {};
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction)) return of_binary(*operation);
  if (uniformity_.is_uniform(&instruction)) return LaneShape::uniform();
  if (const auto* address = dyn_cast<GEPOperator>(&instruction)) return of_address(*address);
  if (const auto* choice = dyn_cast<SelectInst>(&instruction)) return of_select(*choice);
  if (isa<CmpInst>(instruction)) return of_same(instruction);
  if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction))
    return of_extension(cast<CastInst>(instruction));
  if (isa<TruncInst>(instruction) || isa<PtrToIntInst>(instruction) ||
      isa<IntToPtrInst>(instruction)) {
    LaneShape shape = of(instruction.getOperand(0));
    shape.exact_signed = shape.exact_unsigned = false;
    const bool keeps = shape.kind == LaneShape::kLinear && !instruction.getType()->isIntegerTy(1);
    return keeps ? shape : LaneShape::varying();
  }
  if (isa<FreezeInst>(instruction)) {
    const LaneShape shape = of(instruction.getOperand(0));
    return shape.is_guarded() ? LaneShape::varying() : shape;
  }
  return of_bounded(instruction);
}

LaneShape Shapes::of_binary(const BinaryOperator& operation) const {
  const LaneShape left = of(operation.getOperand(0));
  const LaneShape right = of(operation.getOperand(1));
  if (!operation.getType()->isIntegerTy())
    return uniformity_.is_uniform(&operation) ? LaneShape::uniform() : LaneShape::varying();
  const bool both_uniform =
      uniformity_.is_uniform(&operation) || (left.is_uniform() && right.is_uniform());
  const auto* wrapping = dyn_cast<OverflowingBinaryOperator>(&operation);
  const bool nsw = wrapping != nullptr && wrapping->hasNoSignedWrap();
  const bool nuw = wrapping != nullptr && wrapping->hasNoUnsignedWrap();
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  LaneShape result = both_uniform ? LaneShape::uniform() : LaneShape::varying();
  const bool simple = left.kind != LaneShape::kVarying && right.kind != LaneShape::kVarying;
  if (!both_uniform) result = of_same(operation);
  const auto sum = [&](std::int64_t sign, bool keeps_signed, bool keeps_unsigned) {
    LaneShape shape = left;
    shape.kind = both_uniform ? LaneShape::kUniform : LaneShape::kLinear;
    shape.stride += sign * right.stride;
    shape.alignment = std::min(left.alignment, right.alignment);
    shape.exact_signed &= keeps_signed && right.exact_signed;
    shape.exact_unsigned &= keeps_unsigned && right.exact_unsigned;
    return add_conditions(shape, right, sign) ? shape : LaneShape::varying();
  };
  switch (operation.getOpcode()) {
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(operation).isDisjoint()) return result;
      return simple ? sum(1, true, true) : result;
    case Instruction::Add:
      return simple ? sum(1, nsw, nuw) : result;
    case Instruction::Sub:
      return simple ? sum(-1, nsw, nuw) : result;
    case Instruction::Mul:
      if (both_uniform) return LaneShape::uniform(left.alignment + right.alignment);
      if (constant == nullptr) return of_product(operation);
      if (left.kind != LaneShape::kLinear || constant->getBitWidth() > 64) return result;
      return left.scaled(constant->getSExtValue(), left.alignment + right.alignment, nsw, nuw);
    case Instruction::Shl: {
      if (constant == nullptr || constant->uge(32)) return result;
      const auto amount = static_cast<unsigned>(constant->getZExtValue());
      if (both_uniform) return LaneShape::uniform(left.alignment + amount);
      if (left.kind != LaneShape::kLinear) return result;
      return left.scaled(std::int64_t{1} << amount, left.alignment + amount, nsw, nuw);
    }
    case Instruction::And:
      if (both_uniform) return LaneShape::uniform(std::max(left.alignment, right.alignment));
      return of_and(operation);
    case Instruction::LShr:
    case Instruction::AShr:
      if (both_uniform || constant == nullptr) return result;
      return lanes_share_from(left, constant->getLimitedValue(LaneShape::kMaxAlignment))
                 ? LaneShape::uniform()
                 : result;
    case Instruction::UDiv:
    case Instruction::SDiv:
      return both_uniform ? result : of_quotient(operation);
    case Instruction::Xor:
      if (both_uniform) return result;
      // -1 - x, which never wraps.
      if (constant != nullptr && constant->isMinusOne() && left.kind == LaneShape::kLinear)
        return left.scaled(-1, 0, /*nsw=*/true, /*nuw=*/true);
      return of_permutation(operation);
    case Instruction::URem:
    case Instruction::SRem:
      return both_uniform ? result : of_remainder(operation);
    default:
      return result;
  }
}

/// Whether the lanes' numbers have the same bits from number `bit` on: those of an aligned packet differ below only.
bool Shapes::lanes_share_from(const LaneShape& shape, std::uint64_t bit) const {
  if (!shape.is_linear() || shape.stride <= 0) return false;
  const auto differing =
      std::bit_width(static_cast<std::uint64_t>(shape.stride) * (std::uint64_t{lanes_} - 1));
  return differing <= shape.alignment && bit >= static_cast<unsigned>(differing);
}

LaneShape Shapes::of_and(const BinaryOperator& operation) const {
  const auto* mask = dyn_cast<ConstantInt>(operation.getOperand(1));
  const LaneShape shape = of(operation.getOperand(0));
  if (mask == nullptr) return of_permutation(operation);
  if (lanes_share_from(shape, mask->getValue().countr_zero()))
    return LaneShape::uniform(std::max<unsigned>(shape.alignment, mask->getValue().countr_zero()));
  if (shape.kind != LaneShape::kLinear || shape.stride <= 0) return LaneShape::varying();
  const std::uint64_t span = lane_span(shape, lanes_);
  if (span < (std::uint64_t{1} << shape.alignment) &&
      mask->getValue().countr_one() >= shape.alignment) {
    // It keeps all the bits in which lanes of an aligned packet differ.
    LaneShape result = shape;
    result.exact_signed = result.exact_unsigned = true;
    if (mask->getValue().ult(std::uint64_t{1} << shape.alignment))
      result.alignment = LaneShape::kMaxAlignment;  // lane 0 has none of these bits
    return result;
  }
  if (!shape.is_linear() || !mask->getValue().isMask() || mask->isMinusOne() ||
      mask->getValue().ult(span))
    return of_permutation(operation);
  const bool is_signed = !mask->getValue().isNegative();
  return {LaneShape::kLinear, shape.stride, 0, is_signed, true, {&operation}, &operation, 1};
}

/// `i & u`, `i ^ u` where lanes of an aligned packet differ in i's low bits only, and share u. Linear if
/// u has all these bits, none of them.
LaneShape Shapes::of_permutation(const BinaryOperator& operation) const {
  const LaneShape left = of(operation.getOperand(0));
  const LaneShape right = of(operation.getOperand(1));
  const LaneShape& lane = left.is_uniform() ? right : left;
  const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes_));
  if (left.is_uniform() == right.is_uniform() || !lane.is_linear() || lane.stride != 1 ||
      lane.alignment < log_lanes || operation.getType()->getIntegerBitWidth() <= log_lanes ||
      !is_permutation(operation, lanes_))
    return LaneShape::varying();
  const bool is_and = operation.getOpcode() == Instruction::And;
  const unsigned alignment = is_and ? lane.alignment : log_lanes;
  return {LaneShape::kLinear, 1, cap(alignment), true, true, {&operation}, &operation, 1};
}

/// The remainder, or the quotient, of what may be zero:
///
///   %none = icmp eq i32 %m, 0
///   %r = urem i32 %n, (select %none, 1, %m)
///   select %none, %n, %r                          where %r has an order, %m is none such
///
/// or one of two lines, for all lanes the same.
LaneShape Shapes::of_select(const SelectInst& choice) const {
  if (is_of_no_divisor(choice)) return of(choice.getFalseValue());
  const LaneShape condition = of(choice.getCondition());
  const LaneShape left = of(choice.getTrueValue()), right = of(choice.getFalseValue());
  const bool is_one_way = condition.is_uniform() || condition.is_uniform_if_guarded();
  if (!is_one_way || left.kind == LaneShape::kVarying || right.kind == LaneShape::kVarying ||
      left.stride != right.stride)
    return of_bounded(choice);
  LaneShape result = left;
  result.kind = LaneShape::kLinear;
  result.alignment = std::min(left.alignment, right.alignment);
  result.exact_signed &= right.exact_signed;
  result.exact_unsigned &= right.exact_unsigned;
  result.forget_restart();
  return result.add_guards(right) && result.add_guards(condition) ? result : of_bounded(choice);
}

LaneShape Shapes::of_address(const GEPOperator& address) const {
  const LaneShape pointer = of(address.getPointerOperand());
  if (pointer.kind == LaneShape::kVarying) return LaneShape::varying();
  LaneShape result = pointer;
  result.kind = LaneShape::kLinear;
  result.alignment = 0;
  result.exact_signed = result.exact_unsigned = true;
  for (auto it = gep_type_begin(address), end = gep_type_end(address); it != end; ++it) {
    const LaneShape index = of(it.getOperand());
    if (index.is_uniform()) continue;
    if (index.kind != LaneShape::kLinear || it.isStruct()) return LaneShape::varying();
    // Narrow indices are sign-extended first.
    if (it.getOperand()->getType()->getIntegerBitWidth() < 64 && !index.exact_signed)
      return LaneShape::varying();
    const auto element =
        static_cast<std::int64_t>(it.getSequentialElementStride(layout_).getFixedValue());
    if (!add_conditions(result, index, element)) return LaneShape::varying();
    result.stride += index.stride * element;
  }
  return result;
}

LaneShape Shapes::of_extension(const CastInst& cast) const {
  const LaneShape shape = of(cast.getOperand(0));
  if (shape.is_uniform()) return shape;
  if (cast.getOperand(0)->getType()->isIntegerTy(1) && !shape.is_uniform_if_guarded())
    return of_bounded(cast);
  if (shape.kind != LaneShape::kLinear) return LaneShape::varying();
  const bool sign_extends = isa<SExtInst>(cast) || cast.hasNonNeg();
  const bool exact =
      (sign_extends && shape.exact_signed) || (isa<ZExtInst>(cast) && shape.exact_unsigned);
  LaneShape result = shape;
  result.exact_signed = result.exact_unsigned = true;
  if (exact || (shape.is_linear() && cast.hasMetadata(kExactExtension))) return result;
  // Lane 0, which is asked, has the least number even where `i & u` permutes; where `i ^ u` does it may
  // not. Of a remainder both parts are asked, in 64 bits (Widener::emit_guard).
  const bool permutes = shape.restart != nullptr && is_permutation(*shape.restart, lanes_);
  const bool has_least = permutes && shape.restart->getOpcode() == Instruction::And &&
                         shape.stride >= 0 && shape.restart_scale <= shape.stride;
  const bool has_parts =
      !permutes && shape.stride >= 0 && cast.getSrcTy()->getScalarSizeInBits() <= 32;
  if (!has_least && !has_parts) result.forget_restart();
  // Lanes behind a restart have another number, which may wrap.
  if (result.is_uniform_if_guarded() && result.restart == nullptr) return result;
  const std::uint64_t span = lane_span(shape, lanes_);
  const unsigned bits = cast.getSrcTy()->getScalarSizeInBits();
  const bool can_fit = bits < 64 && span < (std::uint64_t{1} << (bits - 1));
  return can_fit && result.add_guard(cast) ? result : LaneShape::varying();
}

LaneShape Shapes::of_phi(const PHINode& phi) const {
  if (uniformity_.is_uniform(&phi)) {
    std::uint8_t alignment = LaneShape::kMaxAlignment;
    for (const Use& incoming : phi.incoming_values()) {
      const LaneShape shape = of(incoming);
      if (shape.kind != LaneShape::kUnknown) alignment = std::min(alignment, shape.alignment);
    }
    return LaneShape::uniform(alignment);
  }
  return blended_.contains(&phi) ? LaneShape::varying() : of_divergent_phi(phi);
}

LaneShape Shapes::of_divergent_phi(const PHINode& phi) const {
  LaneShape result;
  for (const Use& incoming : phi.incoming_values()) {
    if (isa<UndefValue>(incoming)) continue;
    const LaneShape shape = of(incoming);
    if (shape.kind == LaneShape::kUnknown) continue;
    if (shape.kind != LaneShape::kLinear) return LaneShape::varying();
    if (result.kind == LaneShape::kUnknown) {
      result = shape;
    } else {
      if (result.stride != shape.stride) return LaneShape::varying();
      result.alignment = std::min(result.alignment, shape.alignment);
      result.exact_signed &= shape.exact_signed;
      result.exact_unsigned &= shape.exact_unsigned;
      if (result.restart != shape.restart || result.restart_scale != shape.restart_scale ||
          result.has_quotient || shape.has_quotient)
        result.forget_restart();
      if (!result.add_guards(shape)) return LaneShape::varying();
    }
  }
  // What a guard found is known behind it, and there until it is asked again.
  const bool is_known = all_of(result.guards, [&](const Instruction* guard) {
    return guard == nullptr || dominators_.properlyDominates(guard->getParent(), phi.getParent());
  });
  return is_known ? result : LaneShape::varying();
}

}  // namespace riffle::spmd
