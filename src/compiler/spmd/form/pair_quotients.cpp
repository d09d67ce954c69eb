// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/pair_quotients.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/analysis/divisor.h"
#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_quotient(const Instruction& instruction) {
  const bool divides =
      instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::SDiv;
  return divides && instruction.getType()->isIntegerTy();
}

/// The same value: clang narrows the number of each division by itself.
bool are_same(const Value* one, const Value* other) {
  const auto* first = dyn_cast<CastInst>(one);
  const auto* second = dyn_cast<CastInst>(other);
  return one == other || (first != nullptr && second != nullptr && first->isIdenticalTo(second));
}

class Pairs {
 public:
  explicit Pairs(Function& body) : body_(body), tree_(body) {}

  void pair(BinaryOperator& quotient) {
    BinaryOperator& remainder = *remainder_before(quotient);
    SmallVector<Value*, 2> conditions;
    Value* divisor = true_divisor(quotient.getOperand(1), conditions);
    replace_differences(quotient, {&remainder, divisor, conditions});
  }

 private:
  /// Of one division: what takes the place of `number - quotient * divisor`.
  struct Division {
    BinaryOperator* remainder;
    Value* divisor;
    ArrayRef<Value*> none;  ///< where there is no such divisor
  };

  BinaryOperator* remainder_before(BinaryOperator& quotient) {
    const auto opcode =
        quotient.getOpcode() == Instruction::SDiv ? Instruction::SRem : Instruction::URem;
    SmallVector<BinaryOperator*, 2> others;
    for (Instruction& instruction : instructions(body_)) {
      if (instruction.getOpcode() != opcode ||
          !are_same(instruction.getOperand(0), quotient.getOperand(0)) ||
          !are_same(instruction.getOperand(1), quotient.getOperand(1)))
        continue;
      auto* remainder = cast<BinaryOperator>(&instruction);
      if (tree_.dominates(remainder, &quotient)) {
        quotient.setOperand(0, remainder->getOperand(0));
        quotient.setOperand(1, remainder->getOperand(1));
        quotient.moveAfter(remainder);
        return remainder;
      }
      if (tree_.dominates(&quotient, remainder)) others.push_back(remainder);
    }
    auto* made = BinaryOperator::Create(opcode, quotient.getOperand(0), quotient.getOperand(1),
                                        "rest", quotient.getIterator());
    made->setDebugLoc(quotient.getDebugLoc());
    for (BinaryOperator* other : others) {
      other->replaceAllUsesWith(made);
      other->eraseFromParent();
    }
    return made;
  }

  /// `total` is the quotient, or that and what stands for it where there is no such divisor.
  void replace_differences(Instruction& total, const Division& division) {
    for (User* user : make_early_inc_range(total.users())) {
      auto* instruction = cast<Instruction>(user);
      auto* choice = dyn_cast<SelectInst>(instruction);
      if (choice != nullptr && choice->getFalseValue() == &total &&
          is_contained(division.none, choice->getCondition()))
        replace_differences(*choice, division);
      if (!match(instruction, m_c_Mul(m_Specific(&total), m_Specific(division.divisor)))) continue;
      for (User* sum : make_early_inc_range(instruction->users())) {
        if (match(sum,
                  m_Sub(m_Specific(division.remainder->getOperand(0)), m_Specific(instruction))))
          replace(*cast<Instruction>(sum), division);
      }
    }
  }

  /// Of a divisor of 0 the remainder is the number, of -1 it is 0, as of 1.
  static void replace(Instruction& difference, const Division& division) {
    IRBuilder<> builder(&difference);
    Value* rest = division.remainder;
    for (Value* condition : division.none) {
      if (match(condition, m_SpecificICmp(CmpInst::ICMP_EQ, m_Value(), m_Zero())))
        rest = builder.CreateSelect(condition, division.remainder->getOperand(0), rest);
    }
    difference.replaceAllUsesWith(rest);
    difference.eraseFromParent();
  }

  Function& body_;
  const DominatorTree tree_;
};

}  // namespace

void pair_quotients(Function& body, unsigned lanes) {
  if (none_of(instructions(body), is_quotient)) return;
  SmallVector<BinaryOperator*, 4> quotients;
  {
    const Uniformity uniformity(body, UniformityScope::kPacket, lanes);
    for (Instruction& instruction : instructions(body)) {
      if (is_quotient(instruction) && !uniformity.is_uniform(&instruction) &&
          uniformity.is_uniform(instruction.getOperand(1)))
        quotients.push_back(cast<BinaryOperator>(&instruction));
    }
  }
  Pairs pairs(body);
  for (BinaryOperator* quotient : quotients) pairs.pair(*quotient);
}

}  // namespace riffle::spmd
