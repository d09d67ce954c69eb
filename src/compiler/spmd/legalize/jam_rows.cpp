// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/jam_rows.h"
#include "compiler/spmd/keys.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <array>
#include <optional>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestBody = 400;
constexpr unsigned kLeastShared = 4;  ///< loads
constexpr unsigned kMostSideBySide = 4;

bool is_marked(const Instruction& latch) {
  const MDNode* loop = latch.getMetadata(LLVMContext::MD_loop);
  return loop != nullptr && any_of(drop_begin(loop->operands()), [](const MDOperand& operand) {
           const auto* property = dyn_cast_or_null<MDNode>(operand.get());
           if (property == nullptr || property->getNumOperands() == 0) return false;
           const auto* name = dyn_cast<MDString>(property->getOperand(0));
           return name != nullptr && name->getString() == kPackets;
         });
}

/// A loop of one block, whose counters go up by constants.
class CountedRounds {
 public:
  static std::optional<CountedRounds> find(BasicBlock& block) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional() ||
        !is_contained(successors(&block), &block) || !is_marked(*branch) ||
        block.size() > kLargestBody)
      return {};
    CountedRounds rounds(block);
    return rounds.count_rounds() && rounds.look_at_steps() ? std::optional(std::move(rounds))
                                                           : std::nullopt;
  }

  /// How many rounds may go side by side, and are better off so.
  [[nodiscard]] unsigned most_side_by_side(VectorRegisters registers) const {
    if (shared_loads_ < kLeastShared || 3 * shared_loads_ < accesses_) return 1;
    for (const unsigned count : {kMostSideBySide, 2U})
      if (rounds_ % count == 0 && fits(count, registers)) return count;
    return 1;
  }

  void run_side_by_side(unsigned count);

 private:
  explicit CountedRounds(BasicBlock& block) : block_(block) {}

  bool count_rounds();
  bool look_at_steps();
  bool fits(unsigned count, VectorRegisters registers) const;
  [[nodiscard]] bool differs(const Value* value) const { return differing_.contains(value); }

  BasicBlock& block_;
  std::uint64_t rounds_ = 0;
  MapVector<PHINode*, ConstantInt*> counters_;  ///< and their steps
  SmallPtrSet<const Value*, 32> differing_;     ///< between rounds
  unsigned shared_loads_ = 0, accesses_ = 0;
};

bool CountedRounds::count_rounds() {
  for (PHINode& phi : block_.phis()) {
    const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(&block_));
    if (next == nullptr || next->getOpcode() != Instruction::Add || next->getOperand(0) != &phi)
      return false;
    auto* step = dyn_cast<ConstantInt>(next->getOperand(1));
    if (step == nullptr) return false;
    counters_[&phi] = step;
    differing_.insert(&phi);
  }
  const auto* branch = cast<BranchInst>(block_.getTerminator());
  const auto* last = dyn_cast<ICmpInst>(branch->getCondition());
  if (last == nullptr || last->getPredicate() != ICmpInst::ICMP_EQ ||
      branch->getSuccessor(1) != &block_)
    return false;
  const auto* end = dyn_cast<ConstantInt>(last->getOperand(1));
  for (const auto& [phi, step] : counters_) {
    if (end == nullptr || phi->getIncomingValueForBlock(&block_) != last->getOperand(0)) continue;
    const unsigned before = 1 - static_cast<unsigned>(phi->getBasicBlockIndex(&block_));
    const auto* start = dyn_cast<ConstantInt>(phi->getIncomingValue(before));
    if (start == nullptr || !step->getValue().isStrictlyPositive()) return false;
    const APInt way = end->getValue() - start->getValue();
    if (way.urem(step->getValue()) != 0) return false;
    rounds_ = way.udiv(step->getValue()).getLimitedValue();
    return true;
  }
  return false;
}

/// An array that all packets use in turn.
bool may_be_in_turn(const Value& pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, /*MaxLookup=*/0);
  return any_of(objects, [](const Value* object) { return isa<AllocaInst>(object); });
}

/// False if there is something that must not change places.
bool CountedRounds::look_at_steps() {
  for (const Instruction& step : block_) {
    if (isa<PHINode>(step)) continue;
    if (any_of(step.operands(), [&](const Use& use) { return differs(use); }))
      differing_.insert(&step);
    if (!step.mayReadOrWriteMemory()) {
      if (step.mayHaveSideEffects()) return false;
      continue;
    }
    const auto* intrinsic = dyn_cast<IntrinsicInst>(&step);
    if (intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::prefetch) continue;
    const Value* pointer = getLoadStorePointerOperand(&step);
    if (pointer == nullptr || may_be_in_turn(*pointer)) return false;
    if (const auto* store = dyn_cast<StoreInst>(&step))
      if (!store->isSimple() || !differs(pointer)) return false;
    if (const auto* load = dyn_cast<LoadInst>(&step)) {
      if (!load->isSimple()) return false;
      shared_loads_ += !differs(load) && load->getType()->isVectorTy();
    }
    ++accesses_;
  }
  return true;
}

