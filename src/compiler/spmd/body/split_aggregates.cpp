// SPDX-License-Identifier: Apache-2.0
// Structures that are values are split into their elements: vectors hold one element of each lane.
//
//   %word = phi { i32, i32 } [ %first, %a ], [ %next, %b ]     ->  %word.0 = phi i32 ..., %word.1 = phi i32 ...
//   %status = extractvalue { i32, i32 } %word, 0               ->  %word.0
//
// Structures within structures go in turn. What calls and updates return stays, and is taken apart where it is made.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_split(const Instruction& instruction) {
  return isa<PHINode, SelectInst, FreezeInst>(instruction) && instruction.getType()->isStructTy();
}

/// Element `index` of `value`, computed at the builder's place if it is not there yet.
Value* element_of(IRBuilder<>& builder, Value* value, unsigned index) {
  while (auto* insert = dyn_cast<InsertValueInst>(value)) {
    if (insert->getIndices()[0] != index) {
      value = insert->getAggregateOperand();
    } else if (insert->getNumIndices() == 1) {
      return insert->getInsertedValueOperand();
    } else {
      break;  // a part of the element
    }
  }
  if (auto* constant = dyn_cast<Constant>(value)) return constant->getAggregateElement(index);
  return builder.CreateExtractValue(value, index);
}

Value* make_element(Instruction& instruction, unsigned index) {
  IRBuilder<> builder(&instruction);
  const std::string name = (instruction.getName() + "." + Twine(index)).str();
  if (auto* phi = dyn_cast<PHINode>(&instruction))
    return builder.CreatePHI(phi->getType()->getStructElementType(index),
                             phi->getNumIncomingValues(), name);
  if (auto* select = dyn_cast<SelectInst>(&instruction))
    return builder.CreateSelect(select->getCondition(),
                                element_of(builder, select->getTrueValue(), index),
                                element_of(builder, select->getFalseValue(), index), name);
  return builder.CreateFreeze(element_of(builder, instruction.getOperand(0), index), name);
}

void split(Instruction& instruction) {
  SmallVector<Value*, 8> elements;
  for (unsigned i = 0; i < instruction.getType()->getStructNumElements(); ++i)
    elements.push_back(make_element(instruction, i));
  // The elements put together stand for the whole, also among what comes into it.
  auto* const phi = dyn_cast<PHINode>(&instruction);
  IRBuilder<> builder(phi == nullptr ? instruction.getNextNode()
                                     : &*instruction.getParent()->getFirstInsertionPt());
  Value* whole = PoisonValue::get(instruction.getType());
  for (unsigned i = 0; i < elements.size(); ++i)
    whole = builder.CreateInsertValue(whole, elements[i], i);
  instruction.replaceAllUsesWith(whole);
  if (phi != nullptr) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      BasicBlock* const from = phi->getIncomingBlock(i);
      builder.SetInsertPoint(from->getTerminator());
      for (unsigned j = 0; j < elements.size(); ++j) {
        auto* const part = cast<PHINode>(elements[j]);
        // A switch may come from one block several times, with one value.
        const int known = part->getBasicBlockIndex(from);
        part->addIncoming(known >= 0 ? part->getIncomingValue(static_cast<unsigned>(known))
                                     : element_of(builder, phi->getIncomingValue(i), j),
                          from);
      }
    }
  }
  instruction.eraseFromParent();
}

/// Takes elements from where they were put in.
void forward_elements(Function& body) {
  for (Instruction& instruction : make_early_inc_range(instructions(body))) {
    auto* const extract = dyn_cast<ExtractValueInst>(&instruction);
    if (extract == nullptr || extract->getType()->isStructTy()) continue;
    Value* whole = extract->getAggregateOperand();
    SmallVector<unsigned, 4> path(extract->indices());
    while (auto* outer = dyn_cast<ExtractValueInst>(whole)) {
      path.insert(path.begin(), outer->idx_begin(), outer->idx_end());
      whole = outer->getAggregateOperand();
    }
    if (Value* const element = FindInsertedValue(whole, path)) extract->replaceAllUsesWith(element);
  }
}

bool split_in(Function& body) {
  SmallVector<Instruction*, 8> found;
  for (Instruction& instruction : instructions(body)) {
    if (is_split(instruction)) found.push_back(&instruction);
  }
  if (found.empty()) return false;
  for (Instruction* const instruction : found) split(*instruction);
  forward_elements(body);
  for (BasicBlock& block : body) SimplifyInstructionsInBlock(&block);
  return true;
}

}  // namespace

void split_aggregates(Module&, ModuleState& state) {
  if (state.for_debugger) return;  // variables are shown as they are written
  for (KernelState& kernel : state.kernels) {
    while (split_in(*kernel.body)) {
    }
  }
}

}  // namespace riffle::spmd
