// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: the passes over its modules.
#include "compiler/front/module_passes.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/Passes/PassBuilder.h>

#include <string>

#include "compiler/front/plugin_part.h"

namespace {

/// The unit's number, an argument of the plugin. One source is compiled by a process of clang.
std::string& unit() {
  static std::string number;
  return number;
}

/// Whether device code of other files may be linked to this file's.
bool& relocatable() {
  static bool is_relocatable = false;
  return is_relocatable;
}

struct ModulePasses : llvm::PassInfoMixin<ModulePasses> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    riffle::front::unify_managed(module);
    riffle::front::register_early(module);
    riffle::front::apply_annotations(module);
    riffle::front::fail_host_calls(module);
    if (module.getTargetTriple().isNVPTX()) {
      riffle::front::test_bools(module);
      if (!relocatable()) riffle::front::define_shared(module);
    }
    if (!unit().empty()) riffle::front::name_unit(module, unit());
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct CheckPass : llvm::PassInfoMixin<CheckPass> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    riffle::front::check_defined(module);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void add_check(llvm::PassBuilder& builder) {
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(CheckPass());
      });
}

void add_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ModulePasses());
      });
}

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& unit_name) {
  unit() = unit_name;
  compiler.getCodeGenOpts().PassBuilderCallbacks.emplace_back(add_passes);
  const clang::LangOptions& language = compiler.getLangOpts();
  relocatable() = language.GPURelocatableDeviceCode;
  if (language.CUDAIsDevice && !language.GPURelocatableDeviceCode)
    compiler.getCodeGenOpts().PassBuilderCallbacks.emplace_back(add_check);
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_modules",
                                                                                  "");

}  // namespace
