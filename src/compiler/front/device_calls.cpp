// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: functions of the host that call device functions, and read or write variables of the device.
//
//   __device__ auto f(int x) { return x + 1; }
//   __device__ int v;
//   int main() { v = 1; return f(2); }
//
// To the host's side of clang some device functions are functions for both sides (execution_spaces.cpp), because it has to read
// them, or because host code may name them. What nvcc refuses is a call that is evaluated, in a function of the host that is no
// instance of a template. Variables of the device have a shadow on the host, whose value means nothing; nvcc warns.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

using riffle::front::Spaces;

/// Looks at the body of a function. Operands that are not evaluated, and the bodies of lambdas, are left out.
class Body final : public clang::RecursiveASTVisitor<Body> {
 public:
  Body(clang::DiagnosticsEngine& diagnostics, const clang::FunctionDecl& function)
      : diagnostics_(diagnostics), function_(function) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming, readability-convert-member-functions-to-static)
  bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl*) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc, bool = true) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr*) { return true; }
  bool TraverseRequiresExpr(clang::RequiresExpr*) { return true; }
  // NOLINTEND(readability-convert-member-functions-to-static)

  bool VisitCallExpr(clang::CallExpr* call) {
    check(call->getDirectCallee(), call->getExprLoc());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    const clang::CXXRecordDecl* const record =
        variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record != nullptr && record->hasDefinition())
      check(record->getDestructor(), variable->getLocation());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) {
    check(construction->getConstructor(), construction->getLocation());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) warn_of(*cast->getSubExpr(), "read");
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) warn_of(*operation->getLHS(), "written");
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  /// Constants may be known without their variable.
  void warn_of(const clang::Expr& used, llvm::StringRef what) {
    const auto* const name = llvm::dyn_cast<clang::DeclRefExpr>(used.IgnoreParens());
    const clang::ValueDecl* const variable = name == nullptr ? nullptr : name->getDecl();
    if (variable == nullptr || variable->getType().isConstQualified() ||
        variable->hasAttr<clang::HIPManagedAttr>() || diagnostics_.getIgnoreAllWarnings())
      return;
    const bool is_constant = variable->hasAttr<clang::CUDAConstantAttr>();
    if (!is_constant && !variable->hasAttr<clang::CUDADeviceAttr>()) return;
    const unsigned id = diagnostics_.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "a %select{__device__|__constant__}0 variable %1 cannot be directly %2 in a host function");
    diagnostics_.Report(used.getExprLoc(), id) << (is_constant ? 1 : 0) << variable << what;
  }

  void check(const clang::FunctionDecl* callee, clang::SourceLocation place) {
    if (callee == nullptr || !riffle::front::is_tolerated_on_host(*callee)) return;
    // Lambdas are constexpr where they can be.
    if (callee->isConstexpr() && !clang::isLambdaCallOperator(callee)) return;
    riffle::front::error(
        diagnostics_, place,
        "calling a __device__ function(%0) from a __host__ function(%1) is not allowed")
        << callee << &function_;
  }

  clang::DiagnosticsEngine& diagnostics_;
  const clang::FunctionDecl& function_;
};

/// Finds the functions of the host with a body that are no templates and not of such.
class Finder final : public clang::RecursiveASTVisitor<Finder> {
 public:
  explicit Finder(clang::CompilerInstance& compiler) : diagnostics_(compiler.getDiagnostics()) {}

  // NOLINTBEGIN(readability-identifier-naming)
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() || function->isTemplated() ||
        function->isTemplateInstantiation() || riffle::front::is_kernel(*function) ||
        riffle::front::spaces_of(*function) != Spaces{true, false} ||
        diagnostics_.getSourceManager().isInSystemHeader(function->getLocation()))
      return true;
    Body body(diagnostics_, *function);
    body.TraverseStmt(function->getBody());
    if (const auto* const constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function)) {
      for (const clang::CXXCtorInitializer* const initializer : constructor->inits())
        body.TraverseStmt(initializer->getInit());
    }
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  clang::DiagnosticsEngine& diagnostics_;
};

const clang::FrontendPluginRegistry::Add<
    riffle::front::PluginPart<riffle::front::visit_unit<Finder, riffle::front::Side::kHost>>>
    kAction("riffle_device_calls", "");

}  // namespace
