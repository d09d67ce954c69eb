// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/access_axes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/spmd/analysis/divisor.h"
#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 16;
constexpr std::int64_t kLineBytes = 64;
constexpr unsigned kRounds = 8;  // of a loop, for what is not known
constexpr unsigned kMostNested = 3;

/// From a value of one thread to its neighbour's.
struct AxisStep {
  enum AxisKind : std::uint8_t {
    kNumber,
    kFar,  ///< some multiple of a number that only the launch says
    kUnknown
  } kind = kNumber;
  std::int64_t number = 0;

  [[nodiscard]] bool is_none() const { return kind == kNumber && number == 0; }
  [[nodiscard]] bool is_beside() const {
    return kind == kNumber && number != 0 && std::abs(number) < kLineBytes;
  }
  [[nodiscard]] bool is_apart() const {
    return kind == kFar || (kind == kNumber && std::abs(number) >= kLineBytes);
  }
};

constexpr AxisStep kUnknownStep = {AxisStep::kUnknown};
constexpr AxisStep kOne = {AxisStep::kNumber, 1};

AxisStep sum(AxisStep left, AxisStep right, std::int64_t sign = 1) {
  if (left.kind == AxisStep::kNumber && right.kind == AxisStep::kNumber) {
    AxisStep total;
    const bool wraps = __builtin_mul_overflow(right.number, sign, &total.number) ||
                       __builtin_add_overflow(left.number, total.number, &total.number);
    return wraps ? kUnknownStep : total;
  }
  return {std::max(left.kind, right.kind)};
}

AxisStep times(AxisStep step, std::int64_t factor) {
  if (step.kind == AxisStep::kNumber && __builtin_mul_overflow(step.number, factor, &step.number))
    return kUnknownStep;
  return step;
}

/// Along one axis of the block, or of the grid where blocks have one thread along it.
class AxisSteps {
 public:
  AxisSteps(const Function& body, BodyArg thread, BodyArg block)
      : AxisSteps(body, *body.getArg(body.getArg(thread)->use_empty() ? block : thread), kOne) {}
  AxisSteps(const Function& body, const Argument& index, AxisStep of_index)
      : layout_(body.getDataLayout()), index_(&index), of_index_(of_index) {}

  void know(const Instruction& value, AxisStep step) { known_[&value] = step; }

  AxisStep of(const Value& value, unsigned depth = kDeepest) {
    if (&value == index_) return of_index_;
    const auto* const operation = dyn_cast<Instruction>(&value);
    if (operation == nullptr) return {};
    if (const auto known = known_.find(operation); known != known_.end()) return known->second;
    if (depth == 0) return kUnknownStep;
    const AxisStep step = compute(*operation, depth - 1);
    known_[operation] = step;
    return step;
  }

 private:
  AxisStep compute(const Instruction& operation, unsigned depth) {
    const auto operand = [&](unsigned number) { return of(*operation.getOperand(number), depth); };
    switch (operation.getOpcode()) {
      case Instruction::Add:
        return sum(operand(0), operand(1));
      case Instruction::Sub:
        return sum(operand(0), operand(1), -1);
      case Instruction::Or:
        return cast<PossiblyDisjointInst>(operation).isDisjoint() ? sum(operand(0), operand(1))
                                                                  : otherwise(operation, depth);
      case Instruction::Mul:
        return product(*operation.getOperand(0), *operation.getOperand(1), depth);
      case Instruction::Shl:
        if (const auto* by = dyn_cast<ConstantInt>(operation.getOperand(1)))
          return by->getValue().ult(32) ? times(operand(0), std::int64_t{1} << by->getZExtValue())
                                        : kUnknownStep;
        return otherwise(operation, depth);
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Trunc:
      case Instruction::Freeze:
        return operand(0);
      case Instruction::GetElementPtr:
        return of_address(cast<GEPOperator>(operation), depth);
      case Instruction::PHI:
        return of_phi(cast<PHINode>(operation), depth);
      default:
        return otherwise(operation, depth);
    }
  }

  /// The same for all, if its operands are.
  AxisStep otherwise(const Instruction& operation, unsigned depth) {
    const bool is_same =
        !operation.mayReadFromMemory() && all_of(operation.operands(), [&](const Use& use) {
          return isa<BasicBlock>(use) || of(*use, depth).is_none();
        });
    return is_same ? AxisStep{} : kUnknownStep;
  }

  AxisStep product(const Value& left, const Value& right, unsigned depth) {
    const AxisStep first = of(left, depth), second = of(right, depth);
    if (first.is_none() && second.is_none()) return {};
    if (!first.is_none() && !second.is_none()) return kUnknownStep;
    const AxisStep& step = first.is_none() ? second : first;
    const Value& factor = first.is_none() ? left : right;
    if (const auto* number = dyn_cast<ConstantInt>(&factor))
      return number->getValue().getSignificantBits() <= 64 ? times(step, number->getSExtValue())
                                                           : kUnknownStep;
    const bool is_known = step.kind != AxisStep::kUnknown && is_same_for_grid(factor);
    return is_known ? AxisStep{AxisStep::kFar} : kUnknownStep;
  }

  AxisStep of_address(const GEPOperator& address, unsigned depth) {
    APInt constant(64, 0);
    SmallMapVector<Value*, APInt, 4> variable;
    if (!address.collectOffset(layout_, 64, variable, constant)) return kUnknownStep;
    AxisStep step = of(*address.getPointerOperand(), depth);
    for (const auto& [value, factor] : variable)
      step = sum(step, times(of(*value, depth), factor.getSExtValue()));
    return step;
  }

