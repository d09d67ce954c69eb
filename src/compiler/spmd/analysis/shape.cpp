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
  return static_cast<std::uint8_t>(std::min<unsigned>(alignment, Shape::kMaxAlignment));
}

/// From one lane's copy of a private variable, or of its first element, to the next lane's.
std::uint64_t lane_distance(const AllocaInst& alloca) {
  const MDNode* element = alloca.getMetadata(kElementBytes);
  if (element == nullptr) return lane_bytes(alloca);
  return mdconst::extract<ConstantInt>(element->getOperand(0))->getZExtValue();
}

/// The conditions of a sum, of what `shape` has so far and `factor` times `other`. False if there is no
/// telling.
bool add_conditions(Shape& shape, const Shape& other, std::int64_t factor) {
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

Shape Shape::uniform(unsigned alignment) { return {kUniform, 0, cap(alignment), true, true}; }

bool Shape::add_guard(const Instruction& guard) {
  for (const Instruction*& place : guards) {
    if (place == nullptr) place = &guard;
    if (place == &guard) return true;
  }
  return false;
}

bool Shape::add_guards(const Shape& other) {
  return all_of(other.guards,
                [&](const Instruction* guard) { return guard == nullptr || add_guard(*guard); });
}

void Shape::forget_restart() {
  restart = nullptr;
  has_quotient = false;
}

Shape Shape::scaled(std::int64_t factor, unsigned by, bool nsw, bool nuw) const {
  Shape result = *this;
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

std::uint64_t lane_span(const Shape& shape, unsigned lanes) {
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
        shapes_[&argument] = {Shape::kLinear, 1, cap(log_lanes), true, true};
        break;
      case kThread:
        shapes_[&argument] = Shape::varying();
        break;
      case kExtentX:
      case kThreads:
        shapes_[&argument] = Shape::uniform(log_lanes);
        break;
      default:
        shapes_[&argument] = Shape::uniform();
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
        const Shape now = settled(compute(instruction));
        Shape& known = shapes_[&instruction];
        if (known == now || now.kind == Shape::kUnknown) continue;
        known = known.kind == Shape::kVarying ? known : now;
        changed |= known == now;
      }
    }
  }
}

Shape Shapes::of(const Value* value) const {
  if (const auto* number = dyn_cast<ConstantInt>(value)) {
    return Shape::uniform(number->isZero() ? Shape::kMaxAlignment
                                           : number->getValue().countr_zero());
  }
  if (isa<Constant>(value)) return Shape::uniform();
  return shapes_.lookup(value);
}

Shape Shapes::settled(Shape shape) const {
  if (shape.is_uniform()) shape.exact_signed = shape.exact_unsigned = true;
  if (shape.kind != Shape::kLinear) return shape;
  if (shape.stride > 0 && lane_span(shape, lanes_) < (std::uint64_t{1} << shape.alignment))
    shape.exact_signed = shape.exact_unsigned = true;
  return shape.stride != 0 || shape.is_guarded() ? shape : Shape::uniform(shape.alignment);
}

Shape Shapes::compute(const Instruction& instruction) const {
  if (const auto* phi = dyn_cast<PHINode>(&instruction)) return of_phi(*phi);
  if (const auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    return {Shape::kLinear, static_cast<std::int64_t>(lane_distance(*alloca)), 0, true, true};
  }
  if (any_of(instruction.operands(), [&](const Use& use) {
        return (isa<Instruction>(use) || isa<Argument>(use)) && of(use).kind == Shape::kUnknown;
      })) {
    return {};
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction)) return of_binary(*operation);
  if (uniformity_.is_uniform(&instruction)) return Shape::uniform();
  if (const auto* address = dyn_cast<GEPOperator>(&instruction)) return of_address(*address);
  if (const auto* choice = dyn_cast<SelectInst>(&instruction)) return of_select(*choice);
  if (isa<CmpInst>(instruction)) return of_same(instruction);
  if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction))
    return of_extension(cast<CastInst>(instruction));
  if (isa<TruncInst>(instruction) || isa<PtrToIntInst>(instruction) ||
      isa<IntToPtrInst>(instruction)) {
    Shape shape = of(instruction.getOperand(0));
    shape.exact_signed = shape.exact_unsigned = false;
    const bool keeps = shape.kind == Shape::kLinear && !instruction.getType()->isIntegerTy(1);
    return keeps ? shape : Shape::varying();
  }
  if (isa<FreezeInst>(instruction)) {
    const Shape shape = of(instruction.getOperand(0));
    return shape.is_guarded() ? Shape::varying() : shape;
  }
  return of_bounded(instruction);
}

