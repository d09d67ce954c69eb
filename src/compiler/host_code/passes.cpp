// SPDX-License-Identifier: Apache-2.0
#include "compiler/host_code/plugin.h"

#include "compiler/host_code/instrument.h"

namespace riffle::host_code {
namespace {

template <void (*change)(llvm::Module&)>
struct ModulePass : llvm::PassInfoMixin<ModulePass<change>> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    change(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // without optimisation, too
};

}  // namespace

void add_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ModulePass<keep_accesses>());
      });
  builder.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(ModulePass<instrument>());
      });
}

}  // namespace riffle::host_code
