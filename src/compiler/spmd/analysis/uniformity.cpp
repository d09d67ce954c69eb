// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/uniformity.h"

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>

#include <memory>

#include "compiler/spmd/analysis/packet_index.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Not NVPTX's model: that one takes every load through a generic pointer, and even blockIdx, for
/// divergent.
class DivergenceModel : public TargetTransformInfoImplCRTPBase<DivergenceModel> {
 public:
  DivergenceModel(const DataLayout& layout, UniformityScope scope, unsigned lanes)
      : TargetTransformInfoImplCRTPBase<DivergenceModel>(layout), scope_(scope), lanes_(lanes) {}

  bool hasBranchDivergence(const Function*) const override { return true; }
  unsigned getFlatAddressSpace() const override { return 0; }

  InstructionUniformity getInstructionUniformity(const Value* value) const override {
    if (const auto* argument = dyn_cast<Argument>(value)) {
      return is_source(*argument) ? InstructionUniformity::NeverUniform
                                  : InstructionUniformity::Default;
    }
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr) return InstructionUniformity::Default;
    if (is_same_in_scope(*instruction)) return InstructionUniformity::AlwaysUniform;
    return is_source(*instruction) || is_left_open(*instruction)
               ? InstructionUniformity::NeverUniform
               : InstructionUniformity::Default;
  }

 private:
  [[nodiscard]] bool is_same_in_scope(const Instruction& instruction) const {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier) return true;  // reductions
    if (scope_ != UniformityScope::kPacket) return false;
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        (call->getCalledFunction()->getName() == kAllLanes ||
         call->getCalledFunction()->getName() == kLanesAgree ||
         call->getCalledFunction()->getName() == kWholePacket))
      return true;
    if (call != nullptr)
      return lanes_ == kWarpLanes && kind_of(*call) == IntrinsicKind::kWarp &&
             is_same_for_warp(*call);
    return lanes_ > 1 && is_same_in_packet(instruction, lanes_);
  }

  [[nodiscard]] bool is_source(const Argument& argument) const {
    if (!argument.getParent()->hasFnAttribute(kBodyAttribute)) return true;
    switch (argument.getArgNo()) {
      case kThreadX:
      case kLinear:
      case kThread:
        return true;
      case kThreadY:
      case kThreadZ:
        return scope_ == UniformityScope::kBlock;
      default:
        return false;
    }
  }

  static bool is_source(const Instruction& instruction) {
    if (isa<AllocaInst>(instruction)) return true;  // each thread's own
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isVolatile() || load->isAtomic();
    if (instruction.isAtomic()) return true;
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) return false;
    return !(isa<IntrinsicInst>(call) && call->doesNotAccessMemory());
  }

  /// `phi [ %loaded, %first_thread ], [ undef, %others ]`: LLVM takes it for uniform, as the others may have the same. Packets that
  /// have none of the first threads compute something else, so that the block has no one value.
  [[nodiscard]] bool is_left_open(const Instruction& instruction) const {
    const auto* const phi = dyn_cast<PHINode>(&instruction);
    return scope_ == UniformityScope::kBlock && phi != nullptr &&
           any_of(phi->incoming_values(), [](const Use& value) { return isa<UndefValue>(value); });
  }

  UniformityScope scope_;
  unsigned lanes_;
};

}  // namespace

void register_divergence_model(FunctionAnalysisManager& analyses, UniformityScope scope,
                               unsigned lanes) {
  analyses.registerPass([scope, lanes] {
    return TargetIRAnalysis([scope, lanes](const Function& function) {
      return TargetTransformInfo(
          std::make_unique<DivergenceModel>(function.getDataLayout(), scope, lanes));
    });
  });
}

Uniformity::Uniformity(Function& body, UniformityScope scope, unsigned lanes) {
  register_divergence_model(analyses_, scope, lanes);
  analyses_.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses_.registerPass([] { return DominatorTreeAnalysis(); });
  analyses_.registerPass([] { return CycleAnalysis(); });
  analyses_.registerPass([] { return UniformityInfoAnalysis(); });
  info_ = &analyses_.getResult<UniformityInfoAnalysis>(body);
}

}  // namespace riffle::spmd