Shape Shapes::of_binary(const BinaryOperator& operation) const {
  const Shape left = of(operation.getOperand(0));
  const Shape right = of(operation.getOperand(1));
  if (!operation.getType()->isIntegerTy())
    return uniformity_.is_uniform(&operation) ? Shape::uniform() : Shape::varying();
  const bool both_uniform =
      uniformity_.is_uniform(&operation) || (left.is_uniform() && right.is_uniform());
  const auto* wrapping = dyn_cast<OverflowingBinaryOperator>(&operation);
  const bool nsw = wrapping != nullptr && wrapping->hasNoSignedWrap();
  const bool nuw = wrapping != nullptr && wrapping->hasNoUnsignedWrap();
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  Shape result = both_uniform ? Shape::uniform() : Shape::varying();
  const bool simple = left.kind != Shape::kVarying && right.kind != Shape::kVarying;
  if (!both_uniform) result = of_same(operation);
  const auto sum = [&](std::int64_t sign, bool keeps_signed, bool keeps_unsigned) {
    Shape shape = left;
    shape.kind = both_uniform ? Shape::kUniform : Shape::kLinear;
    shape.stride += sign * right.stride;
    shape.alignment = std::min(left.alignment, right.alignment);
    shape.exact_signed &= keeps_signed && right.exact_signed;
    shape.exact_unsigned &= keeps_unsigned && right.exact_unsigned;
    return add_conditions(shape, right, sign) ? shape : Shape::varying();
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
      if (both_uniform) return Shape::uniform(left.alignment + right.alignment);
      if (constant == nullptr) return of_product(operation);
      if (left.kind != Shape::kLinear || constant->getBitWidth() > 64) return result;
      return left.scaled(constant->getSExtValue(), left.alignment + right.alignment, nsw, nuw);
    case Instruction::Shl: {
      if (constant == nullptr || constant->uge(32)) return result;
      const auto amount = static_cast<unsigned>(constant->getZExtValue());
      if (both_uniform) return Shape::uniform(left.alignment + amount);
      if (left.kind != Shape::kLinear) return result;
      return left.scaled(std::int64_t{1} << amount, left.alignment + amount, nsw, nuw);
    }
    case Instruction::And:
      if (both_uniform) return Shape::uniform(std::max(left.alignment, right.alignment));
      return of_and(operation);
    case Instruction::LShr:
    case Instruction::AShr:
      if (both_uniform || constant == nullptr) return result;
      return lanes_share_from(left, constant->getLimitedValue(Shape::kMaxAlignment))
                 ? Shape::uniform()
                 : result;
    case Instruction::UDiv:
    case Instruction::SDiv:
      return both_uniform ? result : of_quotient(operation);
    case Instruction::Xor:
      if (both_uniform) return result;
      // -1 - x, which never wraps.
      if (constant != nullptr && constant->isMinusOne() && left.kind == Shape::kLinear)
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
bool Shapes::lanes_share_from(const Shape& shape, std::uint64_t bit) const {
  if (!shape.is_linear() || shape.stride <= 0) return false;
  const auto differing =
      std::bit_width(static_cast<std::uint64_t>(shape.stride) * (std::uint64_t{lanes_} - 1));
  return differing <= shape.alignment && bit >= static_cast<unsigned>(differing);
}

Shape Shapes::of_and(const BinaryOperator& operation) const {
  const auto* mask = dyn_cast<ConstantInt>(operation.getOperand(1));
  const Shape shape = of(operation.getOperand(0));
  if (mask == nullptr) return of_permutation(operation);
  if (lanes_share_from(shape, mask->getValue().countr_zero()))
    return Shape::uniform(std::max<unsigned>(shape.alignment, mask->getValue().countr_zero()));
  if (shape.kind != Shape::kLinear || shape.stride <= 0) return Shape::varying();
  const std::uint64_t span = lane_span(shape, lanes_);
  if (span < (std::uint64_t{1} << shape.alignment) &&
      mask->getValue().countr_one() >= shape.alignment) {
    // It keeps all the bits in which lanes of an aligned packet differ.
    Shape result = shape;
    result.exact_signed = result.exact_unsigned = true;
    if (mask->getValue().ult(std::uint64_t{1} << shape.alignment))
      result.alignment = Shape::kMaxAlignment;  // lane 0 has none of these bits
    return result;
  }
  if (!shape.is_linear() || !mask->getValue().isMask() || mask->isMinusOne() ||
      mask->getValue().ult(span))
    return of_permutation(operation);
  const bool is_signed = !mask->getValue().isNegative();
  return {Shape::kLinear, shape.stride, 0, is_signed, true, {&operation}, &operation, 1};
}

/// `i & u`, `i ^ u` where lanes of an aligned packet differ in i's low bits only, and share u. Linear if
/// u has all these bits, none of them.
Shape Shapes::of_permutation(const BinaryOperator& operation) const {
  const Shape left = of(operation.getOperand(0));
  const Shape right = of(operation.getOperand(1));
  const Shape& lane = left.is_uniform() ? right : left;
  const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes_));
  if (left.is_uniform() == right.is_uniform() || !lane.is_linear() || lane.stride != 1 ||
      lane.alignment < log_lanes || operation.getType()->getIntegerBitWidth() <= log_lanes ||
      !is_permutation(operation, lanes_))
    return Shape::varying();
  const bool is_and = operation.getOpcode() == Instruction::And;
  const unsigned alignment = is_and ? lane.alignment : log_lanes;
  return {Shape::kLinear, 1, cap(alignment), true, true, {&operation}, &operation, 1};
}

