// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/inner_packets.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <utility>

#include "compiler/spmd/analysis/divisor.h"
#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 8;
constexpr std::int64_t kLongestStride = 1 << 20;
/// Beyond that the comparisons cost what they save.
constexpr std::size_t kMostConditions = 24;

/// How far apart neighbouring lanes' values are, modulo the width, of what is made of the body's arguments by sums; none
/// of anything else.
std::optional<std::int64_t> stride_of(const Value& value, unsigned depth = kDeepest) {
  if (isa<ConstantInt>(value)) return 0;
  if (const auto* argument = dyn_cast<Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    if (number == kThread || !value.getType()->isIntegerTy()) return std::nullopt;
    return number == kThreadX || number == kLinear ? 1 : 0;
  }
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return std::nullopt;
  const auto operand = [&](unsigned number) {
    return stride_of(*instruction->getOperand(number), depth - 1);
  };
  if (isa<TruncInst>(instruction)) return operand(0);
  if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction)) {
    const auto inside = operand(0);
    const auto* argument = dyn_cast<Argument>(instruction->getOperand(0));
    // Places of threads are small.
    return inside == 0 || (argument != nullptr && argument->getArgNo() == kThreadX) ? inside
                                                                                    : std::nullopt;
  }
  const auto* operation = dyn_cast<BinaryOperator>(instruction);
  if (operation == nullptr || !operation->getType()->isIntegerTy()) return std::nullopt;
  const auto left = operand(0), right = operand(1);
  if (!left || !right) return std::nullopt;
  const APInt* number = nullptr;
  switch (operation->getOpcode()) {
    case Instruction::Add:
      return *left + *right;
    case Instruction::Sub:
      return *left - *right;
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(operation)->isDisjoint()) break;
      return *left + *right;
    case Instruction::Mul:
      if (*left == 0 && *right == 0) return 0;
      if (!match(operation->getOperand(1), m_APInt(number)) || number->getSignificantBits() > 16)
        break;
      return *left * number->getSExtValue();
    case Instruction::Shl:
      if (!match(operation->getOperand(1), m_APInt(number)) || number->uge(16)) break;
      return *left << number->getZExtValue();
    default:
      break;
  }
  return std::nullopt;
}

/// Whether `size` is one of the numbers that `sum` adds up.
bool adds(const Value& sum, const Value& size, unsigned depth = kDeepest) {
  if (&sum == &size) return true;
  const Value *left = nullptr, *right = nullptr;
  return depth != 0 && match(&sum, m_Add(m_Value(left), m_Value(right))) &&
         (adds(*left, size, depth - 1) || adds(*right, size, depth - 1));
}

/// `value`, made of the copy's arguments, of a packet with these.
Value* first_lane(IRBuilder<>& builder, Value* value, ArrayRef<Value*> arguments) {
  if (isa<Constant>(value)) return value;
  if (auto* argument = dyn_cast<Argument>(value)) return arguments[argument->getArgNo()];
  Instruction* made = cast<Instruction>(value)->clone();
  for (Use& operand : made->operands()) operand.set(first_lane(builder, operand.get(), arguments));
  made->dropPoisonGeneratingFlags();
  made->dropUnknownNonDebugMetadata();
  made->setDebugLoc({});
  return builder.Insert(made);
}

/// The way on behind a branch of which the other way is the end, and the condition's value for that.
std::optional<std::pair<BasicBlock*, bool>> way_on(const BranchInst& branch) {
  for (const bool wanted : {true, false}) {
    BasicBlock* other = branch.getSuccessor(wanted ? 1 : 0);
    if (leads_out(other)) return std::pair(branch.getSuccessor(wanted ? 0 : 1), wanted);
  }
  return {};
}

}  // namespace

std::unique_ptr<InnerPackets> InnerPackets::make(Function& body, unsigned lanes) {
  std::unique_ptr<InnerPackets> made(new InnerPackets(body, lanes));
  made->replace_remainders();
  const bool has_lines =
      any_of(made->conditions_, [](const Condition& condition) { return condition.span != 0; });
  if (!has_lines) return nullptr;
  made->take_guards();
  made->mark_extensions();
  if (made->conditions_.size() > kMostConditions) return nullptr;
  // Wide enough for a row not to go round.
  const bool are_wide = all_of(made->conditions_, [](const Condition& condition) {
    return condition.value->getType()->getIntegerBitWidth() >= 32;
  });
  return are_wide ? std::move(made) : nullptr;
}

