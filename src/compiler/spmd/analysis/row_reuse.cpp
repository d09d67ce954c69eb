// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/row_reuse.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "compiler/spmd/analysis/known_object.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostRows = 64;
/// Of all rows together.
constexpr std::size_t kMostInstructions = 3'000;
/// Rows that follow each other: for the last one what the first one loaded may still be in a register.
constexpr std::size_t kNear = 4;

/// A number, or an address relative to one that the loop does not change.
struct OffsetValue {
  const Value* base = nullptr;  ///< null: a number
  std::int64_t offset = 0;
};

/// What is known of the values of a loop's iterations, one after the other.
class Iterations {
 public:
  explicit Iterations(const Loop& loop) : loop_(loop), layout_(loop.getHeader()->getDataLayout()) {}

  /// To the first one, or the next.
  void advance() {
    const BasicBlock* from = is_first_ ? loop_.getLoopPredecessor() : loop_.getLoopLatch();
    DenseMap<const Value*, OffsetValue> entering;
    for (const PHINode& phi : loop_.getHeader()->phis()) {
      const std::optional<OffsetValue> place = place_of(*phi.getIncomingValueForBlock(from));
      if (place) entering[&phi] = *place;
    }
    is_first_ = false;
    places_ = std::move(entering);
  }

  void evaluate(const Instruction& instruction) {
    std::optional<OffsetValue> place;
    if (const auto* address = dyn_cast<GEPOperator>(&instruction))
      place = place_of_element(*address);
    else if (instruction.getType()->isIntegerTy() && instruction.getNumOperands() <= 3)
      place = folded(instruction);
    if (place) places_[&instruction] = *place;
  }

  [[nodiscard]] std::optional<OffsetValue> place_of(const Value& value) const {
    if (const auto* number = dyn_cast<ConstantInt>(&value)) {
      if (number->getBitWidth() > 64) return {};
      return OffsetValue{nullptr, number->getSExtValue()};
    }
    if (const auto found = places_.find(&value); found != places_.end()) return found->second;
    if (value.getType()->isPointerTy() && loop_.isLoopInvariant(&value)) {
      APInt offset(layout_.getIndexTypeSizeInBits(value.getType()), 0);
      const Value* base = value.stripAndAccumulateConstantOffsets(layout_, offset, true);
      return OffsetValue{base, offset.getSExtValue()};
    }
    return {};
  }

 private:
  [[nodiscard]] std::optional<OffsetValue> place_of_element(const GEPOperator& address) const {
    if (address.getType()->isVectorTy()) return {};
    std::optional<OffsetValue> place = place_of(*address.getPointerOperand());
    if (!place || place->base == nullptr) return {};
    APInt offset(64, 0);
    const bool is_known =
        address.accumulateConstantOffset(layout_, offset, [&](Value& index, APInt& number) {
          const std::optional<OffsetValue> known = place_of(index);
          if (!known || known->base != nullptr) return false;
          number = APInt(64, static_cast<std::uint64_t>(known->offset), true);
          return true;
        });
    if (!is_known) return {};
    place->offset += offset.getSExtValue();
    return place;
  }

  [[nodiscard]] std::optional<OffsetValue> folded(const Instruction& instruction) const {
    if (isa<PHINode, LoadInst, CallBase>(instruction)) return {};
    SmallVector<Constant*, 3> operands;
    for (const Value* operand : instruction.operand_values()) {
      if (!operand->getType()->isIntegerTy()) return {};
      const std::optional<OffsetValue> place = place_of(*operand);
      if (!place || place->base != nullptr) return {};
      operands.push_back(ConstantInt::getSigned(operand->getType(), place->offset));
    }
    Constant* result =
        isa<CmpInst>(instruction)
            ? ConstantFoldCompareInstOperands(cast<CmpInst>(instruction).getPredicate(),
                                              operands[0], operands[1], layout_)
            : ConstantFoldInstOperands(&instruction, operands, layout_);
    const auto* number = dyn_cast_or_null<ConstantInt>(result);
    if (number == nullptr || number->getBitWidth() > 64) return {};
    return OffsetValue{nullptr, number->getSExtValue()};
  }

  const Loop& loop_;
  const DataLayout& layout_;
  bool is_first_ = true;
  DenseMap<const Value*, OffsetValue> places_;
};

/// What a store, of any kind, is relative to; null: it is none, or more than one.
const Value* stored_address(const Instruction& instruction) {
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() ? store->getPointerOperand() : nullptr;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return nullptr;
  if (call->getIntrinsicID() == Intrinsic::masked_store) return call->getArgOperand(1);
  if (call->getIntrinsicID() != Intrinsic::masked_scatter) return nullptr;
  const auto* addresses = dyn_cast<GEPOperator>(call->getArgOperand(1));
  if (addresses == nullptr || addresses->getPointerOperandType()->isVectorTy()) return nullptr;
  return addresses->getPointerOperand();
}

