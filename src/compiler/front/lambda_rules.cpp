// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: what nvcc asks of extended lambdas, and of the functions that they are in. It makes the closure's type
// known to its host compiler by the address of that function, and lists what the closure captures.
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/extended_lambda.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/unit_visitor.h"

namespace {

using riffle::front::has_explicit;

bool is_hidden(const clang::Decl& declaration) {
  return declaration.getAccess() == clang::AS_private ||
         declaration.getAccess() == clang::AS_protected;
}

/// Whether a parameter is an element of a pack, in an instance.
bool is_of_pack(const clang::ValueDecl& captured) {
  const auto* const parameter = llvm::dyn_cast<clang::ParmVarDecl>(&captured);
  const auto* const function =
      parameter == nullptr ? nullptr
                           : llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  const clang::FunctionDecl* const pattern =
      function == nullptr ? nullptr : function->getTemplateInstantiationPattern();
  return pattern != nullptr && llvm::any_of(pattern->parameters(), [&](const auto* one) {
           return one->isParameterPack() && one->getDeclName() == parameter->getDeclName();
         });
}

int dimensions_of(clang::QualType type) {
  int count = 0;
  while (const clang::ArrayType* const array = type->getAsArrayTypeUnsafe()) {
    ++count;
    type = array->getElementType();
  }
  return count;
}

class LambdaRuleFinder final : public clang::RecursiveASTVisitor<LambdaRuleFinder> {
 public:
  explicit LambdaRuleFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()) {}

  // The name and its capitals are clang's.
  // NOLINTNEXTLINE(readability-identifier-naming)
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXRecordDecl& closure = *lambda->getLambdaClass();
    if (!riffle::front::is_extended(closure)) return true;
    place_ = lambda->getBeginLoc();
    const bool is_both = has_explicit<clang::CUDAHostAttr>(*lambda->getCallOperator());
    kind_ = is_both ? "__host__ __device__" : "__device__";
    check_captures(*lambda, is_both);
    const clang::FunctionDecl& function = *riffle::front::enclosing_function(closure);
    if (function.isTemplateInstantiation()) return true;  // its template has been looked at
    if (is_both && closure.isGenericLambda())
      report("__host__ __device__ extended lambdas cannot be generic lambdas");
    check_lambdas_around(closure);
    check_function(function);
    return true;
  }

 private:
  clang::DiagnosticBuilder report(llvm::StringRef text) {
    return riffle::front::error(diagnostics_, place_, text);
  }

  void check_captures(const clang::LambdaExpr& lambda, bool is_both) {
    constexpr int kMostDimensions = 7;
    for (const clang::LambdaCapture& capture : lambda.captures()) {
      if (!capture.capturesVariable()) continue;
      const clang::ValueDecl& captured = *capture.getCapturedVar();
      if (is_both && lambda.isInitCapture(&capture))
        report("init-captures are not allowed for extended __host__ __device__ lambdas");
      if (is_of_pack(captured))
        report("an extended %0 lambda cannot capture an element of a parameter pack") << kind_;
      if (dimensions_of(captured.getType()) > kMostDimensions)
        report("an extended %0 lambda cannot capture an array variable of more than 7 dimensions")
            << kind_;
    }
  }

  void check_lambdas_around(const clang::CXXRecordDecl& closure) {
    for (const clang::DeclContext* scope = closure.getDeclContext(); scope != nullptr;
         scope = scope->getParent()) {
      const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
      if (record == nullptr || !record->isLambda() || !record->isGenericLambda()) continue;
      report("an extended %0 lambda cannot be defined inside a generic lambda expression") << kind_;
      return;
    }
  }

  void check_function(const clang::FunctionDecl& function) {
    const auto about = [&](llvm::StringRef text) {
      report(("the enclosing parent function (%0) for an extended %1 lambda " + text).str())
          << &function << kind_;
    };
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function))
      about("must allow its address to be taken");
    if (function.getReturnType()->getContainedDeducedType() != nullptr)
      about("must not have deduced return type");
    if (is_hidden(function)) about("cannot have private or protected access within its class");
    for (const clang::DeclContext* scope = function.getDeclContext(); scope->isRecord();
         scope = scope->getParent()) {
      const auto& record = *llvm::cast<clang::CXXRecordDecl>(scope);
      if (record.isLocalClass() != nullptr) about("must not be defined inside another function");
      if (is_hidden(record)) about("must not be in a class that is private or protected");
    }
  }

  clang::DiagnosticsEngine& diagnostics_;
  clang::SourceLocation place_;
  llvm::StringRef kind_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<LambdaRuleFinder, riffle::front::CompilationSide::kHost>>>
    kAction("riffle_lambda_rules", "");

}  // namespace