InnerPackets::InnerPackets(Function& body, unsigned lanes) : lanes_(lanes) {
  ValueToValueMapTy map;
  copy_ = CloneFunction(&body, map);
  copy_->setName(body.getName() + ".inner");
}

InnerPackets::~InnerPackets() { copy_->eraseFromParent(); }

std::optional<std::int64_t> InnerPackets::span_of(const Value& value) const {
  const auto stride = stride_of(value);
  if (!stride || *stride > kLongestStride || *stride < -kLongestStride) return std::nullopt;
  const std::int64_t span = *stride * static_cast<std::int64_t>(lanes_ - 1);
  const unsigned bits = value.getType()->getScalarSizeInBits();
  const std::int64_t room = std::int64_t{1} << std::min(bits - 1, 62U);
  return std::abs(span) < room / 2 ? std::optional(span) : std::nullopt;
}

void InnerPackets::replace_remainders() {
  SmallVector<BinaryOperator*, 16> remainders;
  for (Instruction& instruction : instructions(*copy_)) {
    if (instruction.getOpcode() == Instruction::SRem ||
        instruction.getOpcode() == Instruction::URem)
      remainders.push_back(cast<BinaryOperator>(&instruction));
  }
  SmallSetVector<Value*, 8> decided;
  for (BinaryOperator* remainder : remainders) {
    Value* number = remainder->getOperand(0);
    SmallVector<Value*, 2> not_so;
    Value* size = true_divisor(remainder->getOperand(1), not_so);
    const auto span = span_of(*number);
    if (!span || span_of(*size) != 0) continue;
    decided.insert(not_so.begin(), not_so.end());
    if (adds(*number, *size))
      number = BinaryOperator::CreateSub(number, size, "inner", remainder->getIterator());
    conditions_.push_back({number, *span, size});
    remainder->replaceAllUsesWith(number);
  }
  // Divisors are positive, and selections by that are decided. Only now: remainders share them.
  for (Value* condition : decided)
    condition->replaceAllUsesWith(ConstantInt::getFalse(copy_->getContext()));
  for (Instruction& instruction : make_early_inc_range(instructions(*copy_))) {
    auto* choice = dyn_cast<SelectInst>(&instruction);
    if (choice != nullptr && match(choice->getCondition(), m_Zero()))
      choice->replaceAllUsesWith(choice->getFalseValue());
  }
}

/// Of what must be as `wanted`: comparisons of a line with what is the same for all lanes.
void InnerPackets::take_comparisons(Value* truth, bool wanted,
                                    SmallVectorImpl<std::pair<ICmpInst*, bool>>& taken) {
  Value *left = nullptr, *right = nullptr;
  if (wanted ? match(truth, m_LogicalAnd(m_Value(left), m_Value(right)))
             : match(truth, m_LogicalOr(m_Value(left), m_Value(right)))) {
    take_comparisons(left, wanted, taken);
    take_comparisons(right, wanted, taken);
    return;
  }
  auto* comparison = dyn_cast<ICmpInst>(truth);
  if (comparison == nullptr || !comparison->getOperand(0)->getType()->isIntegerTy()) return;
  const auto predicate = wanted ? comparison->getPredicate() : comparison->getInversePredicate();
  Value *number = comparison->getOperand(0), *size = comparison->getOperand(1);
  if (ICmpInst::isGT(predicate)) {
    std::swap(number, size);
  } else if (!ICmpInst::isLT(predicate)) {
    return;
  }
  const auto span = span_of(*number);
  if (!span || span_of(*size) != 0) return;
  conditions_.push_back({number, *span, size});
  taken.emplace_back(comparison, wanted);
}

