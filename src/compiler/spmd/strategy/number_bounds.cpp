// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/number_bounds.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/body/join_rows.h"

namespace riffle::spmd {

using namespace llvm;

void BoundsEvaluator::set_blocks(Value* first, Value* end) {
  const auto wide = [&](BodyArg extent) {
    return builder_.CreateZExt(arguments_[extent], builder_.getInt64Ty());
  };
  Value* low = first;
  Value* high = builder_.CreateSub(end, builder_.getInt64(1));
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (axis == 2) {
      blocks_[axis] = {low, high};
      break;
    }
    Value* const extent = wide(static_cast<BodyArg>(kGridX + axis));
    Value* const next_low = builder_.CreateUDiv(low, extent);
    Value* const next_high = builder_.CreateUDiv(high, extent);
    Value* const in_one = builder_.CreateICmpEQ(next_low, next_high);
    blocks_[axis] = {
        builder_.CreateSelect(in_one, builder_.CreateURem(low, extent), builder_.getInt64(0)),
        builder_.CreateSelect(in_one, builder_.CreateURem(high, extent),
                              builder_.CreateSub(extent, builder_.getInt64(1)))};
    low = next_low;
    high = next_high;
  }
}

std::optional<NumberBounds> BoundsEvaluator::of(Value& value, unsigned depth) {
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64 || depth == 0)
    return {};
  if (const auto found = known_.find(&value); found != known_.end()) return found->second;
  known_[&value] = std::nullopt;  // of a counter that is followed, until it is known
  const auto bounds = compute(value, depth);
  known_[&value] = bounds;
  return bounds;
}

Value* BoundsEvaluator::pointer(Value& value) {
  if (auto* const argument = dyn_cast<Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    const bool is_value =
        number >= kFirstParameter && !kernel_.parameter_is_memory[number - kFirstParameter];
    return is_value ? arguments_[number] : nullptr;
  }
  return loaded_parameter(value);
}

Value* BoundsEvaluator::wide(Value* value) {
  return builder_.CreateSExtOrTrunc(value, builder_.getInt64Ty());
}

void BoundsEvaluator::require(Value* condition) { holds_ = builder_.CreateAnd(holds_, condition); }

Value* BoundsEvaluator::least(Value* one, Value* other) {
  return builder_.CreateBinaryIntrinsic(Intrinsic::smin, one, other);
}

Value* BoundsEvaluator::greatest(Value* one, Value* other) {
  return builder_.CreateBinaryIntrinsic(Intrinsic::smax, one, other);
}

void BoundsEvaluator::require_not_negative(const NumberBounds& bounds) {
  require(builder_.CreateICmpSGE(bounds.low, builder_.getInt64(0)));
}

Value* BoundsEvaluator::loaded_parameter(Value& value) {
  auto* const load = dyn_cast<LoadInst>(&value);
  if (load == nullptr || !load->isSimple()) return nullptr;
  APInt offset(64, 0);
  const Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      load->getDataLayout(), offset, true);
  const auto* const argument = dyn_cast<Argument>(base);
  if (argument == nullptr || argument->getArgNo() < kFirstParameter ||
      !kernel_.parameter_is_memory[argument->getArgNo() - kFirstParameter])
    return nullptr;
  Value* const address = builder_.CreatePtrAdd(arguments_[argument->getArgNo()],
                                               builder_.getInt64(offset.getZExtValue()));
  return builder_.CreateAlignedLoad(load->getType(), address, Align(1));
}

std::optional<NumberBounds> BoundsEvaluator::of_argument(const Argument& argument) {
  const unsigned number = argument.getArgNo();
  if (number >= kBlockX && number <= kBlockZ) return blocks_[number - kBlockX];
  const auto below = [&](BodyArg extent) {
    return NumberBounds{builder_.getInt64(0),
                        builder_.CreateSub(wide(arguments_[extent]), builder_.getInt64(1))};
  };
  if (number == kThreadY && joined_rows(*argument.getParent()) > 1)
    return {};  // it is the first of some
  if (number >= kThreadX && number <= kThreadZ)
    return below(static_cast<BodyArg>(kExtentX + (number - kThreadX)));
  if (number == kLinear) return below(kThreads);
  return {};
}

std::optional<NumberBounds> BoundsEvaluator::compute(Value& value, unsigned depth) {
  if (is_same_for_grid(value)) {
    Value* const number = wide(evaluated(builder_, &value, arguments_));
    return NumberBounds{number, number};
  }
  if (const auto* const argument = dyn_cast<Argument>(&value)) return of_argument(*argument);
  if (Value* const loaded = loaded_parameter(value))
    return NumberBounds{wide(loaded), wide(loaded)};
  auto* const instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr) return {};
  if (auto* const cast = dyn_cast<CastInst>(instruction)) return of_cast(*cast, depth);
  if (auto* const operation = dyn_cast<BinaryOperator>(instruction))
    return of_operation(*operation, depth);
  if (auto* const choice = dyn_cast<SelectInst>(instruction))
    return of_either(*choice->getTrueValue(), *choice->getFalseValue(), depth);
  if (auto* const call = dyn_cast<MinMaxIntrinsic>(instruction)) return of_extreme(*call, depth);
  if (auto* const phi = dyn_cast<PHINode>(instruction); phi != nullptr && follows_loops_)
    return of_counter(*phi, depth);
  return {};
}

