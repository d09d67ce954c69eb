// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/access_axes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 16;
constexpr std::int64_t kLineBytes = 64;
constexpr unsigned kRounds = 8;  // of a loop, for what is not known
constexpr unsigned kMostNested = 3;

/// From a value of one thread to its neighbour's.
struct Step {
  enum Kind : std::uint8_t {
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

constexpr Step kUnknownStep = {Step::kUnknown};

Step sum(Step left, Step right, std::int64_t sign = 1) {
  if (left.kind == Step::kNumber && right.kind == Step::kNumber) {
    Step total;
    const bool wraps = __builtin_mul_overflow(right.number, sign, &total.number) ||
                       __builtin_add_overflow(left.number, total.number, &total.number);
    return wraps ? kUnknownStep : total;
  }
  return {std::max(left.kind, right.kind)};
}

Step times(Step step, std::int64_t factor) {
  if (step.kind == Step::kNumber && __builtin_mul_overflow(step.number, factor, &step.number))
    return kUnknownStep;
  return step;
}

/// Along one axis of the block, or of the grid where blocks have one thread along it.
class Steps {
 public:
  Steps(const Function& body, BodyArg thread, BodyArg block)
      : layout_(body.getDataLayout()),
        index_(body.getArg(body.getArg(thread)->use_empty() ? block : thread)) {}

  Step of(const Value& value, unsigned depth = kDeepest) {
    if (&value == index_) return {Step::kNumber, 1};
    const auto* const operation = dyn_cast<Instruction>(&value);
    if (operation == nullptr) return {};
    if (const auto known = known_.find(operation); known != known_.end()) return known->second;
    if (depth == 0) return kUnknownStep;
    const Step step = compute(*operation, depth - 1);
    known_[operation] = step;
    return step;
  }

 private:
  Step compute(const Instruction& operation, unsigned depth) {
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
  Step otherwise(const Instruction& operation, unsigned depth) {
    const bool is_same =
        !operation.mayReadFromMemory() && all_of(operation.operands(), [&](const Use& use) {
          return isa<BasicBlock>(use) || of(*use, depth).is_none();
        });
    return is_same ? Step{} : kUnknownStep;
  }

  Step product(const Value& left, const Value& right, unsigned depth) {
    const Step first = of(left, depth), second = of(right, depth);
    if (first.is_none() && second.is_none()) return {};
    if (!first.is_none() && !second.is_none()) return kUnknownStep;
    const Step& step = first.is_none() ? second : first;
    const Value& factor = first.is_none() ? left : right;
    if (const auto* number = dyn_cast<ConstantInt>(&factor))
      return number->getValue().getSignificantBits() <= 64 ? times(step, number->getSExtValue())
                                                           : kUnknownStep;
    const bool is_known = step.kind != Step::kUnknown && is_same_for_grid(factor);
    return is_known ? Step{Step::kFar} : kUnknownStep;
  }

  Step of_address(const GEPOperator& address, unsigned depth) {
    APInt constant(64, 0);
    SmallMapVector<Value*, APInt, 4> variable;
    if (!address.collectOffset(layout_, 64, variable, constant)) return kUnknownStep;
    Step step = of(*address.getPointerOperand(), depth);
    for (const auto& [value, factor] : variable)
      step = sum(step, times(of(*value, depth), factor.getSExtValue()));
    return step;
  }

  /// Of a loop, all of whose iterations add the same for all threads.
  Step of_phi(const PHINode& phi, unsigned depth) {
    known_[&phi] = {};  // what is added to it, then
    std::optional<Step> start;
    for (const Use& incoming : phi.incoming_values()) {
      const auto* const next = dyn_cast<Instruction>(&incoming);
      const bool goes_on = next != nullptr && is_contained(next->operands(), &phi);
      const Step step = of(*incoming, depth);
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
  DenseMap<const Instruction*, Step> known_;
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

}  // namespace

AccessAxes access_axes(Function& body) {
  if (body.getArg(kThreadY)->use_empty() && body.getArg(kBlockY)->use_empty()) return {};
  const DominatorTree tree(body);
  const LoopInfo loops(tree);
  Steps along_x(body, kThreadX, kBlockX), along_y(body, kThreadY, kBlockY);
  AccessAxes axes;
  for (const BasicBlock& block : body) {
    for (const Instruction& instruction : block) {
      const Value* const address = getLoadStorePointerOperand(&instruction);
      if (address == nullptr || !is_far_memory(*address)) continue;
      const Step x = along_x.of(*address), y = along_y.of(*address);
      const unsigned times = rounds_of(loops, block);
      if (x.is_beside() && y.is_apart()) axes.along_x += times;
      if (y.is_beside() && x.is_apart()) axes.along_y += times;
    }
  }
  return axes;
}

}  // namespace riffle::spmd
