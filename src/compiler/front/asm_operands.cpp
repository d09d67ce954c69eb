// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: the operands of asm statements in device code have the types that their constraints say, as nvcc
// wants them.
//
//   char c;  asm("mov.u32 %0, %1;" : "=r"(i) : "r"(c));     size(1) does not match 'r'
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

/// The registers of a constraint; 'n' and 'C' are constants of any type.
bool has_type_of(const clang::ASTContext& context, clang::QualType type, char constraint) {
  const bool is_integer = type->isIntegralOrEnumerationType();
  const std::uint64_t bits = context.getTypeSize(type);
  switch (constraint) {
    case 'h':
      return bits == 16 && (is_integer || type->isFloatingType());
    case 'r':
      return bits == 32 && is_integer;
    case 'l':
      return bits == 64 && (is_integer || type->isPointerType());
    case 'q':
      return bits == 128 && is_integer;
    case 'f':
      return bits == 32 && type->isRealFloatingType();
    case 'd':
      return bits == 64 && type->isRealFloatingType();
    default:
      return false;
  }
}

/// The asm statements of a function of the device, in its lambdas too.
class OperandChecker final : public clang::RecursiveASTVisitor<OperandChecker> {
 public:
  OperandChecker(clang::DiagnosticsEngine& diagnostics, const clang::ASTContext& context)
      : diagnostics_(diagnostics), context_(context) {}

  // The name and its capitals are clang's.
  // NOLINTNEXTLINE(readability-identifier-naming)
  bool VisitGCCAsmStmt(clang::GCCAsmStmt* statement) {
    for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
      check(*statement->getOutputExpr(i), statement->getOutputConstraint(i));
    for (unsigned i = 0; i < statement->getNumInputs(); ++i)
      check(*statement->getInputExpr(i), statement->getInputConstraint(i));
    return true;
  }

 private:
  void check(const clang::Expr& operand, llvm::StringRef constraint) {
    const clang::QualType type = operand.getType();
    const clang::SourceLocation place = operand.getExprLoc();
    if (type->isDependentType()) return;
    constraint = constraint.ltrim("=+&");
    if (constraint.size() != 1) {
      riffle::front::error(diagnostics_, place,
                           "an asm operand may specify only one constraint letter in a "
                           "__device__/__global__ function");
    } else if (constraint == "n" || constraint == "C") {
      return;
    } else if (!type->isScalarType() || type->isNullPtrType()) {
      riffle::front::error(diagnostics_, place, "an asm operand must have scalar type");
    } else if (!has_type_of(context_, type, constraint.front())) {
      riffle::front::error(diagnostics_, place,
                           "asm operand type size(%0) does not match type/size implied by "
                           "constraint '%1'")
          << static_cast<unsigned>(context_.getTypeSizeInChars(type).getQuantity()) << constraint;
    }
  }

  clang::DiagnosticsEngine& diagnostics_;
  const clang::ASTContext& context_;
};

class AsmOperandFinder final : public clang::RecursiveASTVisitor<AsmOperandFinder> {
 public:
  explicit AsmOperandFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->doesThisDeclarationHaveABody()) look_at(*function);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl& function = *lambda->getCallOperator();
    const auto* const device = function.getAttr<clang::CUDADeviceAttr>();
    const clang::DeclContext* const around = lambda->getLambdaClass()->getParent();
    const auto* const outer = llvm::dyn_cast<clang::FunctionDecl>(around);
    const bool is_seen = outer != nullptr && is_of_device(*outer);
    if (device != nullptr && !device->isImplicit() && !is_seen) look_at(function);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  static bool is_of_device(const clang::FunctionDecl& function) {
    return riffle::front::is_kernel(function) || riffle::front::named_by(function).device;
  }

  /// A template's operands that depend on its arguments are left to the instances, which are shown by themselves.
  void look_at(const clang::FunctionDecl& function) {
    if (function.isTemplated() || !is_of_device(function)) return;
    OperandChecker(diagnostics_, function.getASTContext()).TraverseStmt(function.getBody());
  }

  clang::DiagnosticsEngine& diagnostics_;
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<AsmOperandFinder, riffle::front::CompilationSide::kDevice>>>
    kAction("riffle_asm_operands", "");

}  // namespace
