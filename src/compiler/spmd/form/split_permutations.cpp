// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/split_permutations.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/form/constants_apart.h"
#include "compiler/spmd/form/region_copy.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::size_t kLargestRegion = 80;        ///< instructions
constexpr std::size_t kLargestOfManyCopies = 40;  ///< if each number has a copy
constexpr unsigned kMostRegions = 8;

bool waits(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  const IntrinsicKind kind = kind_of(*call);
  return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp || suspends(*call);
}

struct BodyAnalyses {
  ControlFlow control;
  Shapes shapes;
  DominatorTree dominators;

  BodyAnalyses(Function& body, unsigned lanes)
      : control(body, lanes),
        shapes(body, control.uniformity(), lanes, control.blended()),
        dominators(body) {}
};

/// What `operation` permutes, and the number that the lanes share.
struct Permutation {
  BinaryOperator* operation;
  Value *index, *shared;

  static Permutation of(BinaryOperator& operation, const Shapes& shapes) {
    const unsigned shared = shapes.of(operation.getOperand(0)).is_uniform() ? 0 : 1;
    return {&operation, operation.getOperand(1 - shared), operation.getOperand(shared)};
  }
};

/// Null where the lanes' shape is no permutation by a number known only at run time.
BinaryOperator* permutation_of(const LaneShape& shape, unsigned lanes) {
  const BinaryOperator* operation = shape.restart;
  if (operation == nullptr || !is_permutation(*operation, lanes)) return nullptr;
  if (any_of(operation->operands(), [](const Use& use) { return isa<Constant>(use); }))
    return nullptr;
  return const_cast<BinaryOperator*>(operation);
}

/// Whether `value` is computed from the thread's place along x and what lanes share, by simple operations.
bool is_line(const Value* value, const Shapes& shapes, SmallPtrSetImpl<const Value*>& seen) {
  if (shapes.of(value).is_uniform()) return true;
  if (const auto* argument = dyn_cast<Argument>(value))
    return argument->getArgNo() == kThreadX || argument->getArgNo() == kLinear;
  const auto* instruction = dyn_cast<Instruction>(value);
  return instruction != nullptr && is_pure(*instruction) &&
         (!seen.insert(instruction).second || all_of(instruction->operands(), [&](const Use& use) {
           return is_line(use.get(), shapes, seen);
         }));
}

bool is_line(const Value* value, const Shapes& shapes) {
  SmallPtrSet<const Value*, 16> seen;
  return is_line(value, shapes, seen);
}

/// A number that is `reach - 1` or the like.
struct NumberWithOffset {
  Value* variable;
  APInt constant;

  static NumberWithOffset of(Value* value) {
    Value* variable = nullptr;
    const APInt* constant = nullptr;
    if (match(value, m_Add(m_Value(variable), m_APInt(constant)))) return {variable, *constant};
    return {value, APInt(value->getType()->getIntegerBitWidth(), 0)};
  }
};

/// From `start` to `end` in one block, or, if there are more blocks, from `start` to the beginning of `end`'s.
struct Region {
  Instruction *start, *end;
  SmallVector<BasicBlock*, 8> further;
  BinaryOperator* permutation;
};

class PermutationSplitter {
 public:
  PermutationSplitter(Function& body, unsigned lanes, Masks masks)
      : body_(body), lanes_(lanes), masks_(masks) {}

  void run() {
    for (unsigned i = 0; i < kMostRegions; ++i) {
      const BodyAnalyses analyses(body_, lanes_);
      if (!analyses.control.refusal().empty()) break;
      const std::optional<Region> region = find(analyses);
      if (!region) break;
      split(*region, analyses);
    }
    if (!knows_numbers_) return;
    set_constants_apart(body_);
  }

