// SPDX-License-Identifier: Apache-2.0
// What a value of the body is in the packet: lane 0's alone, or a vector with one element for each lane.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

Type* Widener::widened(Type* type) const {
  if (!VectorType::isValidElementType(type))
    throw CannotWiden("a value per lane has no vector type");
  return FixedVectorType::get(type, lanes_);
}

Constant* Widener::lane_multiples(Type* type, std::int64_t stride) const {
  SmallVector<Constant*, 16> multiples;
  for (unsigned i = 0; i < lanes_; ++i) {
    multiples.push_back(ConstantInt::get(type, static_cast<std::uint64_t>(stride * i),
                                         /*IsSigned=*/true, /*ImplicitTrunc=*/true));
  }
  return ConstantVector::get(multiples);
}

Value* Widener::all_on() const {
  return ConstantInt::getTrue(FixedVectorType::get(Type::getInt1Ty(body_.getContext()), lanes_));
}

Value* Widener::scalar(Value* value) {
  if (isa<Constant>(value)) return value;
  if (Value* known = scalars_.lookup(value)) return known;
  throw CannotWiden("a scalar of a varying value is needed");
}

Value* Widener::lane_zero(Value* value) {
  Value* first = firsts_.lookup(value);
  return first != nullptr ? first : scalar(value);
}

Value* Widener::vector(Value* value) {
  if (auto* constant = dyn_cast<Constant>(value)) {
    if (isa<PoisonValue>(value)) return PoisonValue::get(widened(value->getType()));
    return ConstantVector::getSplat(ElementCount::getFixed(lanes_), constant);
  }
  if (Value* known = vectors_.lookup(value)) return known;
  if (deferred_.contains(value)) return vector_of_deferred(*cast<Instruction>(value));
  Value* base = scalar(value);
  // Right behind the definition of the scalar, where it serves every use.
  IRBuilder<> builder(body_.getContext());
  if (auto* constant = dyn_cast<Constant>(base)) {
    if (!shape(value).is_linear())
      return ConstantVector::getSplat(ElementCount::getFixed(lanes_), constant);
    builder.SetInsertPoint(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
  } else if (auto* instruction = dyn_cast<Instruction>(base)) {
    BasicBlock* block = instruction->getParent();
    const auto where = isa<PHINode>(instruction) ? block->getFirstNonPHIIt()
                                                 : std::next(instruction->getIterator());
    builder.SetInsertPoint(block, where);
  } else {
    builder.SetInsertPoint(&out_->getEntryBlock(), out_->getEntryBlock().getFirstInsertionPt());
  }
  const LaneShape form = shape(value);
  Value* result = nullptr;
  if (form.is_linear() && base->getType()->isPointerTy()) {
    result = builder.CreateGEP(builder.getInt8Ty(), base,
                               lane_multiples(builder.getInt64Ty(), form.stride));
  } else if (base->getType()->isIntegerTy(1) && lanes_ <= 64) {
    // A number moves to a mask register at once, a splat of truth goes through vectors of bytes; split_masks makes splats of
    // what is left where there are no such registers.
    result = builder.CreateBitCast(builder.CreateSExt(base, builder.getIntNTy(lanes_)),
                                   widened(base->getType()));
  } else {
    result = builder.CreateVectorSplat(lanes_, base);
    if (form.is_linear())
      result = builder.CreateAdd(result, lane_multiples(base->getType(), form.stride));
  }
  vectors_[value] = result;
  return result;
}

/// Behind its definition, for all uses, or here for one.
Value* Widener::vector_of_deferred(Instruction& instruction) {
  const IRBuilderBase::InsertPointGuard guard(builder_);
  if (!is_making_here_) {
    // The block by name: there may be nothing behind the definition yet.
    auto* first = cast<Instruction>(firsts_[&instruction]);
    builder_.SetInsertPoint(first->getParent(), std::next(first->getIterator()));
  }
  if (auto* call = dyn_cast<CallInst>(&instruction)) {
    emit_call(*call);
  } else if (Value* line = permuted_line(instruction)) {
    set_vector(&instruction, line);
  } else {
    emit_vector(instruction);
  }
  Value* made = vectors_[&instruction];
  if (is_making_here_) vectors_.erase(&instruction);
  return made;
}

/// Where control may not come, so that no other use must rely on it.
Value* Widener::vector_here(Value* value) {
  is_making_here_ = true;
  Value* made = vector(value);
  is_making_here_ = false;
  return made;
}

Value* Widener::any(Value* mask) {
  Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(lanes_));
  return builder_.CreateIsNotNull(bits, "any");
}

}  // namespace riffle::spmd
