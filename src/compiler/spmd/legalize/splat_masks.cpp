// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/splat_masks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Null: `value` is no splat of a truth known only at run time.
Value* splat_truth(Value& value) {
  Value* truth = nullptr;
  if (!value.getType()->isVectorTy() || !value.getType()->getScalarType()->isIntegerTy(1) ||
      !match(&value, m_Shuffle(m_InsertElt(m_Value(), m_Value(truth), m_ZeroInt()), m_Value(),
                               m_ZeroMask())))
    return nullptr;
  return truth;
}

/// Bits of the elements whose comparison `mask` comes from; 0: none is found.
unsigned compared_bits(const Value& mask, unsigned depth) {
  if (const auto* comparison = dyn_cast<CmpInst>(&mask))
    return comparison->getOperand(0)->getType()->getScalarSizeInBits();
  const auto* operation = dyn_cast<BinaryOperator>(&mask);
  if (operation == nullptr || depth == 0) return 0;
  const unsigned bits = compared_bits(*operation->getOperand(0), depth - 1);
  return bits != 0 ? bits : compared_bits(*operation->getOperand(1), depth - 1);
}

}  // namespace

void splat_masks(Function& function) {
  constexpr unsigned kDepth = 4;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    Value* truth = splat_truth(instruction);
    if (truth == nullptr) continue;
    unsigned bits = 0;
    for (const User* user : instruction.users())
      if (isa<BinaryOperator>(user)) bits = std::max(bits, compared_bits(*user, kDepth));
    // A mask that crosses from block to block is of bytes anyhow.
    const bool stays = none_of(instruction.users(), [&](const User* user) {
      return cast<Instruction>(user)->getParent() != instruction.getParent();
    });
    if (bits < 8 || !stays) continue;
    IRBuilder<> builder(&instruction);
    const auto lanes = cast<FixedVectorType>(instruction.getType())->getNumElements();
    Value* numbers = builder.CreateVectorSplat(
        lanes, builder.CreateSExt(truth, builder.getIntNTy(bits)), instruction.getName());
    instruction.replaceAllUsesWith(builder.CreateIsNotNull(numbers));
    instruction.eraseFromParent();
  }
}

}  // namespace riffle::spmd
