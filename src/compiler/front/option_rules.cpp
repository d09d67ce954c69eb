// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: what nvcc takes with an option only.
//
//   constexpr int f(int x) { return x + 1; }
//   __global__ void k(int* o) { *o = f(1); }         --expt-relaxed-constexpr
//   auto g = [] __device__(int x) { return x; };     --extended-lambda
//
// To clang, constexpr functions are functions for both sides. A call of one that the program has not made so is an error in device
// code, constant expressions among it, and a warning in functions for both sides. Operands that are not evaluated, default
// arguments and initial values of members are left out, and what nvcc knows without the function: std::move, std::forward,
// initializer lists, and the functions of <cmath>, which are for both sides. Programs of NVRTC need neither option.
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/Support/SaveAndRestore.h>

#include "compiler/front/evaluated_code.h"
#include "compiler/front/exec_checks.h"
#include "compiler/front/extended_lambda.h"
#include "compiler/front/nvcc_options.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

using riffle::front::has_explicit;
using riffle::front::is_kernel;
using riffle::front::kBothSpaces;

bool is_of_device(const clang::FunctionDecl& function) {
  return is_kernel(function) || riffle::front::named_by(function).device;
}

bool is_in_header(const clang::FunctionDecl& function, llvm::ArrayRef<llvm::StringRef> names) {
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  const llvm::StringRef file = sources.getFilename(sources.getSpellingLoc(function.getLocation()));
  return llvm::is_contained(names, file.rsplit('/').second);
}

bool is_known_without_option(const clang::FunctionDecl& function) {
  if (const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    const clang::CXXRecordDecl& record = *method->getParent();
    return record.isInStdNamespace() && record.getDeclName().isIdentifier() &&
           record.getName() == "initializer_list";
  }
  if (!function.isInStdNamespace()) return function.getBuiltinID() != 0;
  const unsigned builtin = function.getBuiltinID();
  if (builtin == clang::Builtin::BImove || builtin == clang::Builtin::BIforward) return true;
  const clang::IdentifierInfo* const name = function.getIdentifier();
  return (name != nullptr && name->isStr("is_constant_evaluated")) ||
         is_in_header(function, {"cmath", "math.h", "cstdlib", "stdlib.h", "std_abs.h"});
}

/// In a function of the device, or in a lambda that says so.
bool is_in_device_code(const clang::CXXRecordDecl& closure) {
  for (const clang::DeclContext* scope = closure.getDeclContext(); scope != nullptr;
       scope = scope->getParent()) {
    const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (function == nullptr) continue;
    if (!clang::isLambdaCallOperator(scope)) return is_of_device(*function);
    if (has_explicit<clang::CUDADeviceAttr>(*function)) return true;
  }
  return false;
}

/// A constexpr function that the program has not given to the device.
bool needs_option(const clang::FunctionDecl& function) {
  if (!function.isConstexpr() || function.isConsteval() || function.isDefaulted() ||
      has_explicit<clang::CUDADeviceAttr>(function) || is_kernel(function))
    return false;
  const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && method->getParent()->isLambda())
    return !is_in_device_code(*method->getParent());
  return !is_known_without_option(function);
}

