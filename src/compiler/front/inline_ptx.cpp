// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: inline PTX that Riffle cannot translate is an error of the source file, as it is for a
// compiler that assembles it.
#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/ptx/check.h"

namespace {

struct CheckPass : llvm::PassInfoMixin<CheckPass> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    riffle::ptx::check(module);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void add_check(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(CheckPass());
      });
}

class Action final : public clang::PluginASTAction {
 public:
  ActionType getActionType() override { return AddBeforeMainAction; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                        llvm::StringRef) override {
    if (instance.getLangOpts().CUDAIsDevice)
      instance.getCodeGenOpts().PassBuilderCallbacks.emplace_back(add_check);
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
};

const clang::FrontendPluginRegistry::Add<Action> kAction("riffle_inline_ptx", "");

}  // namespace
