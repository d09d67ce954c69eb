// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/hide_narrow_indices.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kNarrow = 32;

/// What the analysis of induction takes for a number of fewer bits, made wider; null: none.
Value* narrow_number(Instruction& instruction) {
  const APInt* mask = nullptr;
  Value* number = nullptr;
  if (match(&instruction, m_And(m_Value(), m_LowBitMask(mask))) && mask->countr_one() < kNarrow)
    return &instruction;
  if (match(&instruction, m_ZExtOrSExt(m_Value(number))) &&
      number->getType()->getScalarSizeInBits() < kNarrow)
    return number;
  return nullptr;
}

}  // namespace

bool hide_narrow_indices(Function& function) {
  if (function.isDeclaration()) return false;
  bool has_changed = false;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (BasicBlock& block : function) {
    if (loops.getLoopFor(&block) == nullptr) continue;
    for (Instruction& instruction : make_early_inc_range(block)) {
      Value* number = narrow_number(instruction);
      if (number == nullptr || isa<LoadInst, CmpInst, FreezeInst>(number)) continue;
      has_changed = true;
      if (number == &instruction) {
        auto* frozen = new FreezeInst(number, instruction.getName() + ".frozen",
                                      std::next(instruction.getIterator()));
        instruction.replaceUsesWithIf(frozen,
                                      [&](const Use& use) { return use.getUser() != frozen; });
      } else {
        IRBuilder<> builder(&instruction);
        instruction.setOperand(0, builder.CreateFreeze(number));
      }
    }
  }
  return has_changed;
}

}  // namespace riffle::spmd