/// The calls of a function of the device, in its lambdas too.
class Calls final : public riffle::front::EvaluatedCode<Calls> {
 public:
  Calls(clang::DiagnosticsEngine& diagnostics, const clang::FunctionDecl& function)
      : diagnostics_(diagnostics),
        function_(function),
        is_warning_(riffle::front::named_by(function) == kBothSpaces && !is_kernel(function)) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  // Of an instance, the template has them.
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl* declaration) {
    if (function_.isTemplateInstantiation()) return true;
    const llvm::SaveAndRestore inside(constant_, Constant::kAssertion);
    return EvaluatedCode::TraverseStaticAssertDecl(declaration);
  }
  bool TraverseConstantExpr(clang::ConstantExpr* expression) {
    if (function_.isTemplateInstantiation()) return true;
    return in_constant([&] { return EvaluatedCode::TraverseConstantExpr(expression); });
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
    return in_constant([&] { return EvaluatedCode::TraverseTemplateArgumentLoc(argument); });
  }
  bool TraverseVarDecl(clang::VarDecl* variable) {
    const auto traverse = [&] { return EvaluatedCode::TraverseVarDecl(variable); };
    return variable->isConstexpr() ? in_constant(traverse) : traverse();
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    if (const clang::FunctionDecl* const callee = call->getDirectCallee())
      check(*callee, call->getExprLoc());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) {
    if (is_value_to_nvcc(*construction)) return true;
    check_constructor(*construction->getConstructor(), construction->getLocation());
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  /// What is being visited is a constant expression.
  enum class Constant : std::uint8_t { kNo, kYes, kAssertion };

  template <class Look>
  bool in_constant(Look&& look) {
    const llvm::SaveAndRestore inside(
        constant_, constant_ == Constant::kAssertion ? constant_ : Constant::kYes);
    return look();
  }

  /// In constants, `T{}` and `T t;` are values to nvcc, without a call; in static_assert, all constructions are.
  [[nodiscard]] bool is_value_to_nvcc(const clang::CXXConstructExpr& construction) const {
    if (constant_ == Constant::kAssertion) return true;
    return constant_ == Constant::kYes && construction.getNumArgs() == 0 &&
           (construction.isListInitialization() || !construction.getParenOrBraceRange().isValid());
  }

  /// One that clang makes calls those of bases and members.
  void check_constructor(const clang::CXXConstructorDecl& constructor,
                         clang::SourceLocation place) {
    if (const clang::InheritedConstructor inherited = constructor.getInheritedConstructor())
      return check(*inherited.getConstructor(), place);
    check(constructor, place);
    if (!constructor.isDefaulted() || constructor.isTrivial()) return;
    for (const clang::CXXCtorInitializer* const initializer : constructor.inits()) {
      const auto* const part =
          llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initializer->getInit());
      if (part != nullptr) check_constructor(*part->getConstructor(), place);
    }
  }

  void check(const clang::FunctionDecl& callee, clang::SourceLocation place) {
    if (!needs_option(callee)) return;
    const auto level =
        is_warning_ ? clang::DiagnosticsEngine::Warning : clang::DiagnosticsEngine::Error;
    if (is_warning_ && diagnostics_.getIgnoreAllWarnings()) return;
    const unsigned id = diagnostics_.getCustomDiagID(
        level,
        "calling a constexpr __host__ function(%0) from a "
        "%select{__device__|__global__|__host__ __device__}1 function(%2) is not allowed; the "
        "option --expt-relaxed-constexpr allows it");
    diagnostics_.Report(place, id) << &callee
                                   << (is_warning_            ? 2
                                       : is_kernel(function_) ? 1
                                                              : 0)
                                   << &function_;
  }

  clang::DiagnosticsEngine& diagnostics_;
  const clang::FunctionDecl& function_;
  bool is_warning_;
  Constant constant_ = Constant::kNo;
};

class OptionRuleFinder final : public clang::RecursiveASTVisitor<OptionRuleFinder> {
 public:
  explicit OptionRuleFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()),
        allows_lambdas_(riffle::front::allows_extended_lambdas(compiler) ||
                        riffle::front::is_run_time(compiler)),
        allows_constexpr_(riffle::front::relaxes_constexpr(compiler) ||
                          riffle::front::is_run_time(compiler)) {}

  // NOLINTBEGIN(readability-identifier-naming)
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->doesThisDeclarationHaveABody() && !function->isTemplated() &&
        (has_explicit<clang::CUDADeviceAttr>(*function) || is_kernel(*function)))
      check_calls(*function);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl& function = *lambda->getCallOperator();
    const bool is_device = has_explicit<clang::CUDADeviceAttr>(function);
    if (!is_device && !has_explicit<clang::CUDAHostAttr>(function)) return true;
    const clang::FunctionDecl* const around =
        riffle::front::enclosing_function(*lambda->getLambdaClass());
    const bool is_instance = around != nullptr && around->isTemplateInstantiation();
    if (!allows_lambdas_ && !is_instance)
      riffle::front::error(diagnostics_, lambda->getBeginLoc(),
                           "__host__ or __device__ annotation on a lambda requires the option "
                           "--extended-lambda");
    const bool is_seen = around != nullptr && is_of_device(*around);
    if (is_device && !is_seen && !function.isDependentContext()) check_calls(function);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  void check_calls(const clang::FunctionDecl& function) {
    if (!allows_constexpr_ && !riffle::front::is_check_off(function))
      Calls(diagnostics_, function).look_at(function);
  }

  clang::DiagnosticsEngine& diagnostics_;
  bool allows_lambdas_;
  bool allows_constexpr_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<OptionRuleFinder, riffle::front::CompilationSide::kDevice>>>
    kAction("riffle_option_rules", "");

}  // namespace
