// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/split_masks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/legalize/mask_questions.h"
#include "compiler/spmd/legalize/split_loads.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

unsigned lanes_of(const Value& value) {
  const auto* type = dyn_cast<FixedVectorType>(value.getType());
  return type == nullptr ? 0 : type->getNumElements();
}

bool is_wide_mask(const Value& value, unsigned lanes) {
  return value.getType()->isVectorTy() && value.getType()->getScalarType()->isIntegerTy(1) &&
         lanes_of(value) > lanes && lanes_of(value) % lanes == 0;
}

/// Whether control comes to `block` from `pred` only if the mask that `question` is about has a lane on.
bool is_entered_if_any(const ICmpInst& question, const BasicBlock& pred, const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(pred.getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getCondition() != &question)
    return false;
  const unsigned any = question.getPredicate() == ICmpInst::ICMP_NE ? 0 : 1;
  return branch->getSuccessor(any) == &block && branch->getSuccessor(1 - any) != &block;
}

/// `select %mask, (select i1 %u, %c, 0), 0`, that goes round a loop: what is shared behind what is not. Returns the new one.
SelectInst* shared_last(SelectInst& next) {
  Value *mask = nullptr, *truth = nullptr, *own = nullptr;
  const auto inner = m_OneUse(m_Select(m_Value(truth), m_Value(own), m_Zero()));
  if (none_of(next.users(), [](const User* user) { return isa<PHINode>(user); }) ||
      !match(&next, m_Select(m_Value(mask), inner, m_Zero())) ||
      !truth->getType()->isIntegerTy(1) || !mask->getType()->isVectorTy())
    return &next;
  IRBuilder<> builder(&next);
  // Frozen: nobody asked for it where the truth is false.
  Value* both = builder.CreateSelect(mask, builder.CreateFreeze(own), next.getFalseValue());
  Value* all = builder.CreateBitCast(builder.CreateSExt(truth, builder.getIntNTy(lanes_of(next))),
                                     next.getType());
  auto* changed = SelectInst::Create(both, all, next.getFalseValue(), "", next.getIterator());
  changed->takeName(&next);
  next.replaceAllUsesWith(changed);
  auto* inside = cast<Instruction>(next.getTrueValue());
  next.eraseFromParent();
  inside->eraseFromParent();
  return changed;
}

/// `%next = select %mask, <splat of %u>, 0`, that goes round a loop for as long as any lane is on: then %u is true, and %next
/// is %mask.
void leave_out_what_is_shared(SelectInst& next, unsigned lanes) {
  Value* truth = shared_by_lanes(next.getTrueValue());
  if (truth == nullptr || !is_wide_mask(*next.getCondition(), lanes) ||
      !match(next.getFalseValue(), m_Zero()))
    return;
  ICmpInst* question = nullptr;
  for (User* user : next.users())
    if (ICmpInst* found = question_about(user)) question = found;
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
  const bool is_any = question->getPredicate() == ICmpInst::ICMP_NE;
  // Selects: without a lane on, what they share may be poison.
  Value* both = is_any
                    ? builder.CreateSelect(question, truth, builder.getFalse())
                    : builder.CreateSelect(question, builder.getTrue(), builder.CreateNot(truth));
  question->replaceUsesWithIf(both, [&](const Use& use) { return use.getUser() != both; });
  next.eraseFromParent();
}

/// The masks of a loop that depend on each other, from one on.
class LoopMasks {
 public:
  LoopMasks(const Loop& loop, Instruction& start, MaskForm form)
      : loop_(loop), form_(form), goes_round_(isa<PHINode>(start)) {
    masks_.insert(&start);
  }

