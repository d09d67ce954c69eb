// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/grid_loop.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/lower/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

bool is_same_for_grid(const Value& value, unsigned depth) {
  if (isa<ConstantInt>(value)) return true;
  if (const auto* argument = dyn_cast<Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    return number >= kFirstParameter || (number >= kGridX && number <= kDynamicShared);
  }
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return false;
  // A division that every thread comes to has its divisor checked.
  const bool is_safe = !instruction->isIntDivRem() || instruction->getParent()->isEntryBlock();
  const bool is_simple = (isa<BinaryOperator>(instruction) && is_safe) ||
                         isa<CastInst>(instruction) || isa<SelectInst>(instruction) ||
                         isa<ICmpInst>(instruction) || isa<GetElementPtrInst>(instruction);
  return is_simple && all_of(instruction->operands(), [&](const Use& operand) {
           return is_same_for_grid(*operand.get(), depth - 1);
         });
}

Value* evaluated(IRBuilder<>& builder, Value* value, ArrayRef<Value*> arguments) {
  if (isa<Constant>(value)) return value;
  if (auto* argument = dyn_cast<Argument>(value)) return arguments[argument->getArgNo()];
  Instruction* copy = cast<Instruction>(value)->clone();
  for (Use& operand : copy->operands()) operand.set(evaluated(builder, operand.get(), arguments));
  copy->dropPoisonGeneratingFlags();
  copy->setDebugLoc({});
  return builder.Insert(copy);
}

namespace {

// Sums of two numbers below it fit into 64 bits.
constexpr std::uint64_t kLargestCount = std::uint64_t{1} << 62;
constexpr unsigned kDeepest = kDeepestForGrid;

const Value* without_extensions(const Value* value) {
  while (isa<ZExtInst>(value) || isa<SExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
  return value;
}

bool is_argument(const Value* value, unsigned number) {
  const auto* argument = dyn_cast<Argument>(without_extensions(value));
  return argument != nullptr && argument->getArgNo() == number;
}

/// block.x * extent.x, or block.x times what extent.x is in code for one shape.
bool is_start_of_block(const Value* value) {
  const auto* start = dyn_cast<BinaryOperator>(value);
  if (start == nullptr) return false;
  const Value *left = start->getOperand(0), *right = start->getOperand(1);
  const APInt* number = nullptr;
  if (isa<ConstantInt>(left)) std::swap(left, right);
  if (match(right, m_APInt(number)) && is_argument(left, kBlockX)) {
    const auto shape = shape_of(*start->getFunction());
    if (!shape || number->uge(shape->block.x + 1)) return false;
    const std::uint64_t factor = number->getZExtValue();
    return start->getOpcode() == Instruction::Shl
               ? std::uint64_t{1} << factor % 64 == shape->block.x
               : start->getOpcode() == Instruction::Mul && factor == shape->block.x;
  }
  return start->getOpcode() == Instruction::Mul &&
         ((is_argument(left, kBlockX) && is_argument(right, kExtentX)) ||
          (is_argument(left, kExtentX) && is_argument(right, kBlockX)));
}

/// block.x * extent.x + thread.x
bool is_thread_of_grid(const Value* value) {
  const auto* sum = dyn_cast<BinaryOperator>(without_extensions(value));
  if (sum == nullptr || sum->getOpcode() != Instruction::Add) return false;
  for (const bool swapped : {false, true}) {
    if (!is_argument(sum->getOperand(swapped ? 1 : 0), kThreadX)) continue;
    return is_start_of_block(without_extensions(sum->getOperand(swapped ? 0 : 1)));
  }
  return false;
}

/// The comparison that lets `branch` go to where `exit` is not, as `index predicate bound`.
struct LoopComparison {
  CmpInst::Predicate predicate;
  Value* bound;
};

std::optional<LoopComparison> comparison_of(const BranchInst& branch, const BasicBlock* exit,
                                            const Value* index) {
  const auto* comparison = dyn_cast<ICmpInst>(branch.getCondition());
  if (comparison == nullptr) return {};
  const bool swapped = comparison->getOperand(1) == index;
  if (!swapped && comparison->getOperand(0) != index) return {};
  auto predicate = swapped ? comparison->getSwappedPredicate() : comparison->getPredicate();
  if (branch.getSuccessor(0) == exit) predicate = CmpInst::getInversePredicate(predicate);
  return LoopComparison{predicate, comparison->getOperand(swapped ? 0 : 1)};
}

bool depends_on_grid(const Value& value, unsigned depth = kDeepest) {
  if (is_argument(&value, kGridX)) return true;
  const auto* instruction = dyn_cast<Instruction>(&value);
  return instruction != nullptr && depth != 0 &&
         any_of(instruction->operands(),
                [&](const Use& operand) { return depends_on_grid(*operand.get(), depth - 1); });
}

/// What counted iterations, in a body of one: `index`, which nothing uses any more, and all that led to it.
void drop_counter(PHINode& phi, Instruction& index) {
  if (&index != &phi) RecursivelyDeleteTriviallyDeadInstructions(&index);
  const SmallVector<WeakTrackingVH, 2> counted(phi.incoming_values());
  phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
  phi.eraseFromParent();
  for (const WeakTrackingVH& value : counted) {
    if (value.pointsToAliveValue()) RecursivelyDeleteTriviallyDeadInstructions(value);
  }
}

}  // namespace

Value* step_through_grid(const Loop& loop, const PHINode& phi) {
  Value* step = nullptr;
  if (loop.getLoopLatch() == nullptr || !phi.getType()->isIntegerTy() ||
      !match(phi.getIncomingValueForBlock(loop.getLoopLatch()),
             m_c_Add(m_Specific(&phi), m_Value(step))))
    return nullptr;
  return is_same_for_grid(*step) && depends_on_grid(*step) ? step : nullptr;
}

bool goes_through_grid(Function& body) {
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) {
    return any_of(loop->getHeader()->phis(),
                  [&](const PHINode& phi) { return step_through_grid(*loop, phi) != nullptr; });
  });
}

