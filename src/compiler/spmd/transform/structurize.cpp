// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/structurize.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/StructurizeCFG.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Behind a call that does not return (a fault) the block may as well return: one exit, no dead
/// ends.
void return_instead_of_unreachable(Function& body) {
  for (BasicBlock& block : body) {
    auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (end == nullptr) continue;
    ReturnInst::Create(body.getContext(), nullptr, end->getIterator());
    end->eraseFromParent();
  }
}

bool has_vectors(Function& body) {
  return any_of(instructions(body), [](const Instruction& instruction) {
    return instruction.getType()->isVectorTy() ||
           any_of(instruction.operands(),
                  [](const Use& use) { return use->getType()->isVectorTy(); });
  });
}

/// Code that was compiled without optimisation chooses among ways that constants rule out once its
/// variables are values. The passes below leave what nothing reaches where it is.
struct RemoveDeadWays : PassInfoMixin<RemoveDeadWays> {
  static PreservedAnalyses run(Function& body, FunctionAnalysisManager&) {
    bool changed = false;
    for (BasicBlock& block : body) changed |= ConstantFoldTerminator(&block, true);
    changed |= removeUnreachableBlocks(body);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

void structurize(Function& body, unsigned lanes) {
  return_instead_of_unreachable(body);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  register_divergence_model(functions, Scope::kPacket, lanes);
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  FunctionPassManager passes;
  if (has_vectors(body)) {
    ScalarizerPassOptions options;
    options.ScalarizeLoadStore = true;
    options.ScalarizeVariableInsertExtract = true;
    passes.addPass(ScalarizerPass(options));
  }
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(RemoveDeadWays());
  passes.addPass(LowerSwitchPass());
  passes.addPass(RemoveDeadWays());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(UnifyLoopExitsPass());
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(body, functions);
}

}  // namespace riffle::spmd
