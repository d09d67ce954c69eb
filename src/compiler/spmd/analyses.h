// SPDX-License-Identifier: Apache-2.0
// LLVM's analyses, for passes that are run by hand.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>

namespace riffle::spmd {

/// Those of a module, of its functions and of their loops; each kind finds the others.
struct Analyses {
  // In this order: later ones refer to earlier ones when they go.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

  /// `own` may register some first: these stay where `builder` has them too.
  explicit Analyses(llvm::PassBuilder& builder,
                    llvm::function_ref<void(llvm::FunctionAnalysisManager&)> own = nullptr) {
    if (own) own(functions);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

/// LLVM's passes by their names, as `opt -passes` takes them, on one function.
inline void run_passes(llvm::Function& function, llvm::StringRef pipeline) {
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  llvm::FunctionPassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(function, analyses.functions);
}

}  // namespace riffle::spmd