  /// False if it would not do to split them.
  bool find() {
    for (std::size_t i = 0; i < masks_.size(); ++i) {
      Instruction& mask = *masks_[i];
      if (isa<PHINode>(mask) || isa<SelectInst>(mask) || isa<BinaryOperator>(mask) ||
          isa<FreezeInst>(mask)) {
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
    for (ICmpInst* question : questions_) test_pieces(*question);
    for (SelectInst* blend : blends_) split_blend(*blend);
    for (CastInst* number : numbers_) split_number(*number);
    for (IntrinsicInst* load : loads_) split_under_mask(*load);
    for (Instruction* mask : masks_) put_together(*mask);
    for (Instruction* mask : masks_) mask->replaceAllUsesWith(PoisonValue::get(mask->getType()));
    for (Instruction* mask : masks_) mask->eraseFromParent();
  }

 private:
  using Pieces = SmallVector<Value*, 8>;

  [[nodiscard]] bool can_split(const Instruction& mask) const {
    if (!is_wide_mask(mask, form_.lanes) || !loop_.contains(&mask)) return false;
    if (isa<PHINode>(mask) || isa<FreezeInst>(mask)) return true;
    if (const auto* choice = dyn_cast<SelectInst>(&mask))
      return is_wide_mask(*choice->getCondition(), form_.lanes);
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
    if (auto* number = dyn_cast<CastInst>(&user); number != nullptr && is_number(*number))
      return numbers_.insert(number), true;
    if (form_.is_words && is_load_under(user, mask))
      return loads_.insert(cast<IntrinsicInst>(&user)), true;
    auto* blend = dyn_cast<SelectInst>(&user);
    if (blend == nullptr || blend->getCondition() != &mask ||
        blend->getType()->getScalarSizeInBits() != 32)
      return !goes_round_;  // put together there: no more than what comparisons cost as one number
    blends_.insert(blend);
    return true;
  }

  /// Of 32 bits like the words that masks are.
  [[nodiscard]] bool is_number(const CastInst& cast) const {
    return form_.is_words && (isa<SExtInst>(cast) || isa<ZExtInst>(cast)) &&
           cast.getType()->getScalarSizeInBits() == 32;
  }

  Value* extract(IRBuilder<>& builder, Value* whole, unsigned piece) const {
    SmallVector<int, 16> picked;
    for (unsigned i = 0; i < form_.lanes; ++i)
      picked.push_back(static_cast<int>(piece * form_.lanes + i));
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
    const unsigned count = lanes_of(*whole) / form_.lanes;
    if (Value* truth = shared_by_lanes(whole)) return Pieces(count, form_.splat(builder, truth));
    const bool is_mask = whole->getType()->getScalarType()->isIntegerTy(1);
    Pieces result;
    for (unsigned piece = 0; piece < count; ++piece) {
      Value* part = extract(builder, whole, piece);
      result.push_back(is_mask ? form_.keep(builder, part) : part);
    }
    return result;
  }

  void begin(PHINode& phi) {
    IRBuilder<> builder(&phi);
    Pieces& made = pieces_[&phi];
    for (unsigned piece = 0; piece < lanes_of(phi) / form_.lanes; ++piece)
      made.push_back(builder.CreatePHI(form_.type(builder.getContext()), phi.getNumIncomingValues(),
                                       phi.getName()));
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
    for (unsigned piece = 0; piece < lanes_of(*mask) / form_.lanes; ++piece)
      made.push_back(piece_of(builder, *mask, operands, piece));
    return pieces_[value] = made;
  }

  Value* piece_of(IRBuilder<>& builder, const Instruction& mask, ArrayRef<Pieces> operands,
                  unsigned piece) const {
    if (isa<SelectInst>(mask))
      return form_.choose(builder, operands[0][piece], operands[1][piece], operands[2][piece],
                          mask.getName());
    Instruction* copy = mask.clone();
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i][piece]);
    const bool compares = isa<CmpInst>(mask);
    copy->mutateType(compares ? FixedVectorType::get(builder.getInt1Ty(), form_.lanes)
                              : form_.type(builder.getContext()));
    builder.Insert(copy, mask.getName());
    return compares ? form_.keep(builder, copy) : copy;
  }

  void test_pieces(ICmpInst& question) {
    auto* bits = cast<BitCastInst>(question.getOperand(0));
    IRBuilder<> builder(bits);
    Value* all = nullptr;
    for (Value* piece : pieces(bits->getOperand(0)))
      all = all == nullptr ? piece : builder.CreateOr(all, piece);
    Value* number = builder.CreateBitCast(form_.bits(builder, all), builder.getIntNTy(form_.lanes));
    question.setOperand(0, number);
    question.setOperand(1, ConstantInt::get(number->getType(), 0));
    bits->eraseFromParent();
  }