/// The remainder, or the quotient, of what may be zero:
///
///   %none = icmp eq i32 %m, 0
///   %r = urem i32 %n, (select %none, 1, %m)
///   select %none, %n, %r                          where %r has an order, %m is none such
///
/// or one of two lines, for all lanes the same.
Shape Shapes::of_select(const SelectInst& choice) const {
  if (is_of_no_divisor(choice)) return of(choice.getFalseValue());
  const Shape condition = of(choice.getCondition());
  const Shape left = of(choice.getTrueValue()), right = of(choice.getFalseValue());
  const bool is_one_way = condition.is_uniform() || condition.is_uniform_if_guarded();
  if (!is_one_way || left.kind == Shape::kVarying || right.kind == Shape::kVarying ||
      left.stride != right.stride)
    return of_bounded(choice);
  Shape result = left;
  result.kind = Shape::kLinear;
  result.alignment = std::min(left.alignment, right.alignment);
  result.exact_signed &= right.exact_signed;
  result.exact_unsigned &= right.exact_unsigned;
  result.forget_restart();
  return result.add_guards(right) && result.add_guards(condition) ? result : of_bounded(choice);
}

Shape Shapes::of_address(const GEPOperator& address) const {
  const Shape pointer = of(address.getPointerOperand());
  if (pointer.kind == Shape::kVarying) return Shape::varying();
  Shape result = pointer;
  result.kind = Shape::kLinear;
  result.alignment = 0;
  result.exact_signed = result.exact_unsigned = true;
  for (auto it = gep_type_begin(address), end = gep_type_end(address); it != end; ++it) {
    const Shape index = of(it.getOperand());
    if (index.is_uniform()) continue;
    if (index.kind != Shape::kLinear || it.isStruct()) return Shape::varying();
    // Narrow indices are sign-extended first.
    if (it.getOperand()->getType()->getIntegerBitWidth() < 64 && !index.exact_signed)
      return Shape::varying();
    const auto element =
        static_cast<std::int64_t>(it.getSequentialElementStride(layout_).getFixedValue());
    if (!add_conditions(result, index, element)) return Shape::varying();
    result.stride += index.stride * element;
  }
  return result;
}

Shape Shapes::of_extension(const CastInst& cast) const {
  const Shape shape = of(cast.getOperand(0));
  if (shape.is_uniform()) return shape;
  if (cast.getOperand(0)->getType()->isIntegerTy(1) && !shape.is_uniform_if_guarded())
    return of_bounded(cast);
  if (shape.kind != Shape::kLinear) return Shape::varying();
  const bool sign_extends = isa<SExtInst>(cast) || cast.hasNonNeg();
  const bool exact =
      (sign_extends && shape.exact_signed) || (isa<ZExtInst>(cast) && shape.exact_unsigned);
  Shape result = shape;
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
  return can_fit && result.add_guard(cast) ? result : Shape::varying();
}

Shape Shapes::of_phi(const PHINode& phi) const {
  if (uniformity_.is_uniform(&phi)) {
    std::uint8_t alignment = Shape::kMaxAlignment;
    for (const Use& incoming : phi.incoming_values()) {
      const Shape shape = of(incoming);
      if (shape.kind != Shape::kUnknown) alignment = std::min(alignment, shape.alignment);
    }
    return Shape::uniform(alignment);
  }
  return blended_.contains(&phi) ? Shape::varying() : of_divergent_phi(phi);
}

Shape Shapes::of_divergent_phi(const PHINode& phi) const {
  Shape result;
  for (const Use& incoming : phi.incoming_values()) {
    if (isa<UndefValue>(incoming)) continue;
    const Shape shape = of(incoming);
    if (shape.kind == Shape::kUnknown) continue;
    if (shape.kind != Shape::kLinear) return Shape::varying();
    if (result.kind == Shape::kUnknown) {
      result = shape;
    } else {
      if (result.stride != shape.stride) return Shape::varying();
      result.alignment = std::min(result.alignment, shape.alignment);
      result.exact_signed &= shape.exact_signed;
      result.exact_unsigned &= shape.exact_unsigned;
      if (result.restart != shape.restart || result.restart_scale != shape.restart_scale ||
          result.has_quotient || shape.has_quotient)
        result.forget_restart();
      if (!result.add_guards(shape)) return Shape::varying();
    }
  }
  // What a guard found is known behind it, and there until it is asked again.
  const bool is_known = all_of(result.guards, [&](const Instruction* guard) {
    return guard == nullptr || dominators_.properlyDominates(guard->getParent(), phi.getParent());
  });
  return is_known ? result : Shape::varying();
}

}  // namespace riffle::spmd