/// i = thread of grid; i < bound; i += step
bool GridLoop::find_index(Loop& loop, const BasicBlock& past) {
  Value* start = phi_->getIncomingValueForBlock(loop.getLoopPredecessor());
  Value* next = phi_->getIncomingValueForBlock(loop.getLoopLatch());
  if (!match(next, m_c_Add(m_Specific(phi_), m_Value(step_)))) return false;
  if (!is_thread_of_grid(start) || !is_same_for_grid(*step_)) return false;
  const BasicBlock* exit = loop.getExitBlock();
  const auto enters = comparison_of(*guard_, &past, start);
  const auto goes_on = comparison_of(*latch_, exit, next);
  if (!enters || !goes_on || enters->predicate != goes_on->predicate ||
      enters->bound != goes_on->bound || !is_same_for_grid(*enters->bound))
    return false;
  if (!ICmpInst::isLT(enters->predicate) && !ICmpInst::isLE(enters->predicate)) return false;
  index_ = phi_;
  bound_ = enters->bound;
  is_signed_ = CmpInst::isSigned(enters->predicate);
  inclusive_ = ICmpInst::isLE(enters->predicate);
  return true;
}

/// round = 0; round < bound; ++round, and nothing made of it but round * step + thread of grid
bool GridLoop::find_counter(Loop& loop, const BasicBlock& past) {
  Value* next = phi_->getIncomingValueForBlock(loop.getLoopLatch());
  if (!phi_->getType()->isIntegerTy(32) || !match(next, m_c_Add(m_Specific(phi_), m_One())) ||
      !match(phi_->getIncomingValueForBlock(loop.getLoopPredecessor()), m_Zero()))
    return false;
  const auto* enters = dyn_cast<ICmpInst>(guard_->getCondition());
  const BasicBlock* exit = loop.getExitBlock();
  const auto goes_on = comparison_of(*latch_, exit, next);
  if (enters == nullptr || !goes_on || !is_same_for_grid(*goes_on->bound)) return false;
  bound_ = goes_on->bound;
  const auto some = comparison_of(*guard_, &past, bound_);
  if (!some || !match(some->bound, m_Zero())) return false;
  is_signed_ = some->predicate == CmpInst::ICMP_SGT;
  if (!is_signed_ && some->predicate != CmpInst::ICMP_UGT && some->predicate != CmpInst::ICMP_NE)
    return false;
  const auto less = is_signed_ ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  if (goes_on->predicate != CmpInst::ICMP_NE && goes_on->predicate != less) return false;
  // The product and the sum, each the only one.
  Instruction* product = nullptr;
  for (User* user : phi_->users()) {
    if (user == next) continue;
    if (product != nullptr) return false;
    product = cast<Instruction>(user);
  }
  if (product == nullptr || !product->hasOneUse() ||
      !match(product, m_c_Mul(m_Specific(phi_), m_Value(step_))) || !is_same_for_grid(*step_))
    return false;
  Value* start = nullptr;
  index_ = dyn_cast<Instruction>(*product->user_begin());
  return index_ != nullptr && match(index_, m_c_Add(m_Specific(product), m_Value(start))) &&
         is_thread_of_grid(start);
}

