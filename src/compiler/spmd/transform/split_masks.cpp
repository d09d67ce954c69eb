// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/split_masks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/transform/mask_questions.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kLanes = 16;  ///< of a register

unsigned lanes_of(const Value& value) {
  const auto* type = dyn_cast<FixedVectorType>(value.getType());
  return type == nullptr ? 0 : type->getNumElements();
}

bool is_wide_mask(const Value& value) {
  return value.getType()->isVectorTy() && value.getType()->getScalarType()->isIntegerTy(1) &&
         lanes_of(value) > kLanes && lanes_of(value) % kLanes == 0;
}

/// Whether control comes to `block` from `pred` only if the mask that `question` is about has a lane on.
bool is_entered_if_any(const ICmpInst& question, const BasicBlock& pred, const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(pred.getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getCondition() != &question)
    return false;
  const unsigned any = question.getPredicate() == ICmpInst::ICMP_NE ? 0 : 1;
  return branch->getSuccessor(any) == &block && branch->getSuccessor(1 - any) != &block;
}

/// `%next = select %mask, <splat of %u>, 0`, that goes round a loop for as long as any lane is on: then %u is true, and %next
/// is %mask.
void leave_out_what_is_shared(SelectInst& next) {
  Value* truth = shared_by_lanes(next.getTrueValue());
  if (truth == nullptr || !is_wide_mask(*next.getCondition()) ||
      !match(next.getFalseValue(), m_Zero()))
    return;
  ICmpInst* question = nullptr;
  for (User* user : next.users())
    if (ICmpInst* asked = question_about(user)) question = asked;
  if (question == nullptr) return;
  Value* mask = next.getCondition();
  for (Use& use : next.uses()) {
    auto* phi = dyn_cast<PHINode>(use.getUser());
    if (phi != nullptr &&
        !is_entered_if_any(*question, *phi->getIncomingBlock(use), *phi->getParent()))
      return;
    if (phi == nullptr && question_about(use.getUser()) != question) return;
  }
  auto* bits = cast<BitCastInst>(question->getOperand(0));
  bits->setOperand(0, mask);
  next.replaceAllUsesWith(mask);
  IRBuilder<> builder(question->getParent(), std::next(question->getIterator()));
  const bool asks_for_any = question->getPredicate() == ICmpInst::ICMP_NE;
  // Selects: without a lane on, what they share may be poison.
  Value* both = asks_for_any
                    ? builder.CreateSelect(question, truth, builder.getFalse())
                    : builder.CreateSelect(question, builder.getTrue(), builder.CreateNot(truth));
  question->replaceUsesWithIf(both, [&](const Use& use) { return use.getUser() != both; });
  next.eraseFromParent();
}

/// The masks of a loop that depend on each other, from one on.
class LoopMasks {
 public:
  LoopMasks(const Loop& loop, Instruction& start) : loop_(loop), goes_round_(isa<PHINode>(start)) {
    masks_.insert(&start);
  }

  /// False if it would not do to split them.
  bool find() {
    for (std::size_t i = 0; i < masks_.size(); ++i) {
      Instruction& mask = *masks_[i];
      if (isa<PHINode>(mask) || isa<SelectInst>(mask) || isa<BinaryOperator>(mask)) {
        if (!all_of(mask.operands(), [&](Value* operand) { return add(operand); })) return false;
      }
      for (User* user : mask.users())
        if (!note(mask, cast<Instruction>(*user))) return false;
    }
    return goes_round_ || !blends_.empty();
  }

  void split() {
    for (Instruction* mask : masks_)
      if (auto* phi = dyn_cast<PHINode>(mask)) begin(*phi);
    for (Instruction* mask : masks_) pieces(mask);
    for (Instruction* mask : masks_)
      if (auto* phi = dyn_cast<PHINode>(mask)) complete(*phi);
    for (ICmpInst* question : questions_) ask_pieces(*question);
    for (SelectInst* blend : blends_) split_blend(*blend);
    for (Instruction* mask : masks_) put_together(*mask);
    for (Instruction* mask : masks_) mask->replaceAllUsesWith(PoisonValue::get(mask->getType()));
    for (Instruction* mask : masks_) mask->eraseFromParent();
  }