/// As code that is in order has it. A value that all lanes share is in one register, or in memory.
bool CountedRounds::fits(unsigned count, VectorRegisters registers) const {
  const auto size = [&](const Value& value) -> unsigned {
    if (getSplatValue(&value) != nullptr || isa<InsertElementInst>(value)) return 1;
    if (!value.getType()->isVectorTy()) return value.getType()->isFloatingPointTy() ? 1 : 0;
    const auto bits = value.getType()->getPrimitiveSizeInBits().getFixedValue();
    return static_cast<unsigned>((bits + registers.bits - 1) / registers.bits);
  };
  SmallPtrSet<const Value*, 32> alive;
  unsigned taken = 0, most = 0;
  const auto enter = [&](const Value* value) {
    if (isa<Constant>(value) || isa<BasicBlock>(value) || !alive.insert(value).second) return;
    taken += size(*value) * (differs(value) ? count : 1);
  };
  for (const Instruction& step : block_)
    if (any_of(step.users(),
               [&](const User* user) { return cast<Instruction>(user)->getParent() != &block_; }))
      enter(&step);
  for (const Instruction& step : reverse(block_)) {
    most = std::max(most, taken);
    if (alive.erase(&step)) taken -= size(step) * (differs(&step) ? count : 1);
    for (const Value* operand : step.operand_values()) enter(operand);
  }
  return std::max(most, taken) + 1 < registers.count;
}

void CountedRounds::run_side_by_side(unsigned count) {
  SmallVector<Instruction*, 64> steps;
  for (Instruction& step : block_)
    if (!isa<PHINode>(step) && !step.isTerminator()) steps.push_back(&step);
  std::array<ValueToValueMapTy, kMostSideBySide> maps;
  IRBuilder<> builder(&block_, block_.getFirstInsertionPt());
  for (const auto& [phi, step] : counters_) {
    for (unsigned i = 1; i < count; ++i)
      maps[i][phi] = builder.CreateAdd(phi, ConstantInt::get(phi->getType(), i * step->getValue()));
  }
  for (Instruction* step : steps) {
    if (!differs(step)) continue;
    Instruction* behind = step;
    for (unsigned i = 1; i < count; ++i) {
      Instruction* copy = step->clone();
      copy->insertAfter(behind);
      copy->setName(step->getName());
      RemapInstruction(copy, maps[i], RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      maps[i][step] = copy;
      behind = copy;
    }
  }
  const auto last = [&](Value* value) -> Value* {
    const auto found = maps[count - 1].find(value);
    return found == maps[count - 1].end() ? value : static_cast<Value*>(found->second);
  };
  auto* branch = cast<BranchInst>(block_.getTerminator());
  branch->setCondition(last(branch->getCondition()));
  for (auto& [phi, step] : counters_)
    phi->setIncomingValueForBlock(&block_, last(phi->getIncomingValueForBlock(&block_)));
  for (Instruction* step : steps) step->replaceUsesOutsideBlock(last(step), &block_);
  for (auto& [phi, step] : counters_) phi->replaceUsesOutsideBlock(last(phi), &block_);
}

bool lets_arrays_escape(Function& run) {
  return any_of(run.getEntryBlock(), [](const Instruction& step) {
    return isa<AllocaInst>(step) && PointerMayBeCaptured(&step, /*ReturnCaptures=*/false);
  });
}

}  // namespace

void mark_packets(Instruction& latch) {
  LLVMContext& context = latch.getContext();
  SmallVector<Metadata*, 4> properties = {nullptr};
  if (const MDNode* before = latch.getMetadata(LLVMContext::MD_loop))
    append_range(properties, drop_begin(before->operands()));
  properties.push_back(MDNode::get(context, MDString::get(context, kPackets)));
  MDNode* loop = MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(LLVMContext::MD_loop, loop);
}

void mark_independent_packets(Function& run) { run.addFnAttr(kIndependentPackets); }

void jam_rows(Function& run, VectorRegisters registers) {
  if (!run.hasFnAttribute(kIndependentPackets) || lets_arrays_escape(run)) return;
  for (BasicBlock& block : run) {
    std::optional<CountedRounds> rounds = CountedRounds::find(block);
    if (!rounds) continue;
    const unsigned count = rounds->most_side_by_side(registers);
    if (count > 1) rounds->run_side_by_side(count);
  }
}

}  // namespace riffle::spmd
