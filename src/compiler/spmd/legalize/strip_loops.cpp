// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/strip_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <numeric>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/arrange_strips.h"
#include "compiler/spmd/legalize/mask_questions.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestRound = 100;
constexpr unsigned kForOneStrip = 4;  ///< what is on its way, and a constant or two

unsigned lanes_of(const Value& value) {
  const auto* type = dyn_cast<FixedVectorType>(value.getType());
  return type == nullptr ? 1 : type->getNumElements();
}

bool is_lane_by_lane(const Instruction& instruction) {
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) &&
           all_of(call->args(), [&](const Use& argument) {
             return argument->getType() == call->getType() || argument->getType()->isIntegerTy(1);
           });
  return isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
         isa<CmpInst>(instruction) || isa<SelectInst>(instruction) ||
         isa<FreezeInst>(instruction) ||
         (isa<CastInst>(instruction) &&
          lanes_of(instruction) == lanes_of(*instruction.getOperand(0)));
}

class Stripper {
 public:
  Stripper(BasicBlock& block, BasicBlock& before, unsigned lanes)
      : block_(block), before_(before), lanes_(lanes) {}

  [[nodiscard]] bool can_strip() const {
    return block_.size() <= kLargestRound &&
           all_of(block_, [&](const Instruction& step) { return can_split(step); });
  }

  void strip() {
    SmallVector<Instruction*, 64> wide;
    for (Instruction& step : block_)
      if (is_wide(step)) wide.push_back(&step);
    for (Instruction* step : wide)
      if (auto* phi = dyn_cast<PHINode>(step)) begin(*phi);
    for (Instruction* step : wide)
      if (!is_for_splats(*step)) pieces(step);
    for (Instruction* step : wide)
      if (auto* phi = dyn_cast<PHINode>(step)) complete(*phi);
    replace_parts();
    for (Instruction* step : wide)
      if (!is_for_splats(*step)) put_together(*step);
    for (Instruction* step : wide) step->replaceAllUsesWith(PoisonValue::get(step->getType()));
    for (Instruction* step : wide) step->eraseFromParent();
  }

 private:
  using Pieces = SmallVector<Value*, 8>;

  [[nodiscard]] bool is_wide(const Value& value) const { return lanes_of(value) > lanes_; }

  [[nodiscard]] bool can_split(const Instruction& step) const {
    if (step.mayReadOrWriteMemory()) return false;
    const bool takes_wide = any_of(step.operands(), [&](const Use& use) { return is_wide(*use); });
    if (!is_wide(step)) return !takes_wide || is_part(step);
    if (lanes_of(step) % lanes_ != 0) return false;
    if (is_for_splats(step)) return true;
    const unsigned bits = step.getType()->getScalarSizeInBits();
    if (bits != 32 && bits != 1) return false;
    return isa<PHINode>(step) || is_lane_by_lane(step) || getSplatValue(&step) != nullptr ||
           is_whole(step);
  }

  /// The first lane of what all lanes share.
  static bool is_for_splats(const Instruction& step) {
    return isa<InsertElementInst>(step) && all_of(step.users(), [&](const User* user) {
             return getSplatValue(user) != nullptr &&
                    cast<Instruction>(user)->getParent() == step.getParent();
           });
  }

  /// A register's lanes of a wide vector.
  [[nodiscard]] bool is_part(const Instruction& step) const {
    const auto* shuffle = dyn_cast<ShuffleVectorInst>(&step);
    int first = 0;
    return shuffle != nullptr && lanes_of(step) == lanes_ &&
           lanes_of(*shuffle->getOperand(0)) % lanes_ == 0 &&
           isa<UndefValue>(shuffle->getOperand(1)) && shuffle->isExtractSubvectorMask(first) &&
           static_cast<unsigned>(first) % lanes_ == 0;
  }

  /// Two vectors, one behind the other.
  [[nodiscard]] bool is_whole(const Instruction& step) const {
    const auto* shuffle = dyn_cast<ShuffleVectorInst>(&step);
    return shuffle != nullptr && shuffle->isConcat() &&
           lanes_of(*shuffle->getOperand(0)) % lanes_ == 0;
  }

  void begin(PHINode& phi) {
    IRBuilder<> builder(&phi);
    Pieces& made = pieces_[&phi];
    for (unsigned piece = 0; piece < lanes_of(phi) / lanes_; ++piece)
      made.push_back(builder.CreatePHI(piece_type(phi), 2, phi.getName()));
  }

