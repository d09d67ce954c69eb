// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/order_lanes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <numeric>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kMostValues = 256;
constexpr unsigned kHalfBits = 128;

unsigned lanes_of(const Value& value) {
  const auto* type = dyn_cast<FixedVectorType>(value.getType());
  return type == nullptr ? 0 : type->getNumElements();
}

bool is_splat(const Value& value) {
  if (const auto* constant = dyn_cast<Constant>(&value))
    return isa<UndefValue>(constant) || constant->getSplatValue() != nullptr;
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(&value);
  return shuffle != nullptr && all_equal(shuffle->getShuffleMask());
}

/// Whether lane i of the result depends on the lanes i of its operands only.
bool is_by_lane(const Instruction& instruction) {
  if (lanes_of(instruction) == 0) return false;
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) && !call->mayReadOrWriteMemory();
  if (isa<BitCastInst>(instruction) || isa<CmpInst>(instruction))
    return lanes_of(*instruction.getOperand(0)) == lanes_of(instruction);
  return isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
         isa<CastInst>(instruction) || isa<SelectInst>(instruction) || isa<FreezeInst>(instruction);
}

/// What of a block is computed lane by lane from shuffled elements, and only shuffled again.
class Stretch {
 public:
  /// All that depends on `begin`; empty if something else is done with it.
  explicit Stretch(ShuffleVectorInst& begin) : block_(begin.getParent()), lanes_(lanes_of(begin)) {
    add(begin);
    for (std::size_t i = 0; i < values_.size() && fits_; ++i) follow(*values_[i]);
    if (!fits_ || values_.size() > kMostValues) values_.clear();
  }

  [[nodiscard]] ArrayRef<Instruction*> values() const { return values_.getArrayRef(); }

  /// Lane i gets what lane order[i] has; an involution.
  void reorder(ArrayRef<int> order) {
    for (Instruction* value : values_) {
      if (auto* shuffle = dyn_cast<ShuffleVectorInst>(value))
        shuffle->setShuffleMask(reordered(shuffle->getShuffleMask(), order));
      else
        reorder_constants(*value, order);
    }
    for (ShuffleVectorInst* shuffle : ends_) shuffle->setShuffleMask(taken_from(*shuffle, order));
  }

  /// Registers to which elements come from the other half of a register.
  [[nodiscard]] unsigned crossings(ArrayRef<int> order) const {
    unsigned count = 0;
    for (const Instruction* value : values_)
      if (const auto* shuffle = dyn_cast<ShuffleVectorInst>(value))
        count += crossings(*shuffle, reordered(shuffle->getShuffleMask(), order));
    for (const ShuffleVectorInst* shuffle : ends_)
      count += crossings(*shuffle, taken_from(*shuffle, order));
    return count;
  }

 private:
  void add(Instruction& value) {
    fits_ &= value.getParent() == block_ && lanes_of(value) == lanes_;
    values_.insert(&value);
  }

  void follow(Instruction& value) {
    if (!isa<ShuffleVectorInst>(value)) {
      for (Value* operand : value.operand_values()) follow_back(*operand);
    }
    for (User* user : value.users()) {
      auto* instruction = cast<Instruction>(user);
      if (auto* shuffle = dyn_cast<ShuffleVectorInst>(instruction)) {
        fits_ &= !is_splat(*shuffle);
        ends_.insert(shuffle);
      } else if (is_by_lane(*instruction)) {
        add(*instruction);
      } else {
        fits_ = false;
      }
    }
  }

  void follow_back(Value& operand) {
    if (!operand.getType()->isVectorTy() || isa<Constant>(operand) || is_splat(operand)) return;
    auto* instruction = dyn_cast<Instruction>(&operand);
    if (instruction != nullptr &&
        (isa<ShuffleVectorInst>(instruction) || is_by_lane(*instruction))) {
      add(*instruction);
    } else {
      fits_ = false;
    }
  }

