// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: variables of the device where nvcc takes none. The host's side looks at them, for programs of NVRTC
// may have variables of classes in device memory.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/unit_visitor.h"

namespace {

bool has_memory_space(const clang::VarDecl& variable) {
  return variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>();
}

class VariableRuleFinder final : public clang::RecursiveASTVisitor<VariableRuleFinder> {
 public:
  explicit VariableRuleFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()),
        is_relocatable_(compiler.getLangOpts().GPURelocatableDeviceCode) {}

  // The name and its capitals are clang's.
  // NOLINTNEXTLINE(readability-identifier-naming)
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!has_memory_space(*variable)) return true;
    if (variable->isStaticDataMember())
      error(*variable, "memory qualifier on data member is not allowed");
    else if (variable->isInline() && !is_relocatable_ && variable->hasExternalFormalLinkage() &&
             !variable->isInAnonymousNamespace())
      error(*variable,
            "an inline __device__/__constant__/__managed__ variable must have internal linkage "
            "when the program is compiled in whole program mode (-rdc=false)");
    // Without -rdc=true, `extern` makes a variable of its own.
    const clang::VarDecl* const earlier = variable->getPreviousDecl();
    if (!is_relocatable_ && earlier != nullptr && earlier->hasExternalStorage() &&
        !variable->hasExternalStorage() && !variable->hasAttr<clang::HIPManagedAttr>())
      error(*variable,
            "redefinition of a variable that is declared extern, when the program is compiled in "
            "whole program mode (-rdc=false)");
    const bool is_managed = variable->hasAttr<clang::HIPManagedAttr>();
    if (is_managed && variable->getType().isConstQualified())
      error(*variable, "a __managed__ variable cannot have a const qualified type");
    return true;
  }

 private:
  void error(const clang::VarDecl& variable, llvm::StringRef text) {
    riffle::front::error(diagnostics_, variable.getLocation(), text);
  }

  clang::DiagnosticsEngine& diagnostics_;
  bool is_relocatable_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<VariableRuleFinder, riffle::front::CompilationSide::kHost>>>
    kAction("riffle_variable_rules", "");

}  // namespace
