// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: functions of the host, or for both sides, that call device functions, and functions of the host
// that read or write variables of the device.
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
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/evaluated_code.h"
#include "compiler/front/exec_checks.h"
#include "compiler/front/extended_lambda.h"
#include "compiler/front/nvcc_options.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

using riffle::front::kBothSpaces;
using riffle::front::Spaces;

/// Looks at what a function evaluates. The bodies of lambdas are left out.
class EvaluatedBody final : public riffle::front::EvaluatedCode<EvaluatedBody> {
 public:
  EvaluatedBody(clang::CompilerInstance& compiler, const clang::FunctionDecl& function)
      : diagnostics_(compiler.getDiagnostics()),
        function_(function),
        is_for_both_(riffle::front::named_by(function) == kBothSpaces),
        allows_constexpr_(riffle::front::relaxes_constexpr(compiler)) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
  bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }
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

  /// Clang refuses other calls of functions of the host itself.
  [[nodiscard]] bool is_of_device(const clang::FunctionDecl& callee) const {
    if (!is_for_both_) return riffle::front::is_tolerated_on_host(callee);
    return riffle::front::named_by(callee) == Spaces{false, true} &&
           riffle::front::has_explicit<clang::CUDADeviceAttr>(callee) &&
           !riffle::front::is_kernel(callee);
  }

  void check(const clang::FunctionDecl* callee, clang::SourceLocation place) {
    if (callee == nullptr || !is_of_device(*callee)) return;
    // Lambdas are constexpr where they can be.
    if (allows_constexpr_ && callee->isConstexpr() && !clang::isLambdaCallOperator(callee)) return;
    riffle::front::error(diagnostics_, place,
                         "calling a __device__ function(%0) from a %select{__host__|__host__ "
                         "__device__}1 function(%2) is not allowed")
        << callee << (is_for_both_ ? 1 : 0) << &function_;
  }

  clang::DiagnosticsEngine& diagnostics_;
  const clang::FunctionDecl& function_;
  bool is_for_both_;
  bool allows_constexpr_;  ///< --expt-relaxed-constexpr
};

/// Finds the functions of the host, and those for both sides, that have a body and are no templates and not of such.
class DeviceCallFinder final : public clang::RecursiveASTVisitor<DeviceCallFinder> {
 public:
  explicit DeviceCallFinder(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  // NOLINTBEGIN(readability-identifier-naming)
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() || function->isTemplated() ||
        function->isTemplateInstantiation() || riffle::front::is_kernel(*function) ||
        !(is_of_host(*function) || is_for_both(*function)) ||
        compiler_.getSourceManager().isInSystemHeader(function->getLocation()))
      return true;
    EvaluatedBody(compiler_, *function).look_at(*function);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  static bool is_of_host(const clang::FunctionDecl& function) {
    return riffle::front::spaces_of(function) == Spaces{true, false};
  }

  /// As the program says, and to be checked.
  static bool is_for_both(const clang::FunctionDecl& function) {
    return riffle::front::named_by(function) == kBothSpaces && !function.isDefaulted() &&
           riffle::front::has_explicit<clang::CUDADeviceAttr>(function) &&
           !riffle::front::is_check_off(function);
  }

  clang::CompilerInstance& compiler_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<DeviceCallFinder, riffle::front::CompilationSide::kHost>>>
    kAction("riffle_device_calls", "");

}  // namespace
