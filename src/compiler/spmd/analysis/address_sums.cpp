// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/address_sums.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr int kMostDepth = 40;

std::int64_t bounded(__int128 value) {
  return static_cast<std::int64_t>(std::clamp<__int128>(value, -kUnbounded, kUnbounded));
}

bool is_of_thread(const Argument& argument) {
  switch (argument.getArgNo()) {
    case kThreadX:
    case kThreadY:
    case kThreadZ:
    case kLinear:
    case kThread:
      return true;
    default:
      return false;
  }
}

AddressSum term(const Value* value) {
  AddressSum sum;
  sum.terms[value] = 1;
  return sum;
}

AddressSum between(std::int64_t low, std::int64_t high) {
  AddressSum sum;
  sum.low = low;
  sum.high = high;
  return sum;
}

std::optional<AddressSum> hull(const std::optional<AddressSum>& one,
                               const std::optional<AddressSum>& two) {
  if (!one || !two || !one->has_terms_of(*two)) return std::nullopt;
  AddressSum result = *one;
  result.low = std::min(one->low, two->low);
  result.high = std::max(one->high, two->high);
  return result;
}

}  // namespace

void AddressSum::add(const AddressSum& other, std::int64_t factor) {
  for (const auto& [value, count] : other.terms) terms[value] += count * factor;
  terms.remove_if([](const auto& term) { return term.second == 0; });
  const __int128 one = static_cast<__int128>(other.low) * factor;
  const __int128 two = static_cast<__int128>(other.high) * factor;
  low = bounded(low + std::min(one, two));
  high = bounded(high + std::max(one, two));
}

bool AddressSum::has_terms_of(const AddressSum& other) const {
  return terms.size() == other.terms.size() && all_of(terms, [&](const auto& term) {
           const auto* const found = other.terms.find(term.first);
           return found != other.terms.end() && found->second == term.second;
         });
}

AddressSums::AddressSums(Function& body, const std::vector<bool>& is_memory,
                         const DominatorTree& dominators)
    : body_(body), is_memory_(is_memory), dominators_(dominators) {
  for (Instruction& instruction : instructions(body)) {
    const auto* const load = dyn_cast<LoadInst>(&instruction);
    if (const auto place = load != nullptr ? place_of_parameter(*load) : std::nullopt)
      parameters_.try_emplace(*place, load);
  }
}

std::optional<AddressSum> AddressSums::sum(const Value* value, const BasicBlock& at) {
  if (depth_ > kMostDepth) return std::nullopt;
  ++depth_;
  std::optional<AddressSum> result = sum_of(value, at);
  --depth_;
  return result;
}

SmallVector<Base, 4> AddressSums::bases(const Value* address) const {
  SmallVector<Base, 4> found;
  SmallVector<const Value*, 8> work{address};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const Value* const value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    const auto* const operation = dyn_cast<Operator>(value);
    if (isa<GEPOperator, CastInst>(value) && operation != nullptr) {
      work.push_back(operation->getOperand(0));
    } else if (match(value, m_Add(m_Value(), m_ConstantInt()))) {
      work.push_back(operation->getOperand(0));
    } else if (const auto* phi = dyn_cast<PHINode>(value)) {
      append_range(work, phi->incoming_values());
    } else if (const auto* select = dyn_cast<SelectInst>(value)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    } else if (isa<AllocaInst>(value) ||
               (isa<Argument>(value) && value->getType()->isPointerTy())) {
      found.push_back(value);
    } else {
      const auto* const load = dyn_cast<LoadInst>(value);
      found.push_back(load == nullptr ? nullptr : parameter(*load));
    }
  }
  return found;
}

