// SPDX-License-Identifier: Apache-2.0
// Addresses of shared memory have 32 bits on a GPU, so that an unsigned index below zero wraps to the elements before: sums of
// merge paths walk down an array by `row[~k]`. Here addresses have 64 bits, and such an index, zero-extended, is 16 GiB away.
//
//   %down = xor i32 %k, -1                                       (also a difference, and a sum with a negative constant)
//   %index = zext i32 %down to i64                       ->      %index = sext i32 %down to i64
//   getelementptr i32, ptr %row.of.shared, i64 %index
//
// Where it is not below zero, both are the same: shared memory has fewer bytes than 2^31.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 4;

bool is_shared(const Value& pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/16);
  return !objects.empty() && all_of(objects, [](const Value* object) {
    const auto* variable = dyn_cast<GlobalVariable>(object);
    return variable != nullptr && variable->getAddressSpace() == 3;
  });
}

/// Whether the number is made of operations that go below zero where unsigned numbers wrap.
bool may_fall(const Value& number, unsigned depth = kDeepest) {
  if (match(&number, m_Not(m_Value()))) return true;
  const auto* operation = dyn_cast<BinaryOperator>(&number);
  if (operation == nullptr || depth == 0) return false;
  const auto operand = [&](unsigned i) { return may_fall(*operation->getOperand(i), depth - 1); };
  switch (operation->getOpcode()) {
    case Instruction::Sub:
      return !operation->hasNoUnsignedWrap();
    case Instruction::Add:
      return !operation->hasNoUnsignedWrap() &&
             (match(operation->getOperand(1), m_Negative()) || operand(0) || operand(1));
    case Instruction::Mul:
    case Instruction::Shl:
      return operand(0);
    default:
      return false;
  }
}

void let_wrap(GetElementPtrInst& address) {
  for (Use& index : address.indices()) {
    auto* extension = dyn_cast<ZExtInst>(index.get());
    if (extension == nullptr || extension->hasNonNeg()) continue;
    Value* number = extension->getOperand(0);
    if (!number->getType()->isIntegerTy(32) || !may_fall(*number)) continue;
    IRBuilder<> builder(&address);
    index.set(builder.CreateSExt(number, extension->getType()));
    address.setNoWrapFlags(address.getNoWrapFlags().withoutNoUnsignedWrap());
  }
}

}  // namespace

void shared_wraps(Module& module, ModuleState&) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* address = dyn_cast<GetElementPtrInst>(&instruction);
      const bool is_of_one_lane = address != nullptr && !address->getType()->isVectorTy();
      if (is_of_one_lane && is_shared(*address->getPointerOperand())) let_wrap(*address);
    }
  }
}

}  // namespace riffle::spmd