  void complete(PHINode& phi) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const Pieces incoming = pieces(phi.getIncomingValue(i));
      for (auto [mine, value] : zip(pieces_[&phi], incoming))
        cast<PHINode>(mine)->addIncoming(value, phi.getIncomingBlock(i));
    }
  }

  [[nodiscard]] Type* piece_type(const Value& value) const {
    return FixedVectorType::get(value.getType()->getScalarType(), lanes_);
  }

  Pieces pieces(Value* value) {
    if (lanes_of(*value) == lanes_) return {value};
    if (const auto known = pieces_.find(value); known != pieces_.end()) return known->second;
    auto* step = dyn_cast<Instruction>(value);
    const Pieces made =
        step == nullptr || step->getParent() != &block_ ? extracted(value) : split(*step);
    return pieces_[value] = made;
  }

  /// What comes from outside, in front of the loop.
  Pieces extracted(Value* whole) {
    IRBuilder<> builder(before_.getTerminator());
    const unsigned count = lanes_of(*whole) / lanes_;
    if (Value* shared = getSplatValue(whole))
      return Pieces(count, builder.CreateVectorSplat(lanes_, shared));
    Pieces result;
    for (unsigned piece = 0; piece < count; ++piece) {
      SmallVector<int, 16> picked(lanes_);
      std::iota(picked.begin(), picked.end(), static_cast<int>(piece * lanes_));
      result.push_back(builder.CreateShuffleVector(whole, picked));
    }
    return result;
  }

  Pieces split(Instruction& step) {
    IRBuilder<> builder(&step);
    const unsigned count = lanes_of(step) / lanes_;
    if (Value* shared = getSplatValue(&step))
      return Pieces(count, builder.CreateVectorSplat(lanes_, shared));
    SmallVector<Pieces, 3> operands;
    for (Value* operand : step.operands())
      operands.push_back(operand->getType()->isVectorTy() ? pieces(operand)
                                                          : Pieces(count, operand));
    if (isa<ShuffleVectorInst>(step)) {
      append_range(operands[0], operands[1]);
      return operands[0];
    }
    Pieces result;
    for (unsigned piece = 0; piece < count; ++piece) {
      SmallVector<Value*, 3> taken;
      for (const Pieces& operand : operands) taken.push_back(operand[piece]);
      result.push_back(piece_of(builder, step, taken));
    }
    return result;
  }

  Value* piece_of(IRBuilder<>& builder, Instruction& step, ArrayRef<Value*> operands) const {
    if (auto* call = dyn_cast<IntrinsicInst>(&step))
      return builder.CreateIntrinsic(call->getIntrinsicID(), {piece_type(step)},
                                     operands.take_front(call->arg_size()));
    Instruction* copy = step.clone();
    for (const auto& [i, operand] : enumerate(operands))
      copy->setOperand(static_cast<unsigned>(i), operand);
    copy->mutateType(piece_type(step));
    return builder.Insert(copy, step.getName());
  }

  void replace_parts() {
    for (Instruction& step : make_early_inc_range(block_)) {
      if (!is_part(step) || !is_wide(*step.getOperand(0))) continue;
      int first = 0;
      cast<ShuffleVectorInst>(step).isExtractSubvectorMask(first);
      step.replaceAllUsesWith(pieces(step.getOperand(0))[static_cast<unsigned>(first) / lanes_]);
      step.eraseFromParent();
    }
  }

  /// For those that use it behind the loop.
  void put_together(Instruction& step) {
    SmallVector<Use*, 4> outside;
    for (Use& use : step.uses())
      if (cast<Instruction>(use.getUser())->getParent() != &block_) outside.push_back(&use);
    for (Use* use :
         outside) {  // there: whole vectors at the end of a round would keep all parts until then
      auto* user = cast<Instruction>(use->getUser());
      auto* phi = dyn_cast<PHINode>(user);
      IRBuilder<> builder(phi == nullptr ? user : phi->getIncomingBlock(*use)->getTerminator());
      use->set(concatenateVectors(builder, pieces(&step)));
    }
  }

  BasicBlock& block_;
  BasicBlock& before_;
  const unsigned lanes_;
  MapVector<Value*, Pieces> pieces_;
};

/// Whether `block` asks if any lane is on, of vectors that are taken apart: two registers go well beside each other.
bool is_to_strip(const BasicBlock& block, unsigned lanes) {
  const bool is_wide =
      any_of(block.phis(), [&](const PHINode& phi) { return lanes_of(phi) > 2 * lanes; });
  return is_wide && any_of(block, [](const Instruction& step) {
           return isa<BitCastInst>(step) &&
                  question_about(const_cast<Instruction*>(&step)) != nullptr;
         });
}

}  // namespace

void strip_loops(Function& function, VectorRegisters registers) {
  const unsigned lanes = registers.bits / 32;
  if (none_of(function, [&](const BasicBlock& block) { return is_to_strip(block, lanes); })) return;
  const DominatorTree tree(function);
  const LoopInfo loops(tree);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* block = loop->getHeader();
    if (loop->getNumBlocks() != 1 || loop->getLoopPredecessor() == nullptr ||
        !is_to_strip(*block, lanes))
      continue;
    Stripper stripper(*block, *loop->getLoopPredecessor(), lanes);
    if (!stripper.can_strip()) continue;
    stripper.strip();
    arrange_strips(*block);
    keep_in_frame(*block, registers.count - kForOneStrip);
    function.addFnAttr(kKeepOrder);
  }
}

}  // namespace riffle::spmd
