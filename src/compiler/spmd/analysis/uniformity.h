// SPDX-License-Identifier: Apache-2.0
// Which values of a body are the same for all threads of a block, or of a packet: LLVM's uniformity
// analysis told where divergence comes from.
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace riffle::spmd {

/// The threads that are compared.
enum class UniformityScope {
  kBlock,   ///< thread.x, y and z differ
  kPacket,  ///< consecutive threads along x: thread.x and the linear index differ
};

class Uniformity {
 public:
  /// `lanes` of a packet; 1 where the scope is the block.
  Uniformity(llvm::Function& body, UniformityScope scope, unsigned lanes = 1);

  [[nodiscard]] bool is_uniform(const llvm::Value* value) const { return info_->isUniform(value); }
  [[nodiscard]] bool has_divergent_branch(const llvm::BasicBlock& block) const {
    return info_->hasDivergentTerminator(block);
  }

 private:
  // The manager owns the result and what it refers to.
  llvm::FunctionAnalysisManager analyses_;
  llvm::UniformityInfo* info_;
};

/// Makes `analyses` answer TargetIRAnalysis with a model that knows nothing but divergence; to be
/// called before the other analyses are registered. For passes that ask about divergence
/// (StructurizeCFG).
void register_divergence_model(llvm::FunctionAnalysisManager& analyses, UniformityScope scope,
                               unsigned lanes);

}  // namespace riffle::spmd
