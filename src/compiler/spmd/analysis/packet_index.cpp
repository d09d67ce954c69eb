// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/packet_index.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <bit>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 8;

bool is_uniform(const Value& value, unsigned depth) {
  if (isa<Constant>(value)) return true;
  if (const auto* argument = dyn_cast<Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    return number != kThreadX && number != kLinear && number != kThread;
  }
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return false;
  const bool simple = isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
                      isa<CmpInst>(instruction) || isa<SelectInst>(instruction);
  return simple && all_of(instruction->operands(),
                          [&](const Use& use) { return is_uniform(*use.get(), depth - 1); });
}

/// How many low bits of `value` are surely zero.
unsigned zero_bits(const Value& value, unsigned log_lanes, unsigned depth) {
  if (const auto* number = dyn_cast<ConstantInt>(&value)) return number->getValue().countr_zero();
  if (const auto* argument = dyn_cast<Argument>(&value)) {
    const unsigned which = argument->getArgNo();
    return which == kExtentX || which == kThreads ? log_lanes : 0;
  }
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return 0;
  const auto of = [&](unsigned i) {
    return zero_bits(*instruction->getOperand(i), log_lanes, depth - 1);
  };
  switch (instruction->getOpcode()) {
    case Instruction::Mul:
      return of(0) + of(1);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
      return std::min(of(0), of(1));
    case Instruction::And:
      return std::max(of(0), of(1));
    case Instruction::Shl: {
      const auto* amount = dyn_cast<ConstantInt>(instruction->getOperand(1));
      return amount == nullptr ? 0 : of(0) + static_cast<unsigned>(amount->getLimitedValue(64));
    }
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
      return of(0);
    default:
      return 0;
  }
}

bool is_uniform_multiple(const Value& value, unsigned log_lanes) {
  return zero_bits(value, log_lanes, kDeepest) >= log_lanes && is_uniform(value, kDeepest);
}

/// A uniform multiple of the lanes plus the lane.
bool is_packet_index(const Value& value, unsigned log_lanes, unsigned depth) {
  if (const auto* argument = dyn_cast<Argument>(&value))
    return argument->getArgNo() == kThreadX || argument->getArgNo() == kLinear;
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return false;
  const Value *left = nullptr, *right = nullptr;
  if (match(instruction, m_Add(m_Value(left), m_Value(right))) ||
      match(instruction, m_DisjointOr(m_Value(left), m_Value(right)))) {
    return (is_packet_index(*left, log_lanes, depth - 1) &&
            is_uniform_multiple(*right, log_lanes)) ||
           (is_packet_index(*right, log_lanes, depth - 1) && is_uniform_multiple(*left, log_lanes));
  }
  const bool keeps_low_bits =
      isa<ZExtInst>(instruction) || isa<SExtInst>(instruction) ||
      (isa<TruncInst>(instruction) && instruction->getType()->getScalarSizeInBits() > log_lanes);
  return keeps_low_bits && is_packet_index(*instruction->getOperand(0), log_lanes, depth - 1);
}

/// `index < limit` changes only between packets.
bool is_packet_bound(CmpPredicate predicate, const Value& limit, unsigned log_lanes) {
  switch (predicate) {
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SGE:
      return is_uniform_multiple(limit, log_lanes);
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_SLE: {
      const auto* number = dyn_cast<ConstantInt>(&limit);
      return number != nullptr && (number->getValue() + 1).countr_zero() >= log_lanes;
    }
    default:
      return false;
  }
}

}  // namespace

bool is_surely_uniform(const Value& value) { return is_uniform(value, kDeepest); }

bool is_same_in_packet(const Instruction& instruction, unsigned lanes) {
  const auto log_lanes = static_cast<unsigned>(std::countr_zero(lanes));
  const auto is_index = [&](const Value* value) {
    return is_packet_index(*value, log_lanes, kDeepest);
  };
  const Value* index = nullptr;
  const Value* limit = nullptr;
  const APInt* number = nullptr;
  if (match(&instruction, m_Shr(m_Value(index), m_APInt(number))))
    return number->uge(log_lanes) && is_index(index);
  if (match(&instruction, m_UDiv(m_Value(index), m_APInt(number))))
    return number->countr_zero() >= log_lanes && is_index(index);
  if (match(&instruction, m_And(m_Value(index), m_APInt(number))))
    return number->countr_zero() >= log_lanes && is_index(index);
  if (const auto* comparison = dyn_cast<ICmpInst>(&instruction)) {
    index = comparison->getOperand(0);
    limit = comparison->getOperand(1);
    return is_packet_bound(comparison->getCmpPredicate(), *limit, log_lanes) && is_index(index);
  }
  return false;
}

}  // namespace riffle::spmd
