// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/mask_questions.h"

#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

ICmpInst* question_about(User* user) {
  if (!isa<BitCastInst>(user) || !user->hasOneUse()) return nullptr;
  auto* question = dyn_cast<ICmpInst>(*user->user_begin());
  const bool is_question =
      question != nullptr && question->isEquality() && match(question->getOperand(1), m_Zero());
  return is_question ? question : nullptr;
}

Value* shared_by_lanes(Value* mask) {
  Value* truth = nullptr;
  if (match(mask, m_BitCast(m_SExt(m_Value(truth)))) && truth->getType()->isIntegerTy(1))
    return truth;
  return nullptr;
}

}  // namespace riffle::spmd
