// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/structurize.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
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

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/body/early_returns.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Behind a call that does not return (a fault) the block may as well return: one exit, no dead
/// ends.
bool return_instead_of_unreachable(Function& body) {
  bool changed = false;
  for (BasicBlock& block : body) {
    auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (end == nullptr) continue;
    ReturnInst::Create(body.getContext(), nullptr, end->getIterator());
    end->eraseFromParent();
    changed = true;
  }
  return changed;
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

/// RemoveDeadWays takes what is behind a call that does not return for one.
struct ReturnInsteadOfUnreachable : PassInfoMixin<ReturnInsteadOfUnreachable> {
  static PreservedAnalyses run(Function& body, FunctionAnalysisManager&) {
    return return_instead_of_unreachable(body) ? PreservedAnalyses::none()
                                               : PreservedAnalyses::all();
  }
};

/// Beyond that a tree of comparisons, parts of which packets may skip, is better.
constexpr unsigned kMostChained = 4;

/// Each way has one number: neighbouring numbers of one way are a range, which LowerSwitch compares at once.
bool is_to_be_chained(const SwitchInst& choice) {
  if (choice.getNumCases() > kMostChained) return false;
  SmallPtrSet<const BasicBlock*, 8> ways = {choice.getDefaultDest()};
  return all_of(choice.cases(),
                [&](const auto& way) { return ways.insert(way.getCaseSuccessor()).second; });
}

/// switch %n [2: A, 3: B], default: C    ->    %n == 2 ? A : %n == 3 ? B : C
///
/// LowerSwitch makes a search tree, for threads that go one way. Lanes go all ways, and its `%n < 3` is one more mask that all
/// others are combined with.
struct ChainSmallSwitches : PassInfoMixin<ChainSmallSwitches> {
  static void chain(SwitchInst& choice) {
    BasicBlock* from = choice.getParent();
    BasicBlock* otherwise = choice.getDefaultDest();
    Function& body = *from->getParent();
    IRBuilder<> builder(&choice);
    BasicBlock* block = from;
    for (unsigned left = choice.getNumCases(); const auto& way : choice.cases()) {
      const bool is_last = --left == 0;
      BasicBlock* next =
          is_last ? otherwise
                  : BasicBlock::Create(body.getContext(), "switch.next", &body, otherwise);
      Value* is_it = builder.CreateICmpEQ(choice.getCondition(), way.getCaseValue(), "switch.case");
      builder.CreateCondBr(is_it, way.getCaseSuccessor(), next);
      way.getCaseSuccessor()->replacePhiUsesWith(from, block);
      if (is_last) {
        otherwise->replacePhiUsesWith(from, block);
        break;
      }
      builder.SetInsertPoint(block = next);
      builder.SetCurrentDebugLocation(choice.getDebugLoc());
    }
    choice.eraseFromParent();
  }

  static PreservedAnalyses run(Function& body, FunctionAnalysisManager&) {
    SmallVector<SwitchInst*, 4> choices;
    for (BasicBlock& block : body) {
      auto* choice = dyn_cast<SwitchInst>(block.getTerminator());
      if (choice != nullptr && choice->getNumCases() != 0 && is_to_be_chained(*choice))
        choices.push_back(choice);
    }
    for (SwitchInst* choice : choices) chain(*choice);
    return choices.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

}  // namespace

void structurize(Function& body, unsigned lanes) {
  return_instead_of_unreachable(body);
  PassBuilder builder;
  Analyses analyses(builder, [&](FunctionAnalysisManager& functions) {
    register_divergence_model(functions, UniformityScope::kPacket, lanes);
  });

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
  passes.addPass(ChainSmallSwitches());
  passes.addPass(LowerSwitchPass());
  passes.addPass(RemoveDeadWays());
  passes.addPass(ReturnInsteadOfUnreachable());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(ReturnBeforeBarriers());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(UnifyLoopExitsPass());
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(body, analyses.functions);
}

}  // namespace riffle::spmd