 private:
  using Pieces = SmallVector<Value*, 8>;

  [[nodiscard]] bool can_split(const Instruction& mask) const {
    if (!is_wide_mask(mask) || !loop_.contains(&mask)) return false;
    if (isa<PHINode>(mask)) return true;
    if (const auto* choice = dyn_cast<SelectInst>(&mask))
      return is_wide_mask(*choice->getCondition());
    if (isa<BinaryOperator>(mask)) return mask.isBitwiseLogicOp();
    return isa<CmpInst>(mask) && mask.getOperand(0)->getType()->getScalarSizeInBits() == 32;
  }

  /// False if it would have to be taken apart in each round.
  bool add(Value* operand) {
    auto* mask = dyn_cast<Instruction>(operand);
    if (mask == nullptr || !loop_.contains(mask) || shared_by_lanes(mask) != nullptr) return true;
    return can_split(*mask) && (masks_.insert(mask), true);
  }

  bool note(const Instruction& mask, Instruction& user) {
    if (!loop_.contains(&user)) return true;  // put together behind the loop
    if (can_split(user)) return masks_.insert(&user), true;
    if (ICmpInst* question = question_about(&user)) return questions_.insert(question), true;
    auto* blend = dyn_cast<SelectInst>(&user);
    if (blend == nullptr || blend->getCondition() != &mask ||
        blend->getType()->getScalarSizeInBits() != 32)
      return !goes_round_;  // put together there: no more than what comparisons cost as one number
    blends_.insert(blend);
    return true;
  }

  static Value* extract(IRBuilder<>& builder, Value* whole, unsigned piece) {
    SmallVector<int, kLanes> picked;
    for (unsigned i = 0; i < kLanes; ++i) picked.push_back(static_cast<int>(piece * kLanes + i));
    return builder.CreateShuffleVector(whole, picked);
  }

  /// Behind the definition of what is not split.
  Pieces extracted(Value* whole) {
    BasicBlock* entry = &loop_.getHeader()->getParent()->getEntryBlock();
    IRBuilder<> builder(entry, entry->getFirstInsertionPt());
    if (auto* instruction = dyn_cast<Instruction>(whole)) {
      BasicBlock* block = instruction->getParent();
      builder.SetInsertPoint(block, isa<PHINode>(instruction)
                                        ? block->getFirstInsertionPt()
                                        : std::next(instruction->getIterator()));
    }
    const unsigned count = lanes_of(*whole) / kLanes;
    if (Value* truth = shared_by_lanes(whole)) {
      Value* number = builder.CreateSExt(truth, builder.getIntNTy(kLanes));
      return Pieces(
          count, builder.CreateBitCast(number, FixedVectorType::get(builder.getInt1Ty(), kLanes)));
    }
    Pieces result;
    for (unsigned piece = 0; piece < count; ++piece)
      result.push_back(extract(builder, whole, piece));
    return result;
  }

  void begin(PHINode& phi) {
    IRBuilder<> builder(&phi);
    Pieces& made = pieces_[&phi];
    for (unsigned piece = 0; piece < lanes_of(phi) / kLanes; ++piece)
      made.push_back(builder.CreatePHI(FixedVectorType::get(builder.getInt1Ty(), kLanes),
                                       phi.getNumIncomingValues(), phi.getName()));
  }

