// SPDX-License-Identifier: Apache-2.0
// Branches on which lanes part. What only some lanes run is skipped if no lane does, by a branch; where it is as little
// as the question whether any lane is on, it always runs, and a branch that may be predicted wrong is saved:
//
//   D: br i1 (any(%m)), label %S, label %J     ->     D: br i1 true, label %S, label %J
//   S: %x = add <16 x i32> ...                        S: the same
//   J: phi [ select(%m, %x, %y), S ], [ %y, D ]       J: select(%m, %x, %y)
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostAlwaysRun = 16;
/// Branch by branch: how far up a load counts as just done. The cases of a switch are some.
constexpr unsigned kMostBlocksAbove = 4;

/// Done at once by lanes that are on and lanes that are off alike.
bool is_quick(const Instruction& instruction) {
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
    const Intrinsic::ID id = call->getIntrinsicID();
    return isa<MinMaxIntrinsic>(call) || id == Intrinsic::fma || id == Intrinsic::fabs ||
           id == Intrinsic::abs;
  }
  const unsigned code = instruction.getOpcode();
  if (isa<BinaryOperator>(instruction))
    return !instruction.isIntDivRem() && code != Instruction::FDiv && code != Instruction::FRem;
  return isa<CastInst>(instruction) || isa<CmpInst>(instruction) || isa<SelectInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<FreezeInst>(instruction) ||
         isa<UnaryOperator>(instruction);
}

}  // namespace

bool Widener::is_consecutive_load(const Instruction& instruction) const {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  if (load == nullptr || !load->isSimple()) return false;
  const auto bytes = body_.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue();
  const LaneShape address = shape_of_access(load->getPointerOperand(), load->getType());
  return way_of(address, load->getType(), static_cast<std::int64_t>(bytes), true) ==
         Way::kConsecutive;
}

/// Neighbouring elements of the block's own memory, which is in the cache. Where masks are vectors, which a branch turns into bits
/// and back, those of an array, too, of which all lanes have just read such.
bool Widener::is_quick_load(const Instruction& instruction) const {
  if (!is_consecutive_load(instruction)) return false;
  const Value* array = getUnderlyingObject(getLoadStorePointerOperand(&instruction));
  if (array == body_.getArg(kShared)) return true;
  if (mask_cost_ != Masks::kDear) return false;
  const BasicBlock* above = control_.immediate_dominator(instruction.getParent());
  for (unsigned i = 0; i < kMostBlocksAbove && above != nullptr; ++i) {
    if (masks_.lookup(above) == nullptr && any_of(*above, [&](const Instruction& other) {
          return is_consecutive_load(other) &&
                 getUnderlyingObject(getLoadStorePointerOperand(&other)) == array;
        }))
      return true;
    above = control_.immediate_dominator(above);
  }
  return false;
}

/// To places that the lanes have just read, in the block's own memory (widen_blended.cpp): no mask, and no lane is
/// scattered but where numbers that permute the lanes are out of the ordinary.
bool Widener::is_quick_store(const Instruction& instruction) const {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  if (store == nullptr || load_before(*store) == nullptr) return false;
  Type* type = store->getValueOperand()->getType();
  const auto bytes = body_.getDataLayout().getTypeStoreSize(type).getFixedValue();
  const LaneShape address = shape_of_access(store->getPointerOperand(), type);
  const Way way = way_of(address, type, static_cast<std::int64_t>(bytes), true);
  const bool permutes = address.restart != nullptr && is_permutation(*address.restart, lanes_);
  return way == Way::kConsecutive || (way == Way::kGuarded && permutes) ||
         (way == Way::kStrided && mask_cost_ == Masks::kDear);
}

/// Of what is between a divergent branch and where its ways meet. Uniform branches are not for lanes that are off:
/// what they ask may be poison.
bool Widener::is_not_worth_skipping(BasicBlock& then, const BasicBlock& join) const {
  unsigned left = kMostAlwaysRun;
  SmallVector<BasicBlock*, 4> work = {&then};
  SmallPtrSet<const BasicBlock*, 4> seen;
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (block == &join || !seen.insert(block).second) continue;
    if (control_.loops().getLoopFor(block) != control_.loops().getLoopFor(&join)) return false;
    for (const Instruction& instruction : *block) {
      if (isa<PHINode>(instruction) || instruction.isTerminator()) continue;
      if (left-- == 0 ||
          (!is_quick(instruction) && !is_quick_load(instruction) && !is_quick_store(instruction)))
        return false;
    }
    const auto* branch = cast<BranchInst>(block->getTerminator());
    if (branch->isConditional() && !control_.is_divergent_if(*block)) return false;
    append_range(work, successors(block));
  }
  return true;
}

void Widener::emit_divergent_if(BasicBlock& block, BranchInst& branch) {
  BasicBlock* then = control_.then_block(block);
  Value* condition = vector(branch.getCondition());
  const bool inverted = branch.getSuccessor(0) != then;
  if (inverted) condition = builder_.CreateNot(condition);
  // A select, not an and: false & poison would be poison.
  Value* mask = mask_ == nullptr
                    ? condition
                    : builder_.CreateSelect(mask_, condition,
                                            Constant::getNullValue(condition->getType()), "mask");
  then_masks_[then] = mask;
  BasicBlock* join = branch.getSuccessor(inverted ? 0 : 1);
  // Scalars at the packet's ends tell sooner than masks, and mostly the same for packet after packet.
  Value* some = any_by_ends(branch.getCondition(), inverted);
  if (some == nullptr) some = is_not_worth_skipping(*then, *join) ? builder_.getTrue() : any(mask);
  builder_.CreateCondBr(some, begin_[then], begin_[join]);
}

}  // namespace riffle::spmd