 private:
  std::optional<Region> find(const BodyAnalyses& analyses);
  std::optional<Region> region_from(Instruction& start, BinaryOperator& permutation,
                                    const BodyAnalyses& analyses) const;
  bool may_be_copied(const Region& region, const BodyAnalyses& analyses) const;
  void split(const Region& region, const BodyAnalyses& analyses);
  void note_seen(const BasicBlock& block);
  Value* first_lanes(IRBuilder<>& builder, Value* index);
  Value* in_order(IRBuilder<>& builder, const Permutation& permutation);
  Value* lane_number(IRBuilder<>& builder, Type* type);
  void share_questions(BranchInst& branch, ArrayRef<BasicBlock*> blocks);
  [[nodiscard]] APInt bits_of_index(const Permutation& permutation) const;
  BasicBlock* copy_for_numbers(const Permutation& permutation, ArrayRef<BasicBlock*> blocks,
                               RegionMerge& merge, std::deque<RegionCopy>& copies);
  BasicBlock* branch_on(Value& value, SmallVectorImpl<std::pair<APInt, BasicBlock*>>& known,
                        BasicBlock& rest);
  static void move_down(BasicBlock& above, ArrayRef<BasicBlock*> blocks);
  [[nodiscard]] bool stores_bare(const Region& region) const;

  Function& body_;
  const unsigned lanes_;
  const Masks masks_;
  SmallPtrSet<const Instruction*, 32> seen_;  ///< accesses
  bool knows_numbers_ = false;                ///< in some copies
};

void PermutationSplitter::note_seen(const BasicBlock& block) {
  for (const Instruction& instruction : block)
    if (getLoadStorePointerOperand(&instruction) != nullptr) seen_.insert(&instruction);
}

std::optional<Region> PermutationSplitter::find(const BodyAnalyses& analyses) {
  for (Instruction& instruction : instructions(body_)) {
    Value* pointer = getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr || !seen_.insert(&instruction).second) continue;
    const LaneShape address = analyses.shapes.of(pointer);
    BinaryOperator* permutation = permutation_of(address, lanes_);
    const TypeSize bytes = body_.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
    if (permutation == nullptr ||
        !is_line(Permutation::of(*permutation, analyses.shapes).index, analyses.shapes) ||
        !address.is_linear_if_guarded() ||
        address.stride != static_cast<std::int64_t>(bytes.getFixedValue()))
      continue;
    std::optional<Region> region = region_from(instruction, *permutation, analyses);
    if (!region || !may_be_copied(*region, analyses)) continue;
    for (const BasicBlock* block : region->further) note_seen(*block);
    note_seen(*region->start->getParent());
    return region;
  }
  return {};
}

/// As far as control comes back together, at most to where threads wait for each other.
std::optional<Region> PermutationSplitter::region_from(Instruction& start,
                                                       BinaryOperator& permutation,
                                                       const BodyAnalyses& analyses) const {
  BasicBlock* block = start.getParent();
  Region region{&start, block->getTerminator(), {}, &permutation};
  for (Instruction& instruction : make_range(start.getIterator(), block->end())) {
    if (!waits(instruction)) continue;
    region.end = &instruction;
    return region;
  }
  const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return region;
  const Loop* loop = analyses.control.loops().getLoopFor(block);
  const PostDominatorTree post_dominators(body_);
  const auto* node = post_dominators.getNode(block)->getIDom();
  BasicBlock* join = node == nullptr ? nullptr : node->getBlock();
  if (join == nullptr || analyses.control.loops().getLoopFor(join) != loop) return region;
  SmallVector<BasicBlock*, 8> further;
  SmallVector<BasicBlock*, 8> work(successors(block));
  while (!work.empty()) {
    BasicBlock* next = work.pop_back_val();
    if (next == join || is_contained(further, next)) continue;
    if (!analyses.dominators.properlyDominates(block, next) || any_of(*next, waits)) return region;
    further.push_back(next);
    append_range(work, successors(next));
  }
  if (any_of(predecessors(join),
             [&](BasicBlock* before) { return before != block && !is_contained(further, before); }))
    return region;
  region.end = &join->front();
  region.further = std::move(further);
  return region;
}