namespace {

/// A number that a loop counts up as long as the next one is below a limit.
struct LoopCounter {
  Value *start, *step, *limit;
  CmpInst::Predicate goes_on;  ///< of the next number and the limit
  const BinaryOperator* next;
  const BasicBlock *header, *entering;

  static std::optional<LoopCounter> find(PHINode& phi) {
    for (unsigned side = 0; side < 2 && phi.getNumIncomingValues() == 2; ++side) {
      auto* const next = dyn_cast<BinaryOperator>(phi.getIncomingValue(side));
      if (next == nullptr || next->getOpcode() != Instruction::Add) continue;
      const unsigned self = next->getOperand(0) == &phi ? 0 : 1;
      auto* const latch = dyn_cast<BranchInst>(phi.getIncomingBlock(side)->getTerminator());
      if (next->getOperand(self) != &phi || latch == nullptr || !latch->isConditional()) continue;
      auto* const test = dyn_cast<ICmpInst>(latch->getCondition());
      if (test == nullptr || latch->getSuccessor(0) == latch->getSuccessor(1)) continue;
      const bool is_left = test->getOperand(0) == next;
      if (!is_left && test->getOperand(1) != next) continue;
      CmpInst::Predicate goes_on = is_left ? test->getPredicate() : test->getSwappedPredicate();
      if (latch->getSuccessor(0) != phi.getParent())
        goes_on = CmpInst::getInversePredicate(goes_on);
      return LoopCounter{phi.getIncomingValue(1 - side),
                         next->getOperand(1 - self),
                         test->getOperand(is_left ? 1 : 0),
                         goes_on,
                         next,
                         phi.getParent(),
                         phi.getIncomingBlock(1 - side)};
    }
    return {};
  }

  /// Whether a thread comes here only if its start is below its limit, as numbers with a sign: `if (start < limit) do { ... }`.
  [[nodiscard]] bool begins_below() const {
    constexpr unsigned kMostBlocks = 8;
    const BasicBlock* block = header;
    const BasicBlock* before = entering;
    for (unsigned i = 0; i < kMostBlocks && before != nullptr; ++i) {
      const auto* const branch = dyn_cast<BranchInst>(before->getTerminator());
      const auto* const test = branch != nullptr && branch->isConditional()
                                   ? dyn_cast<ICmpInst>(branch->getCondition())
                                   : nullptr;
      if (test != nullptr && branch->getSuccessor(0) != branch->getSuccessor(1)) {
        const bool is_left = test->getOperand(0) == start && test->getOperand(1) == limit;
        const bool is_right = test->getOperand(1) == start && test->getOperand(0) == limit;
        CmpInst::Predicate holds = is_left ? test->getPredicate() : test->getSwappedPredicate();
        if (branch->getSuccessor(0) != block) holds = CmpInst::getInversePredicate(holds);
        if ((is_left || is_right) && holds == CmpInst::ICMP_SLT) return true;
      }
      block = before;
      before = block->getSinglePredecessor();
    }
    return false;
  }
};

}  // namespace

std::optional<NumberBounds> BoundsEvaluator::of_counter(PHINode& phi, unsigned depth) {
  const auto counter = LoopCounter::find(phi);
  if (!counter) return {};
  const auto start = of(*counter->start, depth - 1), step = of(*counter->step, depth - 1),
             limit = of(*counter->limit, depth - 1);
  if (!start || !step || !limit) return {};
  Value* const one = builder_.getInt64(1);
  Value* last = builder_.CreateSub(limit->high, one);
  switch (counter->goes_on) {
    case CmpInst::ICMP_ULT:
      require_not_negative(*limit);
      [[fallthrough]];
    case CmpInst::ICMP_SLT:
      break;
    case CmpInst::ICMP_SLE:
      last = limit->high;
      break;
    case CmpInst::ICMP_NE:  // meets the limit, if it begins below
      require(builder_.CreateICmpEQ(step->low, one));
      require(builder_.CreateICmpEQ(step->high, one));
      if (!counter->begins_below()) require(builder_.CreateICmpSLT(start->high, limit->low));
      break;
    default:
      return {};
  }
  require_not_negative(*step);
  const NumberBounds all{start->low, greatest(start->high, last)};
  require_fits(sum(all, *step), phi.getType()->getIntegerBitWidth());
  return all;
}

std::optional<NumberBounds> BoundsEvaluator::of_either(Value& one, Value& other, unsigned depth) {
  const auto left = of(one, depth - 1), right = of(other, depth - 1);
  if (!left || !right) return {};
  return NumberBounds{least(left->low, right->low), greatest(left->high, right->high)};
}

