// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/mask_form.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

MaskForm mask_form(const TargetInfo& target) {
  if (target.masks == Masks::kFree) return {};
  return {.lanes = target.registers.bits / 32, .is_words = true};
}

Type* MaskForm::type(LLVMContext& context) const {
  return FixedVectorType::get(is_words ? Type::getInt32Ty(context) : Type::getInt1Ty(context),
                              lanes);
}

Value* MaskForm::keep(IRBuilder<>& builder, Value* bits) const {
  if (!is_words) return bits;
  // Words are and'ed where bits are selected: a lane that is off must not bring in poison.
  if (!isGuaranteedNotToBeUndefOrPoison(bits)) bits = builder.CreateFreeze(bits);
  return builder.CreateSExt(bits, type(builder.getContext()), bits->getName());
}

Value* MaskForm::bits(IRBuilder<>& builder, Value* kept) const {
  // The sign, which is what blends go by.
  return is_words ? builder.CreateICmpSLT(kept, Constant::getNullValue(kept->getType())) : kept;
}

Value* MaskForm::splat(IRBuilder<>& builder, Value* truth) const {
  if (is_words) {
    if (!isGuaranteedNotToBeUndefOrPoison(truth)) truth = builder.CreateFreeze(truth);
    return builder.CreateVectorSplat(lanes, builder.CreateSExt(truth, builder.getInt32Ty()));
  }
  // A number moves to a mask register at once.
  return builder.CreateBitCast(builder.CreateSExt(truth, builder.getIntNTy(lanes)),
                               type(builder.getContext()));
}

Value* MaskForm::choose(IRBuilder<>& builder, Value* mask, Value* on, Value* off,
                        const Twine& name) const {
  if (!is_words) return builder.CreateSelect(mask, on, off, name);
  if (match(off, m_Zero())) return builder.CreateAnd(mask, on, name);
  if (match(on, m_AllOnes())) return builder.CreateOr(mask, off, name);
  Value* rest = builder.CreateAnd(builder.CreateNot(mask), off);
  return match(on, m_Zero()) ? rest : builder.CreateOr(builder.CreateAnd(mask, on), rest);
}

}  // namespace riffle::spmd