bool PermutationSplitter::may_be_copied(const Region& region, const BodyAnalyses& analyses) const {
  const BasicBlock* first = region.start->getParent();
  const BasicBlock* last = region.end->getParent();
  const BasicBlock::const_iterator stop =
      first == last ? region.end->getIterator() : region.start->getParent()->end();
  const auto is_inside = [&](const Instruction& user) {
    if (is_contained(region.further, user.getParent())) return true;
    if (user.getParent() != first || user.comesBefore(region.start)) return false;
    return first != last || user.comesBefore(region.end);
  };
  std::size_t size = 0;
  // An address that is used behind the region as well would be one of several there.
  const auto may_be = [&](const Instruction& instruction) {
    ++size;
    return !analyses.shapes.of(&instruction).is_linear_if_guarded() ||
           all_of(instruction.users(),
                  [&](const User* user) { return is_inside(*cast<Instruction>(user)); });
  };
  if (!all_of(make_range(BasicBlock::const_iterator(region.start), stop), may_be)) return false;
  for (const BasicBlock* block : region.further)
    if (!all_of(*block, may_be)) return false;
  return size <= (masks_ == Masks::kDear ? kLargestOfManyCopies : kLargestRegion);
}

/// What the packet's first lane has in place of `index`, a line.
Value* PermutationSplitter::first_lanes(IRBuilder<>& builder, Value* index) {
  ValueToValueMapTy first;
  for (const unsigned which : {kThreadX, kLinear}) {
    Argument* argument = body_.getArg(which);
    first[argument] = builder.CreateAnd(
        argument, ConstantInt::getSigned(argument->getType(), -std::int64_t{lanes_}), "first");
  }
  return Remade(builder, first)(index);
}

Value* PermutationSplitter::lane_number(IRBuilder<>& builder, Type* type) {
  Value* lane = builder.CreateAnd(body_.getArg(kThreadX), lanes_ - 1, "lane");
  return builder.CreateZExtOrTrunc(lane, type);
}

/// Lane i has what lane 0 has, plus i.
Value* PermutationSplitter::in_order(IRBuilder<>& builder, const Permutation& permutation) {
  Value* first = first_lanes(builder, permutation.index);
  first = permutation.operation->getOpcode() == Instruction::Xor
              ? builder.CreateXor(first, permutation.shared)
              : builder.CreateAnd(first, permutation.shared);
  return builder.CreateOr(first, lane_number(builder, first->getType()), "ordered", true);
}

void PermutationSplitter::split(const Region& region, const BodyAnalyses& analyses) {
  const Permutation permutation = Permutation::of(*region.permutation, analyses.shapes);
  const bool is_xor = region.permutation->getOpcode() == Instruction::Xor;
  BasicBlock* above = region.start->getParent();
  BasicBlock* join = region.end->getParent();
  if (join == above) join = SplitBlock(above, region.end);
  BasicBlock* rest = SplitBlock(above, region.start);
  SmallVector<BasicBlock*, 8> blocks = {rest};
  append_range(blocks, region.further);
  RegionMerge merge(*join, blocks);

  Instruction* end = above->getTerminator();
  IRBuilder<> builder(end);
  Type* type = permutation.shared->getType();
  Value* shared = builder.CreateFreeze(permutation.shared);
  Value* low = builder.CreateAnd(shared, lanes_ - 1);
  Value* keeps = builder.CreateICmpEQ(low, ConstantInt::get(type, is_xor ? 0 : lanes_ - 1));

  RegionCopy ordered("in.order", body_, blocks);
  ordered.make(*region.permutation,
               [&](IRBuilder<>& inside) { return in_order(inside, permutation); });
  merge.add(ordered);
  std::deque<RegionCopy> further;
  BasicBlock* otherwise = rest;
  if (masks_ == Masks::kDear) {
    if (stores_bare(region)) otherwise = copy_for_numbers(permutation, blocks, merge, further);
  } else if (!is_xor) {
    otherwise = BasicBlock::Create(body_.getContext(), "otherwise", &body_, rest);
    RegionCopy& within = further.emplace_back("within", body_, blocks);
    within.make(*region.permutation, [&](IRBuilder<>& inside) {
      return inside.CreateAnd(lane_number(inside, type), permutation.shared);
    });
    for (const BasicBlock* copy : within.blocks()) note_seen(*copy);
    merge.add(within);
    IRBuilder<> test_builder(otherwise);
    APInt high = bits_of_index(permutation);
    high.clearLowBits(Log2_32(lanes_));
    test_builder.CreateCondBr(test_builder.CreateIsNull(test_builder.CreateAnd(shared, high)),
                              within.entry(), rest);
  }
  BranchInst* branch = builder.CreateCondBr(keeps, ordered.entry(), otherwise);
  branch->setMetadata(kPermutationQuestion, MDNode::get(body_.getContext(), {}));
  end->eraseFromParent();
  merge.finish();
  if (masks_ == Masks::kDear) move_down(*above, blocks);
  SmallVector<BasicBlock*, 8> copies = {ordered.entry()};
  append_range(copies, ordered.blocks());
  share_questions(*branch, copies);
}