std::optional<GridLoop> GridLoop::find(Loop& loop, BranchInst& guard, const BasicBlock& past,
                                       PHINode& phi) {
  BasicBlock* latch = loop.getLoopLatch();
  auto* last = latch == nullptr ? nullptr : dyn_cast<BranchInst>(latch->getTerminator());
  if (last == nullptr || !last->isConditional() || loop.getExitingBlock() != latch) return {};
  if (!phi.getType()->isIntegerTy(32) && !phi.getType()->isIntegerTy(64)) return {};
  GridLoop found;
  found.phi_ = &phi;
  found.guard_ = &guard;
  found.latch_ = last;
  if (!found.find_index(loop, past) && !found.find_counter(loop, past)) return {};
  return found;
}

Value* GridLoop::extended(IRBuilder<>& builder, Value* number) const {
  return is_signed_ ? builder.CreateSExt(number, builder.getInt64Ty())
                    : builder.CreateZExt(number, builder.getInt64Ty());
}

Value* GridLoop::count(IRBuilder<>& builder, ArrayRef<Value*> arguments) const {
  Value* wide = extended(builder, evaluated(builder, bound_, arguments));
  if (index_ != phi_)
    return builder.CreateMul(wide, extended(builder, evaluated(builder, step_, arguments)));
  return inclusive_ ? builder.CreateAdd(wide, builder.getInt64(1)) : wide;
}

Value* GridLoop::step(IRBuilder<>& builder, ArrayRef<Value*> arguments) const {
  return extended(builder, evaluated(builder, step_, arguments));
}

Value* GridLoop::stays_in_range(IRBuilder<>& builder, ArrayRef<Value*> arguments) const {
  Value* last = count(builder, arguments);
  Value* each = step(builder, arguments);
  const unsigned bits = phi_->getType()->getIntegerBitWidth();
  const std::uint64_t most = (bits == 64 ? kLargestCount : std::uint64_t{1} << 31) - 2;
  Value* stays = builder.CreateICmpSGE(last, builder.getInt64(0));
  const auto require = [&](Value* condition) { stays = builder.CreateAnd(stays, condition); };
  require(builder.CreateICmpSLE(last, builder.getInt64(most)));
  require(builder.CreateICmpSGT(each, builder.getInt64(0)));
  require(builder.CreateICmpSLE(each, builder.getInt64(most)));
  require(builder.CreateICmpSLE(builder.CreateAdd(last, each), builder.getInt64(most)));
  return stays;
}

void GridLoop::replace_index(ValueToValueMapTy& map, IRBuilder<>& builder, Value* index) const {
  auto* narrow = cast<Instruction>(map[index_]);
  auto* phi = cast<PHINode>(map[phi_]);
  for (User* user : make_early_inc_range(narrow->users())) {
    auto* extension = dyn_cast<CastInst>(user);
    if (extension == nullptr || extension->getType() != index->getType()) continue;
    extension->replaceAllUsesWith(index);
    extension->eraseFromParent();
  }
  narrow->replaceAllUsesWith(builder.CreateTrunc(index, narrow->getType()));
  drop_counter(*phi, *narrow);
}

}  // namespace riffle::spmd
