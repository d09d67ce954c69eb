// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/packet_costs.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cmath>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr double kRoundsOfALoop = 8;
constexpr unsigned kDeepest = 3;
/// Of a thread: three or four simple operations begin in a cycle, two loads, one store.
constexpr double kSimple = 0.3, kLoad = 0.5, kStore = 1.0;
/// Of a register of lanes: two begin in a cycle, a little is spilled.
constexpr double kVectorOperation = 0.6;
constexpr double kPredictedWrong = 6.0;  ///< 15 cycles and more, at branches by data
constexpr double kPredictedRight = 0.5;
/// By which the estimate may be wrong: it does not know what waits for what.
constexpr double kError = 1.8;

struct CostWeights {
  double thread, vector;
};

/// Cycles of one thread's operation, and of one on a register.
CostWeights weights_of(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      if (isa<Constant>(instruction.getOperand(1))) return {1.5, 4};
      return {8, 12};
    case Instruction::FDiv:
      return {4, 8};
    case Instruction::GetElementPtr:
      return {kSimple / 2, kVectorOperation};
    case Instruction::Call:
      break;
    default:
      return {kSimple, kVectorOperation};
  }
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return {30, 60};
  if (intrinsic->isAssumeLikeIntrinsic()) return {0, 0};
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::sqrt:
      return {4, 10};
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::pow:
      return {30, 30};
    default:
      return {2 * kSimple, 2 * kVectorOperation};
  }
}

}  // namespace

void PacketCosts::enter(unsigned depth, double some) {
  times_ = std::pow(kRoundsOfALoop, std::min(depth, kDeepest));
  some_ = some;
}

/// How many hold a value for each lane.
double PacketCosts::registers(const Type* type) const {
  const unsigned bits = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  return std::max(1.0, static_cast<double>(bits) * lanes_ / target_.registers.bits);
}

/// Of a gather or scatter. There is none of bytes: each is taken out and put in.
double PacketCosts::by_element(const Instruction& access) const {
  const unsigned bits = getLoadStoreType(&access)->getScalarSizeInBits();
  if (bits != 0 && bits < 32) return 4.5;
  if (isa<StoreInst>(access)) return target_.gathers_fast ? 1.5 : 2.5;
  return target_.gathers_fast ? 1.2 : 2.2;
}

void PacketCosts::add(const Instruction& instruction, LaneWork work) {
  CostWeights weights = weights_of(instruction);
  const bool is_load = isa<LoadInst>(instruction), is_store = isa<StoreInst>(instruction);
  if (is_load) weights = {kLoad, kLoad};
  if (is_store) weights = {kStore, kStore};
  const Type* type = is_store ? instruction.getOperand(0)->getType() : instruction.getType();
  if (isa<CmpInst>(instruction)) type = instruction.getOperand(0)->getType();
  double packet = 0;
  switch (work) {
    case LaneWork::kOnce:
      packet = weights.thread / lanes_;
      break;
    case LaneWork::kVector:
      packet = weights.vector * registers(type) / lanes_;
      break;
    case LaneWork::kElements:
      packet = by_element(instruction);
      break;
    case LaneWork::kOneByOne:
      packet = weights.thread + 2;
      break;
  }
  total_.by_thread += times_ * some_ * weights.thread;
  total_.by_packet += times_ * packet;
}

void PacketCosts::add_parting(bool by_data) {
  total_.by_thread += times_ * some_ * (by_data ? kPredictedWrong : kPredictedRight);
  total_.by_packet += times_ * 3 / lanes_;
}

bool is_cheaper_by_thread(const Costs& costs) { return costs.by_packet > kError * costs.by_thread; }

}  // namespace riffle::spmd
