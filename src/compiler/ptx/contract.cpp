// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/contract.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Whether the two are in one block, or were.
bool are_in_one_block(const Instruction& a, const Instruction& b) {
  const MDNode* first = a.getMetadata(spmd::kSourceBlock);
  const MDNode* second = b.getMetadata(spmd::kSourceBlock);
  return first != nullptr && second != nullptr ? first == second : a.getParent() == b.getParent();
}

bool is_contractable(const Value* value, unsigned opcode) {
  const auto* operation = dyn_cast<Instruction>(value);
  return operation != nullptr && operation->getOpcode() == opcode && operation->hasAllowContract();
}

bool is_sum(const Value* value) {
  return is_contractable(value, Instruction::FAdd) || is_contractable(value, Instruction::FSub);
}

bool is_negation(const Value* value) {
  return cast<Instruction>(value)->getOpcode() == Instruction::FNeg;
}

/// Whether `product` need not be computed where it is fused into `user`. nvcc keeps products of
/// half apart that were written apart, also with the same factors: the other part of a sum, or of a sum that must not fuse.
bool takes_in(const User* user, const Instruction& product) {
  const auto* sum = cast<Instruction>(user);
  if (!are_in_one_block(*sum, product)) return false;
  if (is_negation(sum))
    return all_of(sum->users(), [&](const User* each) { return takes_in(each, product); });
  const unsigned opcode = sum->getOpcode();
  if (product.getType()->getScalarSizeInBits() == 16)
    return opcode == Instruction::FAdd || opcode == Instruction::FSub;
  return is_sum(sum) && sum->getOperand(0) != sum->getOperand(1);
}

/// What a sum takes in: an operand of it that is a product, or the negation of one.
struct Factor {
  Instruction* product = nullptr;
  unsigned operand = 0;
  bool is_negated = false;
};

/// nvcc prefers the left operand, fuses within a basic block, and never computes a product twice: all of its uses must
/// become fused.
Factor fusable_product(const Instruction& sum) {
  for (unsigned i = 0; i < 2; ++i) {
    auto* operand = dyn_cast<Instruction>(sum.getOperand(i));
    const bool is_negated = operand != nullptr && is_negation(operand);
    if (is_negated) operand = dyn_cast<Instruction>(operand->getOperand(0));
    if (operand == nullptr || !is_contractable(operand, Instruction::FMul)) continue;
    if (all_of(operand->users(), [&](const User* user) { return takes_in(user, *operand); }))
      return {operand, i, is_negated};
  }
  return {};
}

void fuse(Instruction& sum, const Factor& factor) {
  IRBuilder<> builder(&sum);
  const bool subtracts = sum.getOpcode() == Instruction::FSub;
  Value* left = factor.product->getOperand(0);
  Value* other = sum.getOperand(1 - factor.operand);
  if (subtracts && factor.operand == 0) other = builder.CreateFNeg(other);  // a*b - c
  const bool is_taken_away = subtracts && factor.operand == 1;              // c - a*b
  if (is_taken_away != factor.is_negated) left = builder.CreateFNeg(left);
  Value* fused = builder.CreateIntrinsic(Intrinsic::fma, {sum.getType()},
                                         {left, factor.product->getOperand(1), other});
  auto* taken = cast<Instruction>(sum.getOperand(factor.operand));
  sum.replaceAllUsesWith(fused);
  sum.eraseFromParent();
  if (taken != factor.product && taken->use_empty()) taken->eraseFromParent();
  if (factor.product->use_empty()) factor.product->eraseFromParent();
}

}  // namespace

void note_blocks(Function& function) {
  LLVMContext& context = function.getContext();
  std::uint32_t number = 0;
  for (BasicBlock& block : function) {
    auto* value = ConstantInt::get(Type::getInt32Ty(context), number++);
    MDNode* node = MDNode::get(context, ConstantAsMetadata::get(value));
    for (Instruction& instruction : block) {
      if (isa<FPMathOperator>(instruction)) instruction.setMetadata(spmd::kSourceBlock, node);
    }
  }
}

void contract(Function& function) {
  SmallVector<Instruction*, 32> sums;
  for (Instruction& instruction : instructions(function)) {
    if (is_sum(&instruction)) sums.push_back(&instruction);
  }
  for (Instruction* sum : sums) {
    const Factor factor = fusable_product(*sum);
    if (factor.product != nullptr) fuse(*sum, factor);
  }
  for (Instruction& instruction : instructions(function)) {
    if (isa<FPMathOperator>(instruction)) {
      instruction.copyFastMathFlags(FastMathFlags());  // setFastMathFlags only adds
      instruction.setMetadata(LLVMContext::MD_fpmath, nullptr);
      instruction.setMetadata(spmd::kSourceBlock, nullptr);
    }
  }
}

}  // namespace riffle::ptx
