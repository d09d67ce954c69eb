// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: static variables of device functions have initial values that are constants. Clang would
// initialise them at their first use, which nvcc refuses: all threads of a grid may come there at once.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/unit_visitor.h"

namespace {

/// Classes are left out: of an empty constructor there is nothing to do.
bool needs_code(clang::VarDecl& variable) {
  const clang::Expr* const initial = variable.getInit();
  if (initial == nullptr || initial->isInstantiationDependent()) return false;
  const clang::ASTContext& context = variable.getASTContext();
  const clang::QualType type = variable.getType();
  if (type->isDependentType() || context.getBaseElementType(type)->isRecordType()) return false;
  return !variable.hasConstantInitialization() && variable.evaluateValue() == nullptr;
}

bool is_of_the_device_alone(const clang::FunctionDecl& function) {
  return (function.hasAttr<clang::CUDADeviceAttr>() && !function.hasAttr<clang::CUDAHostAttr>()) ||
         function.hasAttr<clang::CUDAGlobalAttr>();
}

class StaticLocalFinder final : public clang::RecursiveASTVisitor<StaticLocalFinder> {
 public:
  explicit StaticLocalFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()) {}

  // The name and its capitals are clang's.
  // NOLINTNEXTLINE(readability-identifier-naming)
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->isStaticLocal() || variable->hasAttr<clang::CUDASharedAttr>()) return true;
    const auto* const function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
    if (function == nullptr || !is_of_the_device_alone(*function) || !needs_code(*variable))
      return true;
    riffle::front::error(diagnostics_, variable->getLocation(),
                         "dynamic initialization is not supported for a function-scope static "
                         "variable within a __device__/__global__ function");
    return true;
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<StaticLocalFinder, riffle::front::CompilationSide::kDevice>>>
    kAction("riffle_static_locals", "");

}  // namespace