/// What only the code as it was needs from in front of it, no copy does.
void PermutationSplitter::move_down(BasicBlock& above, ArrayRef<BasicBlock*> blocks) {
  for (Instruction& instruction : make_early_inc_range(reverse(above))) {
    if (waits(instruction)) return;
    const bool is_for_it =
        is_pure(instruction) && all_of(instruction.users(), [&](const User* user) {
          return is_contained(blocks, cast<Instruction>(user)->getParent()) && !isa<PHINode>(user);
        });
    if (is_for_it) instruction.moveBefore(*blocks.front(), blocks.front()->getFirstInsertionPt());
  }
}

/// Whether no store is scattered even if lanes are permuted by a constant: where some lanes are off, only those of the block's own
/// memory are not (Widener::value_before).
bool PermutationSplitter::stores_bare(const Region& region) const {
  return none_of(region.further, [&](const BasicBlock* block) {
    return any_of(*block, [&](const Instruction& instruction) {
      const auto* store = dyn_cast<StoreInst>(&instruction);
      return store != nullptr &&
             getUnderlyingObject(store->getPointerOperand()) != body_.getArg(kShared);
    });
  });
}

/// Of higher bits of the number those matter that an index may have: clang adds others to save an operation.
APInt PermutationSplitter::bits_of_index(const Permutation& permutation) const {
  return ~computeKnownBits(permutation.index, body_.getDataLayout()).Zero;
}

/// A copy for each number that networks of butterflies and of sorting have for partners in a packet, and the question which one it
/// is.
BasicBlock* PermutationSplitter::copy_for_numbers(const Permutation& permutation,
                                                  ArrayRef<BasicBlock*> blocks, RegionMerge& merge,
                                                  std::deque<RegionCopy>& copies) {
  const bool is_xor = permutation.operation->getOpcode() == Instruction::Xor;
  const NumberWithOffset shared = NumberWithOffset::of(permutation.shared);
  const APInt bits =
      is_xor ? APInt::getAllOnes(shared.constant.getBitWidth()) : bits_of_index(permutation);
  knows_numbers_ = true;
  SmallVector<std::pair<APInt, BasicBlock*>, 8> known;
  for (unsigned reach = 1; reach < lanes_; reach *= 2) {
    const APInt low(bits.getBitWidth(), is_xor ? reach : reach - 1);
    const APInt number = (low - shared.constant) & bits;
    if (((number + shared.constant) & bits) != low || number.uge(64)) continue;
    RegionCopy& copy = copies.emplace_back("at." + std::to_string(reach), body_, blocks);
    Constant* constant = ConstantInt::get(permutation.shared->getType(), number);
    copy.know(*shared.variable, *constant);
    copy.make(*permutation.operation, [&](IRBuilder<>& inside) {
      return is_xor ? inside.CreateXor(permutation.index, low)
                    : inside.CreateAnd(lane_number(inside, permutation.shared->getType()), low);
    });
    for (BasicBlock* block : copy.blocks()) note_seen(*block);
    merge.add(copy);
    known.emplace_back(number, copy.entry());
  }
  if (known.empty()) return blocks.front();
  return branch_on(*shared.variable, known, *blocks.front());
}