  void complete(PHINode& phi) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const Pieces incoming = pieces(phi.getIncomingValue(i));
      for (auto [mine, value] : zip(pieces_[&phi], incoming))
        cast<PHINode>(mine)->addIncoming(value, phi.getIncomingBlock(i));
    }
  }

  Pieces pieces(Value* value) {
    if (const auto known = pieces_.find(value); known != pieces_.end()) return known->second;
    auto* mask = dyn_cast<Instruction>(value);
    if (mask == nullptr || !masks_.contains(mask)) return pieces_[value] = extracted(value);
    SmallVector<Pieces, 3> operands;
    for (Value* operand : mask->operands()) operands.push_back(pieces(operand));
    IRBuilder<> builder(mask);
    Pieces made;
    for (unsigned piece = 0; piece < lanes_of(*mask) / kLanes; ++piece) {
      Instruction* copy = mask->clone();
      for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i][piece]);
      copy->mutateType(FixedVectorType::get(builder.getInt1Ty(), kLanes));
      made.push_back(builder.Insert(copy, mask->getName()));
    }
    return pieces_[value] = made;
  }

  void ask_pieces(ICmpInst& question) {
    auto* bits = cast<BitCastInst>(question.getOperand(0));
    IRBuilder<> builder(bits);
    Value* all = nullptr;
    for (Value* piece : pieces(bits->getOperand(0)))
      all = all == nullptr ? piece : builder.CreateOr(all, piece);
    Value* number = builder.CreateBitCast(all, builder.getIntNTy(kLanes));
    question.setOperand(0, number);
    question.setOperand(1, ConstantInt::get(number->getType(), 0));
    bits->eraseFromParent();
  }

  void split_blend(SelectInst& blend) {
    IRBuilder<> builder(&blend);
    Pieces parts;
    const Pieces masks = pieces(blend.getCondition());
    for (unsigned piece = 0; piece < masks.size(); ++piece)
      parts.push_back(builder.CreateSelect(masks[piece],
                                           extract(builder, blend.getTrueValue(), piece),
                                           extract(builder, blend.getFalseValue(), piece)));
    Value* whole = concatenateVectors(builder, parts);
    whole->takeName(&blend);
    blend.replaceAllUsesWith(whole);
    blend.eraseFromParent();
  }

  /// For those that use it behind the loop, or as one number.
  void put_together(Instruction& mask) {
    SmallVector<Use*, 4> outside;
    for (Use& use : mask.uses())
      if (!masks_.contains(cast<Instruction>(use.getUser()))) outside.push_back(&use);
    for (Use* use : outside) {
      auto* user = cast<Instruction>(use->getUser());
      auto* phi = dyn_cast<PHINode>(user);
      IRBuilder<> builder(phi == nullptr ? user : phi->getIncomingBlock(*use)->getTerminator());
      use->set(concatenateVectors(builder, pieces(&mask)));
    }
  }

  const Loop& loop_;
  const bool goes_round_;
  SmallSetVector<Instruction*, 8> masks_;
  SmallSetVector<ICmpInst*, 2> questions_;
  SmallSetVector<SelectInst*, 4> blends_;
  MapVector<Value*, Pieces> pieces_;
};

/// Masks of one round, from those that are made there.
void split_comparisons(const Loop& loop) {
  SmallVector<WeakVH, 8> comparisons;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block)
      if (isa<CmpInst>(instruction) && is_wide_mask(instruction) &&
          instruction.getOperand(0)->getType()->getScalarSizeInBits() == 32)
        comparisons.emplace_back(&instruction);
  for (const WeakVH& comparison : comparisons) {
    if (comparison == nullptr) continue;  // split with others
    if (LoopMasks masks(loop, *cast<Instruction>(comparison)); masks.find()) masks.split();
  }
}

}  // namespace

void split_masks(Function& function) {
  if (function.isDeclaration()) return;
  SmallVector<SelectInst*, 8> selects;
  for (Instruction& instruction : instructions(function)) {
    if (auto* select = dyn_cast<SelectInst>(&instruction);
        select != nullptr && is_wide_mask(*select))
      selects.push_back(select);
  }
  for (SelectInst* select : selects) leave_out_what_is_shared(*select);
  const DominatorTree tree(function);
  const LoopInfo loops(tree);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    SmallVector<PHINode*, 4> phis;
    for (PHINode& phi : loop->getHeader()->phis())
      if (is_wide_mask(phi)) phis.push_back(&phi);
    // One at a time: they may depend on each other.
    if (!phis.empty())
      if (LoopMasks masks(*loop, *phis.front()); masks.find()) masks.split();
    if (loop->isInnermost()) split_comparisons(*loop);
  }
}

}  // namespace riffle::spmd
