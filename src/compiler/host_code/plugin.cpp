// SPDX-License-Identifier: Apache-2.0
// libriffle_host_code.so, which `riffle cc -fcheck-host` loads into clang for the host side of sources of any language.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

#include "compiler/host_code/instrument.h"

namespace {

template <void (*change)(llvm::Module&)>
struct Pass : llvm::PassInfoMixin<Pass<change>> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    change(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // without optimisation, too
};

void add_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(Pass<riffle::host_code::keep_accesses>());
      });
  builder.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(Pass<riffle::host_code::instrument>());
      });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "riffle_host_code", "", add_passes};
}