/// Which of the numbers it is, by comparisons that the optimiser leaves apart: one that has a single way to `rest` and each
/// copy can be asked in front of a loop. They are less than 64.
///
///   br (0b10110 >> %u & 1), known, rest;  known: br %u > 2, at.4, below;  below: br %u > 1, at.2, at.1
BasicBlock* PermutationSplitter::branch_on(Value& value,
                                           SmallVectorImpl<std::pair<APInt, BasicBlock*>>& known,
                                           BasicBlock& rest) {
  llvm::sort(known, [](const auto& one, const auto& other) { return one.first.ult(other.first); });
  BasicBlock* question = BasicBlock::Create(body_.getContext(), "otherwise", &body_, &rest);
  IRBuilder<> builder(question);
  Value* number = builder.CreateFreeze(&value);
  std::uint64_t bits = 0;
  for (const auto& [constant, copy] : known) bits |= std::uint64_t{1} << constant.getZExtValue();
  Value* place = builder.CreateZExtOrTrunc(number, builder.getInt64Ty());
  Value* bit = builder.CreateLShr(builder.getInt64(bits), builder.CreateAnd(place, 63));
  Value* is_small = builder.CreateICmpULT(number, ConstantInt::get(number->getType(), 64));
  Value* is_known = builder.CreateAnd(is_small, builder.CreateTrunc(bit, builder.getInt1Ty()));
  BasicBlock* next = known.front().second;
  for (unsigned i = 1; i < known.size(); ++i) {
    BasicBlock* above = BasicBlock::Create(body_.getContext(), "known", &body_, next);
    IRBuilder<> test_builder(above);
    Value* larger = test_builder.CreateICmpUGT(number, test_builder.getInt(known[i - 1].first));
    test_builder.CreateCondBr(larger, known[i].second, next);
    next = above;
  }
  builder.CreateCondBr(is_known, next, &rest);
  return question;
}

/// Of an index whose lanes follow each other, `x & v` is the same for all of them where v has no low bits.
void PermutationSplitter::share_questions(BranchInst& branch, ArrayRef<BasicBlock*> blocks) {
  const BodyAnalyses analyses(body_, lanes_);
  SmallVector<BinaryOperator*, 4> found;
  for (BasicBlock* block : blocks) {
    for (Instruction& instruction : *block) {
      BinaryOperator* operation = permutation_of(analyses.shapes.of(&instruction), lanes_);
      if (operation != &instruction || operation->getOpcode() != Instruction::And) continue;
      const auto [_, index, shared] = Permutation::of(*operation, analyses.shapes);
      if (is_line(index, analyses.shapes) && analyses.dominators.dominates(shared, &branch))
        found.push_back(operation);
    }
  }
  for (BinaryOperator* operation : found) {
    const auto [_, index, shared] = Permutation::of(*operation, analyses.shapes);
    IRBuilder<> builder(&branch);
    Value* low = builder.CreateAnd(builder.CreateFreeze(shared), lanes_ - 1);
    branch.setCondition(builder.CreateAnd(branch.getCondition(), builder.CreateIsNull(low)));
    builder.SetInsertPoint(operation);
    operation->replaceAllUsesWith(builder.CreateAnd(first_lanes(builder, index), shared));
    operation->eraseFromParent();
  }
}

}  // namespace

bool tests_permutations(const Function& function) {
  return any_of(function, [](const BasicBlock& block) {
    return block.getTerminator() != nullptr &&
           block.getTerminator()->hasMetadata(kPermutationQuestion);
  });
}

void split_permutations(Function& body, unsigned lanes, Masks masks) {
  const bool may_permute = any_of(instructions(body), [](const Instruction& instruction) {
    const unsigned code = instruction.getOpcode();
    return (code == Instruction::And || code == Instruction::Xor) &&
           !instruction.getType()->isIntegerTy(1) && !isa<Constant>(instruction.getOperand(0)) &&
           !isa<Constant>(instruction.getOperand(1));
  });
  if (may_permute) PermutationSplitter(body, lanes, masks).run();
}

}  // namespace riffle::spmd
