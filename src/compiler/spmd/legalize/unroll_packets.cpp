// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/unroll_packets.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/spmd/analyses.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostPackets = 64;
/// Of all loops' packets together, before those without a lane that is on are gone.
constexpr std::size_t kMostInstructions = 16'000;
constexpr const char* kPrepare = "loop-simplify,lcssa";
constexpr const char* kFold =
    "sccp,instcombine<no-verify-fixpoint>,simplifycfg,loop(loop-deletion),simplifycfg,early-cse";

/// The operands by which `access`, a plain or a masked one, has its places; empty: it is of another kind.
SmallVector<const Value*, 2> place_operands(const Instruction& access) {
  if (const Value* address = getLoadStorePointerOperand(&access)) return {address};
  const auto* call = dyn_cast<IntrinsicInst>(&access);
  if (call == nullptr) return {};
  switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      return {call->getArgOperand(0), call->getArgOperand(1)};
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      return {call->getArgOperand(1), call->getArgOperand(2)};
    default:
      return {};
  }
}

/// Whether values are constants in each iteration of a loop that counts from a constant: what follows from its counter alone.
class Counted {
 public:
  explicit Counted(const Loop& loop) : loop_(loop) {}

  bool decides(const Value& value) {
    if (isa<Constant>(value)) return true;
    // An address: accesses are those of one object, at constant distances from it.
    if (value.getType()->isPointerTy() && loop_.isLoopInvariant(&value)) return true;
    const auto* instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !loop_.contains(instruction)) return false;
    if (const auto* phi = dyn_cast<PHINode>(instruction)) return counts(*phi);
    if (instruction->mayReadOrWriteMemory() || instruction->mayHaveSideEffects()) return false;
    const auto [known, is_new] = decided_.try_emplace(instruction, false);
    if (!is_new) return known->second;
    const bool all = all_of(instruction->operands(), [&](const Use& use) { return decides(*use); });
    return decided_[instruction] = all;
  }

 private:
  [[nodiscard]] bool counts(const PHINode& phi) const {
    if (phi.getParent() != loop_.getHeader()) return false;
    const auto* step = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
    return isa<Constant>(phi.getIncomingValueForBlock(loop_.getLoopPredecessor())) &&
           step != nullptr && is_contained(step->operands(), &phi) &&
           any_of(step->operands(), [](const Use& use) { return isa<Constant>(use); });
  }

  const Loop& loop_;
  DenseMap<const Instruction*, bool> decided_;
};

std::size_t instructions_of(const Loop& loop) {
  std::size_t count = 0;
  for (const BasicBlock* block : loop.blocks()) count += block->sizeWithoutDebug();
  return count;
}

class PacketLoops {
 public:
  PacketLoops(Function& run, ArrayRef<SharedAccess> accesses) : run_(run) {
    auto& loops = get<LoopAnalysis>();
    for (const SharedAccess& access : accesses) {
      Loop* loop = loops.getLoopFor(access.instruction->getParent());
      // The outermost loop is that over blocks.
      if (loop != nullptr && loop->getLoopDepth() > 1) loops_[loop].push_back(access.instruction);
    }
  }

  bool can_unroll() {
    std::size_t size = 0;
    for (auto& [loop, accesses] : loops_) {
      const unsigned count = packets_of(*loop, accesses);
      if (count == 0) return false;
      size += count * instructions_of(*loop);
    }
    return size != 0 && size <= kMostInstructions;
  }

  void unroll() {
    for (auto& [loop, accesses] : loops_) {
      UnrollLoopOptions options{};
      options.Count = get<ScalarEvolutionAnalysis>().getSmallConstantTripCount(loop);
      options.Force = true;
      UnrollLoop(loop, options, &get<LoopAnalysis>(), &get<ScalarEvolutionAnalysis>(),
                 &get<DominatorTreeAnalysis>(), &get<AssumptionAnalysis>(),
                 &get<TargetIRAnalysis>(), &get<OptimizationRemarkEmitterAnalysis>(),
                 /*PreserveLCSSA=*/true);
    }
  }

 private:
  template <class Analysis>
  Analysis::Result& get() {
    return analyses_.functions.getResult<Analysis>(run_);
  }

  /// How many packets `loop` is to become; 0: its accesses' places do not follow from its counter.
  unsigned packets_of(Loop& loop, ArrayRef<Instruction*> accesses) {
    if (!loop.isInnermost() || loop.getLoopLatch() == nullptr ||
        loop.getLoopPredecessor() == nullptr)
      return 0;
    Counted counted(loop);
    for (const Instruction* access : accesses) {
      const auto operands = place_operands(*access);
      if (operands.empty() ||
          !all_of(operands, [&](const Value* operand) { return counted.decides(*operand); }))
        return 0;
    }
    const unsigned count = get<ScalarEvolutionAnalysis>().getSmallConstantTripCount(&loop);
    return count <= kMostPackets ? count : 0;
  }

  Function& run_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
  MapVector<Loop*, SmallVector<Instruction*, 4>> loops_;
};

}  // namespace

bool can_unroll_packets(Function& run, ArrayRef<SharedAccess> accesses) {
  return PacketLoops(run, accesses).can_unroll();
}

void unroll_packets(Function& run, ArrayRef<SharedAccess> accesses) {
  run_passes(run, kPrepare);
  PacketLoops(run, accesses).unroll();
  run_passes(run, kFold);
}

}  // namespace riffle::spmd
