// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/unroll_rows.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/known_object.h"
#include "compiler/spmd/analysis/row_reuse.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/share_sums.h"
#include "compiler/spmd/legalize/store_in_place.h"
#include "compiler/spmd/lower/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr const char* kChooseWays =
    "loop-mssa(simple-loop-unswitch<nontrivial;trivial>),simplifycfg,loop-simplify,lcssa";
constexpr const char* kForward =
    "early-cse<memssa>,gvn,instcombine<no-verify-fixpoint>,early-cse<memssa>";
constexpr const char* kClean = "dse,adce,jump-threading,simplifycfg";

class FunctionPasses {
 public:
  explicit FunctionPasses(Function& run) : run_(run) {}
  void run(StringRef pipeline) {
    FunctionPassManager passes;
    cantFail(builder_.parsePassPipeline(passes, pipeline));
    passes.run(run_, analyses_.functions);
    analyses_.functions.invalidate(run_, PreservedAnalyses::none());
  }
  template <class Analysis>
  Analysis::Result& get() {
    return analyses_.functions.getResult<Analysis>(run_);
  }
  void invalidate() { analyses_.functions.invalidate(run_, PreservedAnalyses::none()); }

 private:
  Function& run_;
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

struct ReusedRows {
  Loop* loop;
  unsigned count;
};

SmallVector<ReusedRows, 4> find_rows(LoopInfo& loops, unsigned register_bits) {
  SmallVector<ReusedRows, 4> found;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (const unsigned count = rows_that_reuse(*loop, loops, register_bits))
      found.push_back({loop, count});
  }
  return found;
}

bool has_rows(Function& run, unsigned register_bits) {
  DominatorTree dominators(run);
  LoopInfo loops(dominators);
  return !find_rows(loops, register_bits).empty();
}

void unroll(Loop& loop, unsigned count, FunctionPasses& passes) {
  UnrollLoopOptions options{};
  options.Count = count;
  options.Force = true;
  UnrollLoop(&loop, options, &passes.get<LoopAnalysis>(), &passes.get<ScalarEvolutionAnalysis>(),
             &passes.get<DominatorTreeAnalysis>(), &passes.get<AssumptionAnalysis>(),
             &passes.get<TargetIRAnalysis>(), &passes.get<OptimizationRemarkEmitterAnalysis>(),
             /*PreserveLCSSA=*/true);
}

/// Loads under masks of what the block has loaded whole.
void bare_loads(BasicBlock& block) {
  SmallDenseMap<Value*, Type*> loaded;
  for (Instruction& instruction : make_early_inc_range(block)) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      loaded[load->getPointerOperand()] = load->getType();
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) continue;
    auto* masked = dyn_cast<IntrinsicInst>(call);
    if (masked == nullptr) loaded.clear();  // it may free memory
    if (masked == nullptr || masked->getIntrinsicID() != Intrinsic::masked_load) continue;
    Value* address = masked->getArgOperand(0);
    if (loaded.lookup(address) != masked->getType()) continue;
    IRBuilder<> builder(masked);
    LoadInst* whole =
        builder.CreateAlignedLoad(masked->getType(), address, masked->getParamAlign(0));
    whole->setAAMetadata(masked->getAAMetadata());
    Value* chosen = builder.CreateSelect(masked->getArgOperand(1), whole, masked->getArgOperand(2));
    masked->replaceAllUsesWith(chosen);
    masked->eraseFromParent();
  }
}

}  // namespace

bool unroll_rows(Function& run, unsigned register_bits) {
  if (run.isDeclaration() || !run.hasFnAttribute(kShapeAttribute) || !has_rows(run, register_bits))
    return false;
  FunctionPasses passes(run);
  passes.run(kChooseWays);
  for (const auto& [loop, count] : find_rows(passes.get<LoopAnalysis>(), register_bits)) {
    if (loop->getNumBlocks() != 1) continue;  // too many ways
    bare_loads(*loop->getHeader());
    unroll(*loop, count, passes);
  }
  passes.invalidate();
  mark_distinct_objects(run);
  passes.run(kForward);
  share_sums(run);
  passes.run(kClean);
  while (store_in_place(run, passes.get<LoopAnalysis>(), passes.get<ScalarEvolutionAnalysis>(),
                        passes.get<DominatorTreeAnalysis>()))
    passes.invalidate();
  return true;
}

}  // namespace riffle::spmd
