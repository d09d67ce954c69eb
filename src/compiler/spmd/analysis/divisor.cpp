// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/divisor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

Value* true_divisor(Value* divisor, SmallVectorImpl<Value*>& conditions) {
  Value* inside = divisor;
  SmallVector<Value*, 2> compared;
  while (auto* choice = dyn_cast<SelectInst>(inside)) {
    CmpPredicate predicate;
    Value* number = nullptr;
    const bool is_of_divisor =
        match(choice->getTrueValue(), m_One()) &&
        match(choice->getCondition(),
              m_ICmp(predicate, m_Value(number), m_CombineOr(m_Zero(), m_AllOnes()))) &&
        predicate == CmpInst::ICMP_EQ;
    if (!is_of_divisor) return divisor;
    compared.push_back(number);
    conditions.push_back(choice->getCondition());
    inside = choice->getFalseValue();
  }
  if (all_of(compared, [&](const Value* number) { return number == inside; })) return inside;
  conditions.clear();
  return divisor;
}

}  // namespace riffle::spmd
