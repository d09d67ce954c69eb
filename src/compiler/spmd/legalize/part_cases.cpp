// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/part_cases.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <utility>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// What is chosen, if `number` is not `apart`.
struct CaseChoice {
  Value* number;
  const APInt* apart;
  Value* otherwise;
};

std::optional<CaseChoice> choice_of(Instruction& instruction) {
  Value *truth = nullptr, *yes = nullptr, *no = nullptr;
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    truth = select->getCondition();
    yes = select->getTrueValue();
    no = select->getFalseValue();
  } else if (auto* call = dyn_cast<IntrinsicInst>(&instruction);
             call != nullptr && call->getIntrinsicID() == Intrinsic::masked_load) {
    truth = call->getArgOperand(1);
    no = call->getArgOperand(2);
  }
  auto* comparison = dyn_cast_or_null<ICmpInst>(truth);
  if (comparison == nullptr || !comparison->isEquality()) return {};
  Value* otherwise = comparison->getPredicate() == ICmpInst::ICMP_EQ ? no : yes;
  const APInt* apart = nullptr;
  if (otherwise == nullptr || !comparison->getType()->isVectorTy() ||
      !match(comparison->getOperand(1), m_APInt(apart)))
    return {};
  return CaseChoice{comparison->getOperand(0), apart, otherwise};
}

/// The comparison that `value` tells of and nothing else; null: there is none.
ICmpInst* comparison_behind(Value* value) {
  while (value->hasOneUse()) {
    if (auto* comparison = dyn_cast<ICmpInst>(value)) return comparison;
    auto* select = dyn_cast<SelectInst>(value);
    if (isa<ZExtInst, SExtInst>(value))
      value = cast<CastInst>(value)->getOperand(0);
    else if (select != nullptr && isa<Constant>(select->getTrueValue()) &&
             isa<Constant>(select->getFalseValue()))
      value = select->getCondition();
    else
      return nullptr;
  }
  return nullptr;
}

/// The two numbers that `comparison` is true for, or false for if it is an inequality.
std::optional<std::pair<APInt, APInt>> two_cases(const ICmpInst& comparison, Value* number) {
  const APInt *mask = nullptr, *step = nullptr, *limit = nullptr;
  if (!match(comparison.getOperand(1), m_APInt(limit))) return {};
  Value* compared = comparison.getOperand(0);
  if (comparison.isEquality() && match(compared, m_And(m_Specific(number), m_APInt(mask))) &&
      (~*mask).isPowerOf2() && (*limit & ~*mask).isZero())
    return std::pair(*limit, *limit | ~*mask);
  if (comparison.getPredicate() == ICmpInst::ICMP_ULT && *limit == 2 &&
      match(compared, m_Add(m_Specific(number), m_APInt(step))))
    return std::pair(-*step, -*step + 1);
  return {};
}

}  // namespace

void part_cases(Function& function) {
  for (Instruction& instruction : instructions(function)) {
    const std::optional<CaseChoice> choice = choice_of(instruction);
    if (!choice) continue;
    ICmpInst* both = comparison_behind(choice->otherwise);
    const auto cases = both == nullptr ? std::nullopt : two_cases(*both, choice->number);
    if (!cases || (cases->first != *choice->apart && cases->second != *choice->apart)) continue;
    const APInt& other = cases->first == *choice->apart ? cases->second : cases->first;
    Value* compared = both->getOperand(0);
    both->setPredicate(both->isEquality() ? both->getPredicate() : ICmpInst::ICMP_EQ);
    both->setSameSign(false);
    both->setOperand(0, choice->number);
    both->setOperand(1, ConstantInt::get(choice->number->getType(), other));
    // It stands in front of the choice.
    RecursivelyDeleteTriviallyDeadInstructions(compared);
  }
}

}  // namespace riffle::spmd