  void split_blend(SelectInst& blend) {
    IRBuilder<> builder(&blend);
    Pieces parts;
    const Pieces masks = pieces(blend.getCondition());
    for (unsigned piece = 0; piece < masks.size(); ++piece)
      parts.push_back(builder.CreateSelect(form_.bits(builder, masks[piece]),
                                           extract(builder, blend.getTrueValue(), piece),
                                           extract(builder, blend.getFalseValue(), piece)));
    Value* whole = concatenateVectors(builder, parts);
    whole->takeName(&blend);
    blend.replaceAllUsesWith(whole);
    blend.eraseFromParent();
  }

  void split_number(CastInst& number) {
    IRBuilder<> builder(&number);
    Pieces parts;
    for (Value* piece : pieces(number.getOperand(0)))
      parts.push_back(isa<SExtInst>(number) ? piece : builder.CreateNeg(piece));
    Value* whole = concatenateVectors(builder, parts);
    number.replaceAllUsesWith(whole);
    number.eraseFromParent();
  }

  void split_under_mask(IntrinsicInst& load) {
    IRBuilder<> builder(&load);
    Pieces masks;
    for (Value* piece : pieces(load.getArgOperand(1))) masks.push_back(form_.bits(builder, piece));
    split_load(load, masks);
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
      Pieces parts;
      for (Value* piece : pieces(&mask)) parts.push_back(form_.bits(builder, piece));
      use->set(concatenateVectors(builder, parts));
    }
  }

  const Loop& loop_;
  const MaskForm form_;
  const bool goes_round_;
  SmallSetVector<Instruction*, 8> masks_;
  SmallSetVector<ICmpInst*, 2> questions_;
  SmallSetVector<SelectInst*, 4> blends_;
  SmallSetVector<CastInst*, 4> numbers_;
  SmallSetVector<IntrinsicInst*, 4> loads_;
  MapVector<Value*, Pieces> pieces_;
};

/// Masks of one round, from those that are made there.
void split_comparisons(const Loop& loop, MaskForm form) {
  SmallVector<WeakVH, 8> comparisons;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block)
      if (isa<CmpInst>(instruction) && is_wide_mask(instruction, form.lanes) &&
          instruction.getOperand(0)->getType()->getScalarSizeInBits() == 32)
        comparisons.emplace_back(&instruction);
  for (const WeakVH& comparison : comparisons) {
    if (comparison == nullptr) continue;  // split with others
    if (LoopMasks masks(loop, *cast<Instruction>(comparison), form); masks.find()) masks.split();
  }
}

/// What all lanes share was a number until here. Without registers of masks it becomes one by way of vectors.
void spread_truths(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    const auto* type = dyn_cast<FixedVectorType>(instruction.getType());
    Value* truth = type == nullptr ? nullptr : shared_by_lanes(&instruction);
    if (truth == nullptr) continue;
    if (!instruction.use_empty()) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(builder.CreateVectorSplat(type->getNumElements(), truth));
    }
    instruction.eraseFromParent();
  }
}

}  // namespace

void split_masks(Function& function, MaskForm form) {
  if (function.isDeclaration()) return;
  SmallVector<WeakVH, 8> selects;
  for (Instruction& instruction : instructions(function)) {
    if (auto* select = dyn_cast<SelectInst>(&instruction);
        select != nullptr && is_wide_mask(*select, form.lanes))
      selects.emplace_back(select);
  }
  for (const WeakVH& found : selects) {
    if (found == nullptr) continue;  // part of another
    auto* select = cast<SelectInst>(found);
    leave_out_what_is_shared(form.is_words ? *shared_last(*select) : *select, form.lanes);
  }
  const DominatorTree tree(function);
  const LoopInfo loops(tree);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    SmallVector<PHINode*, 4> phis;
    for (PHINode& phi : loop->getHeader()->phis())
      if (is_wide_mask(phi, form.lanes)) phis.push_back(&phi);
    // One at a time: they may depend on each other.
    if (!phis.empty())
      if (LoopMasks masks(*loop, *phis.front(), form); masks.find()) masks.split();
    // Words of one round the code generator finds by itself: it sees comparisons beside their uses.
    if (loop->isInnermost() && !form.is_words) split_comparisons(*loop, form);
  }
  if (form.is_words) spread_truths(function);
}

}  // namespace riffle::spmd