  /// Of a loop, all of whose iterations add the same for all threads.
  AxisStep of_phi(const PHINode& phi, unsigned depth) {
    known_[&phi] = {};  // what is added to it, then
    std::optional<AxisStep> start;
    for (const Use& incoming : phi.incoming_values()) {
      const auto* const next = dyn_cast<Instruction>(&incoming);
      const bool goes_on = next != nullptr && is_contained(next->operands(), &phi);
      const AxisStep step = of(*incoming, depth);
      if (goes_on ? !step.is_none() : start.has_value()) return kUnknownStep;
      if (goes_on) {
        known_.erase(next);
      } else {
        start = step;
      }
    }
    return start.value_or(kUnknownStep);
  }

  const DataLayout& layout_;
  const Argument* index_;
  AxisStep of_index_;
  DenseMap<const Instruction*, AxisStep> known_;
};

/// What the block or the thread has for itself is at hand in any order.
bool is_far_memory(const Value& address) {
  const Value* const object = getUnderlyingObject(&address, /*MaxLookup=*/0);
  const auto* const argument = dyn_cast<Argument>(object);
  return !isa<AllocaInst>(object) && (argument == nullptr || argument->getArgNo() != kShared);
}

unsigned rounds_of(const LoopInfo& loops, const BasicBlock& block) {
  unsigned rounds = 1;
  for (unsigned depth = std::min(loops.getLoopDepth(&block), kMostNested); depth != 0; --depth)
    rounds *= kRounds;
  return rounds;
}

AccessAxes axes_by(Function& body, AxisSteps& along_x, AxisSteps& along_y) {
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  AccessAxes axes;
  for (const BasicBlock& block : body) {
    for (const Instruction& instruction : block) {
      const Value* const address = getLoadStorePointerOperand(&instruction);
      if (address == nullptr || !is_far_memory(*address)) continue;
      const AxisStep x = along_x.of(*address), y = along_y.of(*address);
      const unsigned times = rounds_of(loops, block);
      if (x.is_beside() && y.is_apart()) axes.along_x += times;
      if (y.is_beside() && x.is_apart()) axes.along_y += times;
    }
  }
  return axes;
}

/// The parameter that a quotient or remainder is by; null: something else.
const Argument* parameter_that_divides(const BinaryOperator& operation) {
  SmallVector<Value*, 2> conditions;
  const Value* divisor = true_divisor(operation.getOperand(1), conditions);
  while (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(divisor))
    divisor = cast<Instruction>(divisor)->getOperand(0);
  const auto* parameter = dyn_cast<Argument>(divisor);
  return parameter != nullptr && parameter->getArgNo() >= kFirstParameter ? parameter : nullptr;
}

bool is_quotient(const Value& value) {
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  return operation != nullptr && (operation->getOpcode() == Instruction::UDiv ||
                                  operation->getOpcode() == Instruction::SDiv);
}

bool is_remainder(const Value& value) {
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  return operation != nullptr && (operation->getOpcode() == Instruction::URem ||
                                  operation->getOpcode() == Instruction::SRem);
}

/// What selections leave where the divisor is neither 0 nor -1 (exact_arithmetic).
const Value* of_usual_divisors(const Value* value) {
  while (const auto* choice = dyn_cast<SelectInst>(value)) value = choice->getFalseValue();
  return value;
}

/// i - i / n * n, by the quotient.
const BinaryOperator* subtracted_quotient(const Instruction& difference) {
  const Value *number = nullptr, *left = nullptr, *right = nullptr;
  if (!match(&difference, m_Sub(m_Value(number), m_Mul(m_Value(left), m_Value(right)))))
    return nullptr;
  for (const Value* factor : {of_usual_divisors(left), of_usual_divisors(right)}) {
    const auto* quotient = is_quotient(*factor) ? cast<BinaryOperator>(factor) : nullptr;
    if (quotient != nullptr && quotient->getOperand(0) == number) return quotient;
  }
  return nullptr;
}

/// `value`, and what selections make of it.
void know(AxisSteps& steps, const Instruction& value, AxisStep step) {
  steps.know(value, step);
  for (const User* user : value.users()) {
    const auto* choice = dyn_cast<SelectInst>(user);
    if (choice != nullptr && choice->getFalseValue() == &value) know(steps, *choice, step);
  }
}

}  // namespace

AccessAxes access_axes(Function& body) {
  if (body.getArg(kThreadY)->use_empty() && body.getArg(kBlockY)->use_empty()) return {};
  AxisSteps along_x(body, kThreadX, kBlockX), along_y(body, kThreadY, kBlockY);
  return axes_by(body, along_x, along_y);
}

std::optional<RowLength> find_row_length(Function& flat) {
  const Argument& index = *flat.getArg(kThreadX);
  AxisSteps along_x(flat, index, kOne), along_y(flat, index, {AxisStep::kFar});
  const Argument* length = nullptr;
  for (const Instruction& instruction : instructions(flat)) {
    const bool divides = is_quotient(instruction);
    const BinaryOperator* by = divides || is_remainder(instruction)
                                   ? cast<BinaryOperator>(&instruction)
                                   : subtracted_quotient(instruction);
    if (by == nullptr) continue;
    const Argument* parameter = parameter_that_divides(*by);
    const AxisStep dividend = along_x.of(*by->getOperand(0));
    if (parameter == nullptr || dividend.kind != AxisStep::kNumber || dividend.number != 1)
      continue;
    if (length != nullptr && parameter != length) return {};
    length = parameter;
    know(along_x, instruction, divides ? AxisStep{} : kOne);
    know(along_y, instruction, divides ? kOne : AxisStep{});
  }
  if (length == nullptr) return {};
  return RowLength{length->getArgNo(), axes_by(flat, along_x, along_y)};
}

}  // namespace riffle::spmd