/// What the loop writes to; none: it may be anything.
std::optional<SmallSet<KnownObject, 4>> written_objects(const Loop& loop) {
  SmallSet<KnownObject, 4> objects;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (!instruction.mayHaveSideEffects()) continue;
      const Value* address = stored_address(instruction);
      const KnownObject object =
          address == nullptr ? KnownObject::kNone : known_object(address, *block->getParent());
      if (object == KnownObject::kNone) return {};
      objects.insert(object);
    }
  }
  return objects;
}

/// Whether all iterations go the same way.
bool is_straight(const Loop& loop) {
  return all_of(loop.blocks(), [&](const BasicBlock* block) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    return branch != nullptr && (block == loop.getLoopLatch() || branch->isUnconditional() ||
                                 loop.isLoopInvariant(branch->getCondition()));
  });
}

/// Where the loop's condition is asked, of an innermost loop that nothing else leaves; null: it is another kind of loop.
const BranchInst* only_exit(const Loop& loop) {
  if (!loop.isInnermost() || loop.getLoopPredecessor() == nullptr) return nullptr;
  if (loop.getLoopLatch() == nullptr || loop.getExitingBlock() != loop.getLoopLatch())
    return nullptr;
  if (getBooleanLoopAttribute(&loop, "llvm.loop.unroll.disable")) return nullptr;
  return dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
}

/// What is loaded, of what type, from where.
using Loaded = std::tuple<const Value*, std::int64_t, Type*>;

class Reuse {
 public:
  Reuse(const Loop& loop, const SmallSet<KnownObject, 4>& written)
      : loop_(loop), written_(written) {}

  void enter(const Instruction& instruction) {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || !load->isSimple() || !load->getType()->isVectorTy()) return;
    // What the loop does not change is loaded in front of it.
    const Value* address = load->getPointerOperand();
    const KnownObject object = known_object(address, *load->getFunction());
    if (object != KnownObject::kNone && !written_.contains(object) &&
        !loop_.isLoopInvariant(address))
      loads_.insert(load);
    ++loads_of_row_;
  }
  [[nodiscard]] bool is_worth_a_look() const {
    return !loads_.empty() && loads_.size() >= loads_of_row_ - loads_.size();
  }

  void begin_row() {
    if (rows_.size() == kNear) rows_.erase(rows_.begin());
    rows_.emplace_back();
    loaded_ += loads_of_row_;
  }
  void load(const Instruction& instruction, const Iterations& iterations) {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || !loads_.contains(load)) return;
    const std::optional<OffsetValue> place = iterations.place_of(*load->getPointerOperand());
    if (!place) return;
    const Loaded what(place->base, place->offset, load->getType());
    for (std::size_t ago = 1; ago < rows_.size(); ++ago) {
      if (!rows_[rows_.size() - 1 - ago].contains(what)) continue;
      ++again_;
      if (!rows_.back().contains(what))  // one register, however often it is loaded
        kept_bits_ += ago * load->getType()->getPrimitiveSizeInBits().getFixedValue();
      break;
    }
    rows_.back().insert(what);
  }
  [[nodiscard]] bool is_worth_it(unsigned rows, unsigned register_bits) const {
    return 2 * again_ >= loaded_ && 2 * kept_bits_ <= std::uint64_t{rows} * register_bits;
  }

 private:
  const Loop& loop_;
  const SmallSet<KnownObject, 4>& written_;
  SmallPtrSet<const LoadInst*, 8> loads_;
  std::size_t loads_of_row_ = 0, loaded_ = 0, again_ = 0;
  std::uint64_t kept_bits_ = 0;         ///< of all rows
  std::vector<std::set<Loaded>> rows_;  ///< the last ones
};

}  // namespace

unsigned rows_that_reuse(Loop& loop, const LoopInfo& loops, unsigned register_bits) {
  const BranchInst* exit = only_exit(loop);
  if (exit == nullptr || !exit->isConditional() || !is_straight(loop)) return 0;
  const auto written = written_objects(loop);
  if (!written) return 0;
  Reuse reuse(loop, *written);
  LoopBlocksRPO blocks(&loop);
  blocks.perform(&loops);
  SmallVector<const Instruction*, 64> steps;
  for (const BasicBlock* block : blocks) {
    for (const Instruction& step : *block) {
      reuse.enter(step);
      steps.push_back(&step);
    }
  }
  if (!reuse.is_worth_a_look()) return 0;
  Iterations iterations(loop);
  const bool goes_on = loop.contains(exit->getSuccessor(0));
  for (unsigned row = 0; row < kMostRows && row * steps.size() <= kMostInstructions; ++row) {
    iterations.advance();
    reuse.begin_row();
    for (const Instruction* step : steps) {
      iterations.evaluate(*step);
      reuse.load(*step, iterations);
    }
    const std::optional<OffsetValue> truth = iterations.place_of(*exit->getCondition());
    if (!truth) return 0;
    if ((truth->offset != 0) != goes_on)
      return reuse.is_worth_it(row + 1, register_bits) ? row + 1 : 0;
  }
  return 0;
}

}  // namespace riffle::spmd