std::optional<AddressSums::Place> AddressSums::place_of_parameter(const LoadInst& load) const {
  if (load.isVolatile() || load.isAtomic()) return std::nullopt;
  APInt offset(64, 0);
  const auto* const argument =
      dyn_cast<Argument>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          body_.getDataLayout(), offset, /*AllowNonInbounds=*/true));
  if (argument == nullptr || argument->getArgNo() < kFirstParameter) return std::nullopt;
  const unsigned number = argument->getArgNo() - kFirstParameter;
  if (number >= is_memory_.size() || !is_memory_[number] || !argument->onlyReadsMemory())
    return std::nullopt;
  return Place{argument, offset.getSExtValue()};
}

const Value* AddressSums::parameter(const LoadInst& load) const {
  const auto place = place_of_parameter(load);
  if (!place) return nullptr;
  const LoadInst* const first = parameters_.find(*place)->second;
  return first->getType() == load.getType() ? first : nullptr;
}

bool AddressSums::is_shared_word(const LoadInst& load) const {
  APInt offset(64, 0);
  const Value* const object = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      body_.getDataLayout(), offset, /*AllowNonInbounds=*/true);
  return !load.isVolatile() && !load.isAtomic() && object == body_.getArg(kShared);
}

std::optional<AddressSum> AddressSums::sum_of(const Value* value, const BasicBlock& at) {
  if (const auto* constant = dyn_cast<ConstantInt>(value))
    return constant->getBitWidth() > 64
               ? std::nullopt
               : std::optional(between(constant->getSExtValue(), constant->getSExtValue()));
  if (carried_.contains(value)) return term(value);
  if (const auto* argument = dyn_cast<Argument>(value))
    return is_of_thread(*argument) ? range(value, at) : term(value);
  if (const auto* load = dyn_cast<LoadInst>(value)) {
    if (const Value* same = parameter(*load)) return term(same);
    return is_shared_word(*load) ? std::optional(term(load)) : range(value, at);
  }
  if (const auto* address = dyn_cast<GEPOperator>(value)) return sum_of_address(*address, at);
  if (const auto* phi = dyn_cast<PHINode>(value)) return sum_of_phi(*phi);
  if (const auto* select = dyn_cast<SelectInst>(value))
    return hull(sum(select->getTrueValue(), at), sum(select->getFalseValue(), at));
  if (isa<SExtInst, ZExtInst, TruncInst, PtrToIntInst, IntToPtrInst, FreezeInst>(value))
    return sum(cast<Instruction>(value)->getOperand(0), at);
  return sum_of_arithmetic(value, at);
}

std::optional<AddressSum> AddressSums::sum_of_arithmetic(const Value* value, const BasicBlock& at) {
  const Value* one = nullptr;
  const Value* two = nullptr;
  const APInt* factor = nullptr;
  if (match(value, m_Not(m_Value(one)))) {  // -one - 1
    AddressSum result = between(-1, -1);
    const auto operand = sum(one, at);
    if (!operand) return std::nullopt;
    result.add(*operand, -1);
    return result;
  }
  if (match(value, m_Add(m_Value(one), m_Value(two))) ||
      match(value, m_DisjointOr(m_Value(one), m_Value(two))))
    return added(one, two, 1, at);
  if (match(value, m_Sub(m_Value(one), m_Value(two)))) return added(one, two, -1, at);
  const bool is_shift = match(value, m_Shl(m_Value(one), m_APInt(factor)));
  if (is_shift || match(value, m_Mul(m_Value(one), m_APInt(factor)))) {
    const auto operand = sum(one, at);
    if (!operand || (is_shift && factor->uge(32)) || factor->getSignificantBits() > 40)
      return std::nullopt;
    AddressSum result;
    result.add(*operand,
               is_shift ? std::int64_t{1} << factor->getZExtValue() : factor->getSExtValue());
    return result;
  }
  return is_common(value) ? std::optional(term(value)) : range(value, at);
}

std::optional<AddressSum> AddressSums::added(const Value* one, const Value* two, std::int64_t sign,
                                             const BasicBlock& at) {
  std::optional<AddressSum> result = sum(one, at);
  const std::optional<AddressSum> other = sum(two, at);
  if (!result || !other) return std::nullopt;
  result->add(*other, sign);
  return result;
}

