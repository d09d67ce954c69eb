// SPDX-License-Identifier: Apache-2.0
// What has no vector form is done lane by lane: atomics, calls, accesses to types that registers do not hold.
#include <llvm/IR/Module.h>

#include <algorithm>
#include <numeric>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Computed anew for each lane, from what it depends on: that is less than a vector of addresses and what it takes to
/// get them out of it, and neighbouring fields of a structure share it.
bool is_made_by_lane(const Value* value) {
  return isa<GetElementPtrInst>(value) || isa<ZExtInst>(value) || isa<SExtInst>(value);
}

}  // namespace

Value* Widener::lane(IRBuilder<>& builder, Value* value, unsigned index) {
  if (isa<Constant>(value) || shape(value).is_uniform()) return scalar(value);
  if (auto it = per_lane_.find(value); it != per_lane_.end()) return it->second[index];
  if (is_made_by_lane(value)) return copy_for_lane(builder, *cast<Instruction>(value), index);
  return builder.CreateExtractElement(vector(value), index);
}

/// Vectors are made behind their definitions; to be called before new blocks begin.
void Widener::make_vectors_of(const Instruction& instruction) {
  for (Value* operand : instruction.operands()) {
    if (isa<Constant>(operand) || shape(operand).is_uniform() || per_lane_.contains(operand))
      continue;
    if (is_made_by_lane(operand)) {
      make_vectors_of(*cast<Instruction>(operand));
    } else {
      vector(operand);
    }
  }
}

Instruction* Widener::copy_for_lane(IRBuilder<>& builder, Instruction& instruction,
                                    unsigned index) {
  SmallVector<Value*, 8> operands;
  for (Value* operand : instruction.operands()) operands.push_back(lane(builder, operand, index));
  Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
  builder.Insert(copy);
  return copy;
}

void Widener::emit_per_lane(Instruction& instruction, bool under_mask) {
  work_ = LaneWork::kOneByOne;
  make_vectors_of(instruction);
  SmallVector<Value*, 16> results;
  const SmallVector<int, 32> order = order_of_lanes(instruction);
  const auto do_all = [&] {
    for (const int i : order)
      results.push_back(copy_for_lane(builder_, instruction, static_cast<unsigned>(i)));
  };
  Value* mask = under_mask ? mask_ : nullptr;
  if (mask == nullptr) {
    do_all();
  } else if (isa<AtomicRMWInst>(instruction) && instruction.use_empty()) {
    // Mostly all lanes are on; to ask each for its bit is as much again.
    Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(lanes_));
    Value* all = builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()), "all");
    branch_on(
        all, [&] -> Value* { return do_all(), nullptr; },
        [&] -> Value* { return do_under_mask(instruction, mask, order, results), nullptr; });
  } else {
    do_under_mask(instruction, mask, order, results);
  }
  if (instruction.use_empty()) return;
  if (instruction.getType()->isAggregateType()) {
    per_lane_[&instruction] = results;
    return;
  }
  Value* result = PoisonValue::get(widened(instruction.getType()));
  for (unsigned i = 0; i < lanes_; ++i)
    result = builder_.CreateInsertElement(result, results[i], i);
  set_vector(&instruction, result);
}

/// In which the lanes take their turns: of what only writes memory, that in which they store.
SmallVector<int, 32> Widener::order_of_lanes(const Instruction& instruction) const {
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return store_order(*store);
  SmallVector<int, 32> order(lanes_);
  std::iota(order.begin(), order.end(), 0);
  // Memory is copied word by word.
  if (isa<MemIntrinsic>(instruction) && is_warp_) std::ranges::reverse(order);
  return order;
}

void Widener::do_under_mask(Instruction& instruction, Value* mask, ArrayRef<int> order,
                            SmallVectorImpl<Value*>& results) {
  LLVMContext& context = builder_.getContext();
  for (const int number : order) {
    const auto i = static_cast<unsigned>(number);
    BasicBlock* before = builder_.GetInsertBlock();
    BasicBlock* active = BasicBlock::Create(context, "lane", out_);
    BasicBlock* after = BasicBlock::Create(context, "lane.end", out_);
    builder_.CreateCondBr(builder_.CreateExtractElement(mask, i), active, after);
    builder_.SetInsertPoint(active);
    Instruction* copy = copy_for_lane(builder_, instruction, i);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    if (instruction.use_empty()) continue;
    PHINode* result = builder_.CreatePHI(instruction.getType(), 2);
    result->addIncoming(PoisonValue::get(instruction.getType()), before);
    result->addIncoming(copy, active);
    results.push_back(result);
  }
}

void Widener::emit_extract(ExtractValueInst& extract) {
  if (auto parts = parts_.find(extract.getAggregateOperand()); parts != parts_.end())
    return set_vector(&extract, parts->second[extract.getIndices()[0]]);
  const auto found = per_lane_.find(extract.getAggregateOperand());
  if (found == per_lane_.end()) throw CannotWiden("a structure that differs between lanes");
  SmallVector<Value*, 16> parts;
  for (Value* structure : found->second)
    parts.push_back(builder_.CreateExtractValue(structure, extract.getIndices()));
  if (extract.getType()->isAggregateType()) {
    per_lane_[&extract] = parts;
    return;
  }
  Value* result = PoisonValue::get(widened(extract.getType()));
  for (unsigned i = 0; i < lanes_; ++i) result = builder_.CreateInsertElement(result, parts[i], i);
  set_vector(&extract, result);
}

}  // namespace riffle::spmd
