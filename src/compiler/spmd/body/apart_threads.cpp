// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/body/apart_threads.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 12;
constexpr std::int64_t kLargestFactor = std::int64_t{1} << 20;

bool is_thread(const Value& value) {
  const auto* const argument = dyn_cast<Argument>(&value);
  return argument != nullptr && argument->getArgNo() == kThreadX;
}

/// Places of `bytes` that lie `step` apart are disjoint, and so is what begins `distance` behind them.
bool have_room(std::int64_t step, std::int64_t bytes, std::int64_t distance,
               std::int64_t other_bytes) {
  const std::int64_t begin = std::min<std::int64_t>(0, distance);
  const std::int64_t end = std::max(bytes, distance + other_bytes);
  return end - begin <= step;
}

}  // namespace

void ApartThreads::Sum::add(const Sum& other, std::int64_t factor) {
  threads += other.threads * factor;
  constant += other.constant * factor;
  for (const auto& [term, times] : other.terms) terms[term] += times * factor;
}

std::optional<std::int64_t> ApartThreads::Sum::number() const {
  const bool known =
      threads == 0 && all_of(terms, [](const auto& term) { return term.second == 0; });
  return known ? std::optional(constant) : std::nullopt;
}

ApartThreads::ApartThreads(Function& body)
    : body_(body), uniformity_(body, UniformityScope::kBlock), dominators_(body) {}

/// Wrapping would be what the access must not depend on (poison), or cannot happen.
bool ApartThreads::never_wraps(const BinaryOperator& operation, Width width) const {
  if (isa<PossiblyDisjointInst>(operation)) return true;
  if (width == Width::kAsIs) return operation.getType()->isIntegerTy(64);
  if (width == Width::kSigned && operation.hasNoSignedWrap()) return true;
  if (width == Width::kUnsigned && operation.hasNoUnsignedWrap()) return true;
  if (operation.getOpcode() != Instruction::Add) return false;
  const SimplifyQuery query(body_.getDataLayout(), &dominators_, nullptr, &operation);
  const WithCache<const Value*> left(operation.getOperand(0)), right(operation.getOperand(1));
  return (width == Width::kSigned ? computeOverflowForSignedAdd(left, right, query)
                                  : computeOverflowForUnsignedAdd(left, right, query)) ==
         OverflowResult::NeverOverflows;
}

std::optional<ApartThreads::Sum> ApartThreads::sum_of_operation(const BinaryOperator& operation,
                                                                Width width, unsigned depth) const {
  if (isa<PossiblyDisjointInst>(operation) && !cast<PossiblyDisjointInst>(operation).isDisjoint())
    return std::nullopt;
  const unsigned code = operation.getOpcode();
  const auto* const number = dyn_cast<ConstantInt>(operation.getOperand(1));
  const bool adds = code == Instruction::Add || code == Instruction::Or;
  const bool scales = number != nullptr && (code == Instruction::Mul || code == Instruction::Shl);
  if ((!adds && !scales) || !never_wraps(operation, width)) return std::nullopt;
  auto sum = sum_of(*operation.getOperand(0), width, depth);
  if (!sum) return std::nullopt;
  if (adds) {
    const auto other = sum_of(*operation.getOperand(1), width, depth);
    if (!other) return std::nullopt;
    sum->add(*other, 1);
    return sum;
  }
  if (number->getValue().ugt(code == Instruction::Shl ? 16 : kLargestFactor)) return std::nullopt;
  const auto factor = static_cast<std::int64_t>(number->getZExtValue());
  Sum scaled;
  scaled.add(*sum, code == Instruction::Shl ? std::int64_t{1} << factor : factor);
  return scaled;
}

std::optional<ApartThreads::Sum> ApartThreads::sum_of_address(const GEPOperator& address,
                                                              unsigned depth) const {
  auto sum = sum_of(*address.getPointerOperand(), Width::kAsIs, depth);
  SmallMapVector<Value*, APInt, 4> indices;
  APInt constant(64, 0);
  if (!sum || !address.collectOffset(body_.getDataLayout(), 64, indices, constant))
    return std::nullopt;
  sum->constant += constant.getSExtValue();
  for (const auto& [index, bytes] : indices) {
    if (bytes.abs().ugt(kLargestFactor)) return std::nullopt;
    const bool is_narrow = index->getType()->getIntegerBitWidth() < 64;
    const auto part = sum_of(*index, is_narrow ? Width::kSigned : Width::kAsIs, depth);
    if (!part) return std::nullopt;
    sum->add(*part, bytes.getSExtValue());
  }
  return sum;
}