  static SmallVector<int, 64> reordered(ArrayRef<int> mask, ArrayRef<int> order) {
    SmallVector<int, 64> result;
    for (const int lane : order) result.push_back(mask[static_cast<std::size_t>(lane)]);
    return result;
  }

  /// The mask of `shuffle` where its operands are reordered, if they are of the stretch.
  SmallVector<int, 64> taken_from(const ShuffleVectorInst& shuffle, ArrayRef<int> order) const {
    SmallVector<int, 64> mask(shuffle.getShuffleMask());
    const auto count = static_cast<int>(lanes_of(*shuffle.getOperand(0)));
    for (int& element : mask) {
      if (element < 0) continue;
      const int which = element / count;
      const auto* operand = dyn_cast<Instruction>(shuffle.getOperand(static_cast<unsigned>(which)));
      if (operand != nullptr && values_.contains(const_cast<Instruction*>(operand)))
        element = which * count + order[static_cast<std::size_t>(element - which * count)];
    }
    return mask;
  }

  static void reorder_constants(Instruction& value, ArrayRef<int> order) {
    for (Use& operand : value.operands()) {
      auto* constant = dyn_cast<Constant>(operand.get());
      if (constant == nullptr || lanes_of(*constant) == 0 || is_splat(*constant)) continue;
      SmallVector<Constant*, 64> elements;
      for (const int lane : order)
        elements.push_back(constant->getAggregateElement(static_cast<unsigned>(lane)));
      operand.set(ConstantVector::get(elements));
    }
  }

  static unsigned crossings(const ShuffleVectorInst& shuffle, ArrayRef<int> mask) {
    const unsigned bits = shuffle.getType()->getScalarSizeInBits();
    const auto half = static_cast<int>(kHalfBits / bits);
    unsigned count = 0;
    for (std::size_t first = 0; first < mask.size(); first += static_cast<std::size_t>(2 * half)) {
      const ArrayRef<int> part =
          mask.slice(first, std::min(mask.size() - first, static_cast<std::size_t>(2 * half)));
      count += any_of(enumerate(part), [&](const auto& element) {
        const auto [lane, source] = element;
        return source >= 0 && source / half % 2 != static_cast<int>(lane) / half % 2;
      });
    }
    return count;
  }

  BasicBlock* block_;
  unsigned lanes_;
  bool fits_ = true;
  SmallSetVector<Instruction*, 32> values_;
  SmallSetVector<ShuffleVectorInst*, 8> ends_;
};

/// The second quarter of each register changes places with the third one.
SmallVector<int, 64> quarters_exchanged(unsigned lanes, unsigned in_register) {
  SmallVector<int, 64> order;
  const unsigned quarter = in_register / 4;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned which = lane / quarter % 4;
    const unsigned moved = which == 1 ? lane + quarter : which == 2 ? lane - quarter : lane;
    order.push_back(static_cast<int>(moved));
  }
  return order;
}

}  // namespace

void order_lanes(Function& function) {
  SmallPtrSet<const Instruction*, 32> seen;
  SmallVector<ShuffleVectorInst*, 16> shuffles;
  for (Instruction& instruction : instructions(function))
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) shuffles.push_back(shuffle);
  for (ShuffleVectorInst* shuffle : shuffles) {
    const unsigned bits = shuffle->getType()->getScalarSizeInBits();
    const unsigned lanes = lanes_of(*shuffle);
    if ((bits != 32 && bits != 64) || is_splat(*shuffle) || seen.contains(shuffle) ||
        lanes % (2 * kHalfBits / bits) != 0)
      continue;
    Stretch stretch(*shuffle);
    for (const Instruction* value : stretch.values()) seen.insert(value);
    const SmallVector<int, 64> order = quarters_exchanged(lanes, 2 * kHalfBits / bits);
    SmallVector<int, 64> same(order.size());
    std::iota(same.begin(), same.end(), 0);
    if (!stretch.values().empty() && stretch.crossings(order) < stretch.crossings(same))
      stretch.reorder(order);
  }
}

}  // namespace riffle::spmd