std::optional<AddressSum> AddressSums::sum_of_address(const GEPOperator& address,
                                                      const BasicBlock& at) {
  SmallMapVector<Value*, APInt, 4> variable;
  APInt constant(64, 0);
  if (!address.collectOffset(body_.getDataLayout(), 64, variable, constant)) return std::nullopt;
  std::optional<AddressSum> result = sum(address.getPointerOperand(), at);
  if (!result) return std::nullopt;
  result->add(between(1, 1), constant.getSExtValue());
  for (const auto& [index, scale] : variable) {
    const auto operand = sum(index, at);
    if (!operand) return std::nullopt;
    result->add(*operand, scale.getSExtValue());
  }
  return result;
}

std::optional<AddressSum> AddressSums::sum_of_phi(const PHINode& phi) {
  std::optional<AddressSum> begin;
  AddressSum step;
  carried_.insert(&phi);
  bool is_known = true;
  for (unsigned i = 0; i < phi.getNumIncomingValues() && is_known; ++i) {
    std::optional<AddressSum> incoming = sum(phi.getIncomingValue(i), *phi.getIncomingBlock(i));
    if (incoming && incoming->terms.size() == 1 && incoming->terms.lookup(&phi) == 1) {
      step.low = std::min(step.low, incoming->low);
      step.high = std::max(step.high, incoming->high);
      continue;
    }
    is_known = incoming && !incoming->terms.contains(&phi);
    if (is_known) begin = begin ? hull(begin, incoming) : incoming;
    is_known = is_known && begin;
  }
  carried_.erase(&phi);
  if (!is_known || !begin) return std::nullopt;
  if (step.low < 0) begin->low = -kUnbounded;
  if (step.high > 0) begin->high = kUnbounded;
  return begin;
}

bool AddressSums::is_common(const Value* value) {
  if (isa<Constant>(value)) return true;
  if (const auto* argument = dyn_cast<Argument>(value)) return !is_of_thread(*argument);
  if (const auto* load = dyn_cast<LoadInst>(value))
    return parameter(*load) != nullptr || is_shared_word(*load);
  const auto* const instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr || depth_ > kMostDepth) return false;
  if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(instruction)) return false;
  ++depth_;
  const bool is = all_of(instruction->operands(), [&](const Use& use) { return is_common(use); });
  --depth_;
  return is;
}

std::optional<AddressSum> AddressSums::range(const Value* value, const BasicBlock& at) const {
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  ConstantRange known = computeConstantRange(value, /*ForSigned=*/true);
  if (const auto* argument = dyn_cast<Argument>(value)) {
    if (const auto written = argument->getRange()) known = known.intersectWith(*written);
  }
  for (const User* const user : value->users()) {
    const auto* const compare = dyn_cast<ICmpInst>(user);
    const auto* const limit =
        compare == nullptr ? nullptr : dyn_cast<ConstantInt>(compare->getOperand(1));
    if (limit == nullptr || compare->getOperand(0) != value) continue;
    for (const User* const use : compare->users()) {
      const auto* const branch = dyn_cast<BranchInst>(use);
      if (branch == nullptr) continue;
      for (const unsigned way : {0U, 1U}) {
        const BasicBlockEdge edge(branch->getParent(), branch->getSuccessor(way));
        if (!edge.isSingleEdge() || !dominators_.dominates(edge, &at)) continue;
        known = known.intersectWith(ConstantRange::makeExactICmpRegion(
            way == 0 ? compare->getPredicate() : compare->getInversePredicate(),
            limit->getValue()));
      }
    }
  }
  if (known.isFullSet() || known.isEmptySet()) return std::nullopt;
  return between(known.getSignedMin().getSExtValue(), known.getSignedMax().getSExtValue());
}

}  // namespace riffle::spmd
