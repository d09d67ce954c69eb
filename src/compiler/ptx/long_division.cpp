// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/long_division.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::ptx {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// A quotient of `number` as it is written (integer.cpp): its own answer where the divisor is 0.
template <class Number, class Divisor>
auto m_Quotient(Number number, Divisor divisor) {
  const auto by_zero = m_SpecificICmp(ICmpInst::ICMP_EQ, divisor, m_Zero());
  const auto plain = m_IDiv(number, m_Value());
  return m_Select(by_zero, m_AllOnes(), m_CombineOr(plain, m_Select(m_Value(), m_Value(), plain)));
}

/// The short way to the quotient of these two; null if `value` is none.
ZExtInst* short_quotient(Value* value, Value*& number, Value*& divisor) {
  const auto quotient = m_Quotient(m_Trunc(m_Value(number)), m_Trunc(m_Value(divisor)));
  return match(value, m_ZExt(quotient)) ? dyn_cast<ZExtInst>(value) : nullptr;
}

bool has_long_way(const PHINode& join, Value* number, Value* divisor) {
  return any_of(join.incoming_values(), [&](Value* value) {
    return match(value, m_Quotient(m_Specific(number), m_Specific(divisor)));
  });
}

void complete(ZExtInst& quotient, Value* divisor) {
  IRBuilder<> builder(quotient.getNextNode());
  Value* by_zero = builder.CreateIsNull(builder.CreateTrunc(divisor, quotient.getSrcTy()));
  Constant* ones = Constant::getAllOnesValue(quotient.getType());
  Value* complete = builder.CreateSelect(by_zero, ones, &quotient);
  quotient.replaceUsesWithIf(complete, [&](const Use& use) { return use.getUser() != complete; });
}

}  // namespace

void complete_short_divisions(Function& function) {
  SmallVector<std::pair<ZExtInst*, Value*>, 4> found;
  for (BasicBlock& block : function) {
    for (PHINode& join : block.phis()) {
      if (!join.getType()->isIntegerTy(64)) continue;
      for (Value* value : join.incoming_values()) {
        Value *number = nullptr, *divisor = nullptr;
        ZExtInst* quotient = short_quotient(value, number, divisor);
        if (quotient != nullptr && has_long_way(join, number, divisor))
          found.emplace_back(quotient, divisor);
      }
    }
  }
  for (const auto& [quotient, divisor] : found) complete(*quotient, divisor);
}

}  // namespace riffle::ptx
