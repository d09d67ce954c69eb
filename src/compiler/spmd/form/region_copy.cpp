// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/region_copy.h"

#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

Value* in(const ValueToValueMapTy& map, Value* value) {
  const auto found = map.find(value);
  return found == map.end() ? value : static_cast<Value*>(found->second);
}

}  // namespace

bool is_pure(const Instruction& instruction) {
  return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<CmpInst>(instruction) ||
         isa<SelectInst>(instruction);
}

Value* Remade::operator()(Value* value) {
  const auto found = map_.find(value);
  if (found != map_.end()) return found->second;
  auto* instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr || !is_pure(*instruction) || same_.contains(value)) return value;
  SmallVector<Value*, 4> operands;
  bool differs = false;
  for (Value* operand : instruction->operand_values()) {
    operands.push_back((*this)(operand));
    differs |= operands.back() != operand;
  }
  if (!differs) return same_.insert(value), value;
  Instruction* copy = instruction->clone();
  for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
  builder_.Insert(copy, instruction->getName());
  map_[value] = copy;
  return copy;
}

RegionCopy::RegionCopy(const Twine& name, Function& body, ArrayRef<BasicBlock*> blocks)
    : entry_(BasicBlock::Create(body.getContext(), name, &body, blocks.front())), blocks_(blocks) {}

void RegionCopy::make(Instruction& replaced, function_ref<Value*(IRBuilder<>&)> replacement) {
  IRBuilder<> builder(entry_);
  map_[&replaced] = replacement(builder);
  Remade remade(builder, map_);
  for (BasicBlock* block : blocks_) {
    for (Instruction& instruction : *block) {
      for (Value* operand : instruction.operand_values()) {
        auto* value = dyn_cast<Instruction>(operand);
        if (value != nullptr && !is_contained(blocks_, value->getParent())) remade(value);
      }
    }
  }
  MDNode* mark = MDNode::get(replaced.getContext(), {});
  for (BasicBlock* block : blocks_) {
    BasicBlock* copy = CloneBasicBlock(block, map_, "." + entry_->getName(), block->getParent());
    map_[block] = copy;
    copies_.push_back(copy);
    for (Instruction& instruction : *copy) {
      if (isa<StoreInst>(instruction)) instruction.setMetadata(kCopyOfStore, mark);
      if (getLoadStorePointerOperand(&instruction) != nullptr)
        instruction.setMetadata(kCopyOfAccess, mark);
    }
  }
  remapInstructionsInBlocks(copies_, map_);
  builder.CreateBr(copies_.front());
}

RegionMerge::RegionMerge(BasicBlock& join, ArrayRef<BasicBlock*> blocks)
    : join_(join), blocks_(blocks) {
  for (BasicBlock* before : predecessors(&join))
    if (is_contained(blocks, before)) ends_.push_back(before);
  for (BasicBlock* block : blocks) {
    for (Instruction& instruction : *block)
      if (any_of(instruction.uses(), [&](const Use& use) { return is_behind(use); }))
        leaving_.push_back(&instruction);
  }
}

void RegionMerge::finish() {
  for (PHINode& phi : join_.phis()) {
    for (BasicBlock* end : ends_) {
      Value* value = phi.getIncomingValueForBlock(end);
      for (const ValueToValueMapTy* map : maps_)
        phi.addIncoming(in(*map, value), cast<BasicBlock>(in(*map, end)));
    }
  }
  for (Instruction* value : leaving_) {
    PHINode* phi = PHINode::Create(value->getType(), 4, value->getName(), join_.begin());
    value->replaceUsesWithIf(phi, [&](const Use& use) { return is_behind(use); });
    for (BasicBlock* end : ends_) {
      phi->addIncoming(value, end);
      for (const ValueToValueMapTy* map : maps_)
        phi->addIncoming(in(*map, value), cast<BasicBlock>(in(*map, end)));
    }
  }
}

bool RegionMerge::is_behind(const Use& use) const {
  const auto* user = cast<Instruction>(use.getUser());
  if (const auto* phi = dyn_cast<PHINode>(user); phi != nullptr && phi->getParent() == &join_)
    return !is_contained(blocks_, phi->getIncomingBlock(use));
  return !is_contained(blocks_, user->getParent());
}

}  // namespace riffle::spmd