void InnerPackets::take_guards() {
  SmallVector<std::pair<ICmpInst*, bool>, 4> taken;
  BasicBlock* block = &copy_->getEntryBlock();
  while (const auto* branch = dyn_cast<BranchInst>(block->getTerminator())) {
    BasicBlock* next = branch->getSuccessor(0);
    if (branch->isConditional()) {
      const auto way = way_on(*branch);
      if (!way) break;
      take_comparisons(branch->getCondition(), way->second, taken);
      next = way->first;
    }
    if (next->getSinglePredecessor() == nullptr) break;
    block = next;
  }
  for (const auto& [comparison, wanted] : taken) {
    replaceAndRecursivelySimplify(comparison, ConstantInt::getBool(comparison->getType(), wanted));
  }
}

void InnerPackets::mark_extensions() {
  for (Instruction& instruction : instructions(*copy_)) {
    if (!isa<SExtInst>(instruction) && !isa<ZExtInst>(instruction)) continue;
    Value* number = instruction.getOperand(0);
    const auto span = span_of(*number);
    if (!span || *span == 0) continue;
    const bool is_signed = isa<SExtInst>(instruction) || instruction.hasNonNeg();
    // No index: it goes round as it should.
    if (!is_signed && number->getType()->getIntegerBitWidth() < 32) continue;
    conditions_.push_back({number, *span, nullptr, is_signed});
    instruction.setMetadata(kExactExtension, MDNode::get(copy_->getContext(), {}));
  }
}

Value* InnerPackets::holds(IRBuilder<>& builder, const Condition& condition, Value* first,
                           Value* size) {
  Type* type = first->getType();
  const unsigned bits = type->getIntegerBitWidth();
  if (size == nullptr) {
    const bool is_signed = condition.is_signed;
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
    const APInt span(bits, static_cast<std::uint64_t>(std::abs(condition.span)));
    return condition.span > 0
               ? builder.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first,
                                    ConstantInt::get(type, most - span))
               : builder.CreateICmp(is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, first,
                                    ConstantInt::get(type, least + span));
  }
  // So that twice the size, less one, is no negative number either.
  Value* is_small =
      builder.CreateICmpULE(size, ConstantInt::get(type, APInt::getOneBitSet(bits, bits - 2)));
  Value* inside = builder.CreateICmpULT(first, size);
  if (condition.span != 0) {
    Value* last = builder.CreateAdd(first, ConstantInt::getSigned(type, condition.span));
    inside = builder.CreateAnd(inside, builder.CreateICmpULT(last, size));
  }
  return builder.CreateAnd(inside, is_small);
}

/// A row's threads are 2048 at most, and neighbours' numbers 2^20 apart: along a row numbers go round less than three quarters
/// of the way, so that they do not leave bounds of up to 2^30 and come back. Those that must not wrap have not, if the last
/// one is still on the same side.
Function* InnerPackets::make_question() const {
  LLVMContext& context = copy_->getContext();
  SmallVector<Type*, 32> types(copy_->getFunctionType()->params());
  types.push_back(Type::getInt32Ty(context));
  Function* question = Function::Create(FunctionType::get(Type::getInt1Ty(context), types, false),
                                        GlobalValue::InternalLinkage,
                                        copy_->getName() + ".question", copy_->getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "entry", question));
  SmallVector<Value*, 32> here;
  for (Argument& argument : question->args()) here.push_back(&argument);
  Value* ahead = here.pop_back_val();
  SmallVector<Value*, 32> there = here;
  for (const unsigned number : {kThreadX, kLinear})
    there[number] = builder.CreateAdd(here[number], ahead);
  Value* all = builder.getTrue();
  for (const Condition& condition : conditions_) {
    Value* size = condition.below == nullptr ? nullptr : first_lane(builder, condition.below, here);
    Value* first = first_lane(builder, condition.value, here);
    all = builder.CreateAnd(all, holds(builder, condition, first, size));
    if (condition.span == 0) continue;
    Value* last = first_lane(builder, condition.value, there);
    all = builder.CreateAnd(all, holds(builder, condition, last, size));
    if (size != nullptr) continue;
    if (condition.span < 0) std::swap(first, last);
    all = builder.CreateAnd(all, condition.is_signed ? builder.CreateICmpSLE(first, last)
                                                     : builder.CreateICmpULE(first, last));
  }
  builder.CreateRet(builder.CreateFreeze(all));
  return question;
}

}  // namespace riffle::spmd