/// Of a number that becomes one of 64 bits by `width`. What is no sum is a term by itself if all threads share it.
std::optional<ApartThreads::Sum> ApartThreads::sum_of(const Value& value, Width width,
                                                      unsigned depth) const {
  Sum sum;
  if (is_thread(value)) {
    sum.threads = 1;  // never negative
    return sum;
  }
  if (const auto* const number = dyn_cast<ConstantInt>(&value)) {
    if (number->getBitWidth() > 64) return std::nullopt;
    sum.constant = width == Width::kUnsigned ? static_cast<std::int64_t>(number->getZExtValue())
                                             : number->getSExtValue();
    return sum;
  }
  if (depth == 0) return std::nullopt;
  std::optional<Sum> parts;
  if (const auto* const address = dyn_cast<GEPOperator>(&value)) {
    parts = sum_of_address(*address, depth - 1);
  } else if (const auto* const operation = dyn_cast<BinaryOperator>(&value)) {
    parts = sum_of_operation(*operation, width, depth - 1);
  } else if ((isa<SExtInst>(value) || isa<ZExtInst>(value)) && width == Width::kAsIs) {
    const Value& narrow = *cast<CastInst>(value).getOperand(0);
    const auto* const zeros = dyn_cast<ZExtInst>(&value);
    if (!narrow.getType()->isIntegerTy(32)) return std::nullopt;
    if (zeros != nullptr) parts = sum_of(narrow, Width::kUnsigned, depth - 1);
    if (!parts && (zeros == nullptr || zeros->hasNonNeg()))
      parts = sum_of(narrow, Width::kSigned, depth - 1);
  }
  if (parts) return parts;
  if (!isa<Argument>(value) && !isa<Instruction>(value)) return std::nullopt;
  if (!uniformity_.is_uniform(&value)) return std::nullopt;
  // Both extensions of what is never negative are one number.
  const SimplifyQuery query(body_.getDataLayout(), &dominators_);
  if (width == Width::kSigned && isKnownNonNegative(&value, query)) width = Width::kUnsigned;
  sum.terms[{&value, width}] = 1;
  return sum;
}

void ApartThreads::add_guard(Guards& guards, Value& condition, bool holds) const {
  Value *left = nullptr, *right = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(left), m_Value(right)))
            : match(&condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    add_guard(guards, *left, holds);
    add_guard(guards, *right, holds);
    return;
  }
  const auto* const comparison = dyn_cast<ICmpInst>(&condition);
  if (comparison == nullptr) return;
  CmpInst::Predicate predicate =
      holds ? comparison->getPredicate() : comparison->getInversePredicate();
  const Value *thread = comparison->getOperand(0), *bound = comparison->getOperand(1);
  if (!is_thread(*thread)) {
    std::swap(thread, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!is_thread(*thread)) return;  // of 32 bits
  const bool is_signed = CmpInst::isSigned(predicate);
  auto limit = sum_of(*bound, is_signed ? Width::kSigned : Width::kUnsigned, kDeepest);
  if (!limit || limit->threads != 0) return;
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      guards.equals = limit->number();
      break;
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
      ++limit->constant;
      [[fallthrough]];
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT:
      guards.below.push_back(*limit);
      break;
    default:
      break;
  }
}

ApartThreads::Guards ApartThreads::guards_of(const Instruction& at) const {
  Guards guards;
  const BasicBlock& block = *at.getParent();
  for (const auto* node = dominators_.getNode(&block); node->getIDom() != nullptr;
       node = node->getIDom()) {
    const BasicBlock& above = *node->getIDom()->getBlock();
    const auto* const branch = dyn_cast<BranchInst>(above.getTerminator());
    if (branch == nullptr || !branch->isConditional() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (const unsigned taken : {0U, 1U})
      if (dominators_.dominates(BasicBlockEdge(&above, branch->getSuccessor(taken)), &block))
        add_guard(guards, *branch->getCondition(), taken == 0);
  }
  return guards;
}

bool ApartThreads::are_apart(const NotedAccess& one, const NotedAccess& other, Shared& shared) {
  const auto first = sum_of(*one.address, Width::kAsIs, kDeepest);
  const auto second = sum_of(*other.address, Width::kAsIs, kDeepest);
  if (!first || !second) return false;
  const Guards first_guards = guards_of(*one.at), second_guards = guards_of(*other.at);
  const auto bytes = static_cast<std::int64_t>(one.bytes);
  const auto other_bytes = static_cast<std::int64_t>(other.bytes);
  const auto share = [&](const Sum& sum) {
    for (const auto& term : sum.terms)
      if (const auto* const instruction = dyn_cast<Instruction>(term.first.first))
        shared.insert(instruction);
  };
  share(*first);
  share(*second);
  if (first_guards.equals && first_guards.equals == second_guards.equals) return true;
  // One thread's bytes lie in the place that it has by the other access.
  const auto in_own_place = [](const Sum& single, std::int64_t thread, std::int64_t size,
                               const Sum& all, std::int64_t all_size) {
    Sum distance = single;
    distance.constant += distance.threads * thread - all.threads * thread;
    distance.threads = 0;
    Sum rest = all;
    rest.threads = 0;
    distance.add(rest, -1);
    const auto from_own = distance.number();
    return from_own && *from_own >= 0 && all_size <= all.threads && *from_own + size <= all.threads;
  };
  if (first_guards.equals &&
      in_own_place(*first, *first_guards.equals, bytes, *second, other_bytes))
    return true;
  if (second_guards.equals &&
      in_own_place(*second, *second_guards.equals, other_bytes, *first, bytes))
    return true;
  const std::int64_t step = first->threads;
  if (step <= 0 || step != second->threads) return false;
  Sum distance = *second;
  distance.add(*first, -1);
  if (const auto number = distance.number())
    if (have_room(step, bytes, *number, other_bytes)) return true;
  // All that the lower one's threads touch ends where the other's first thread begins.
  const auto ends_below = [&](const Sum& above, const Guards& guards, std::int64_t size) {
    return size <= step && any_of(guards.below, [&](const Sum& bound) {
             Sum room = above;
             room.add(bound, -step);
             const auto number = room.number();
             if (!number || *number < 0) return false;
             share(bound);
             return true;
           });
  };
  if (ends_below(distance, first_guards, bytes)) return true;
  Sum back;
  back.add(distance, -1);
  return ends_below(back, second_guards, other_bytes);
}

}  // namespace riffle::spmd