std::optional<NumberBounds> BoundsEvaluator::of_extreme(MinMaxIntrinsic& call, unsigned depth) {
  const auto left = of(*call.getLHS(), depth - 1), right = of(*call.getRHS(), depth - 1);
  if (!left || !right) return {};
  if (!call.isSigned()) {
    require_not_negative(*left);
    require_not_negative(*right);
  }
  const bool is_least =
      call.getIntrinsicID() == Intrinsic::smin || call.getIntrinsicID() == Intrinsic::umin;
  const auto extreme = [&](Value* one, Value* second) {
    return is_least ? least(one, second) : greatest(one, second);
  };
  return NumberBounds{extreme(left->low, right->low), extreme(left->high, right->high)};
}

std::optional<NumberBounds> BoundsEvaluator::of_cast(CastInst& cast, unsigned depth) {
  const auto bounds = of(*cast.getOperand(0), depth - 1);
  if (!bounds) return {};
  switch (cast.getOpcode()) {
    case Instruction::SExt:
      return bounds;
    case Instruction::ZExt:
      require_not_negative(*bounds);
      return bounds;
    case Instruction::Trunc:
      require_fits(*bounds, cast.getType()->getIntegerBitWidth());
      return bounds;
    default:
      return {};
  }
}

void BoundsEvaluator::require_fits(const NumberBounds& bounds, unsigned bits) {
  if (bits >= 64) return;
  const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
  require(
      builder_.CreateICmpSGE(bounds.low, builder_.getInt64(static_cast<std::uint64_t>(-most - 1))));
  require(builder_.CreateICmpSLE(bounds.high, builder_.getInt64(static_cast<std::uint64_t>(most))));
}

Value* BoundsEvaluator::exact(Intrinsic::ID operation, Value* left, Value* right) {
  Value* const both = builder_.CreateBinaryIntrinsic(operation, left, right);
  require(builder_.CreateNot(builder_.CreateExtractValue(both, 1)));
  return builder_.CreateExtractValue(both, 0);
}

NumberBounds BoundsEvaluator::sum(const NumberBounds& left, const NumberBounds& right) {
  return {exact(Intrinsic::sadd_with_overflow, left.low, right.low),
          exact(Intrinsic::sadd_with_overflow, left.high, right.high)};
}

NumberBounds BoundsEvaluator::product(const NumberBounds& left, const NumberBounds& right) {
  const auto times = [&](Value* one, Value* other) {
    return exact(Intrinsic::smul_with_overflow, one, other);
  };
  if (left.low == left.high && right.low == right.high) {
    Value* const number = times(left.low, right.low);
    return {number, number};
  }
  if (left.low == left.high) return product(right, left);
  if (right.low == right.high) {
    Value* const one = times(left.low, right.low);
    Value* const other = times(left.high, right.low);
    return {least(one, other), greatest(one, other)};
  }
  Value* const corners[] = {times(left.low, right.low), times(left.low, right.high),
                            times(left.high, right.low), times(left.high, right.high)};
  return {least(least(corners[0], corners[1]), least(corners[2], corners[3])),
          greatest(greatest(corners[0], corners[1]), greatest(corners[2], corners[3]))};
}

std::optional<NumberBounds> BoundsEvaluator::of_operation(BinaryOperator& operation,
                                                          unsigned depth) {
  const auto left = of(*operation.getOperand(0), depth - 1);
  const auto right = of(*operation.getOperand(1), depth - 1);
  if (!left || !right) return {};
  const auto result = of_operation(operation, *left, *right);
  if (result) require_fits(*result, operation.getType()->getIntegerBitWidth());
  return result;
}

std::optional<NumberBounds> BoundsEvaluator::of_operation(BinaryOperator& operation,
                                                          const NumberBounds& left,
                                                          const NumberBounds& right) {
  const auto* const number = dyn_cast<ConstantInt>(operation.getOperand(1));
  switch (operation.getOpcode()) {
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(operation).isDisjoint()) return {};
      [[fallthrough]];
    case Instruction::Add:
      return sum(left, right);
    case Instruction::Sub:
      return NumberBounds{exact(Intrinsic::ssub_with_overflow, left.low, right.high),
                          exact(Intrinsic::ssub_with_overflow, left.high, right.low)};
    case Instruction::Mul:
      return product(left, right);
    case Instruction::Shl: {
      if (number == nullptr || number->getValue().uge(32)) return {};
      Value* const factor = builder_.getInt64(std::uint64_t{1} << number->getZExtValue());
      return product(left, {factor, factor});
    }
    case Instruction::LShr:
      if (number == nullptr || number->getValue().uge(operation.getType()->getIntegerBitWidth()))
        return {};
      require_not_negative(left);
      return NumberBounds{builder_.CreateAShr(left.low, number->getZExtValue()),
                          builder_.CreateAShr(left.high, number->getZExtValue())};
    case Instruction::And:
      if (number == nullptr || number->isNegative()) return {};
      require_not_negative(left);
      return NumberBounds{builder_.getInt64(0),
                          least(left.high, builder_.getInt64(number->getZExtValue()))};
    default:
      return {};
  }
}

}  // namespace riffle::spmd
