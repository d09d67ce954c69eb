// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: inline PTX that Riffle cannot translate is an error of the source file, as it is for a
// compiler that assembles it. The variables that it declares become those of the module, before functions are inlined.
#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/front/plugin_part.h"
#include "compiler/ptx/asm_variables.h"
#include "compiler/ptx/check.h"
#include "compiler/ptx/emitter.h"
#include "compiler/spmd/keys.h"

namespace {

struct BindAndCheckPass : llvm::PassInfoMixin<BindAndCheckPass> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    riffle::ptx::bind_asm_variables(module);
    riffle::ptx::check(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Calls of asm statements say whether their products and sums may be fused: -fmad holds for a source file.
struct MarkPass : llvm::PassInfoMixin<MarkPass> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || !call->isInlineAsm()) continue;
        call->addFnAttr(llvm::Attribute::get(module.getContext(), riffle::spmd::kContracts));
      }
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void add_mark(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(MarkPass()); });
}

void add_check(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(BindAndCheckPass());
      });
}

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDAIsDevice) return nullptr;
  auto& callbacks = compiler.getCodeGenOpts().PassBuilderCallbacks;
  callbacks.emplace_back(add_check);
  if (language.getDefaultFPContractMode() != clang::LangOptions::FPM_Off)
    callbacks.emplace_back(add_mark);
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_inline_ptx", "");  // NOLINT(bugprone-throwing-static-initialization)

}  // namespace
