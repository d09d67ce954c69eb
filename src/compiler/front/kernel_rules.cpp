// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: what nvcc refuses of kernels, of their attributes, and of device code, where clang does not.
#include <tuple>
#include <utility>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

using riffle::front::is_kernel;
using riffle::front::kBothSpaces;

/// Bytes of a kernel's parameters.
constexpr std::int64_t kMostParameterBytes = 32764;

bool is_initializer_list(clang::QualType type) {
  const clang::CXXRecordDecl* const record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() && record->getName() == "initializer_list";
}

/// A pack in front of the last parameter of a template, which is none.
bool has_pack_in_front(const clang::FunctionTemplateDecl& pattern) {
  const clang::TemplateParameterList& all = *pattern.getTemplateParameters();
  return all.size() != 0 && !all.asArray().back()->isTemplateParameterPack() &&
         llvm::any_of(all, [](const auto* one) { return one->isTemplateParameterPack(); });
}

/// The variable that an expression is a part of.
const clang::VarDecl* variable_of(const clang::Expr* expression) {
  while (true) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      expression = element->getBase();
      // Indexing a pointer leaves the variable: the element is in other memory.
      if (!expression->IgnoreParenImpCasts()->getType()->isArrayType()) return nullptr;
    } else if (const auto* const member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      if (member->isArrow()) return nullptr;
      expression = member->getBase();
    } else {
      const auto* const name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
      return name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    }
  }
}

/// Clang hands the attribute on from earlier declarations.
bool writes_grid_constant(const clang::ParmVarDecl& parameter) {
  const auto* const attribute = parameter.getAttr<clang::CUDAGridConstantAttr>();
  return attribute != nullptr && !attribute->isInherited();
}

class KernelRuleFinder final : public clang::RecursiveASTVisitor<KernelRuleFinder> {
 public:
  explicit KernelRuleFinder(clang::CompilerInstance& compiler)
      : diagnostics_(compiler.getDiagnostics()) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    return inside(*function, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(function); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl* function) {
    return inside(*function, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(function); });
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    check_annotations(*function);
    if (is_kernel(*function)) {
      check_signature(*function);
      check_parameters(*function);
      check_grid_constants(*function);
    } else if (const auto* const bounds = function->getAttr<clang::CUDALaunchBoundsAttr>()) {
      error(bounds->getLocation(), "__launch_bounds__ is only allowed on a __global__ function");
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if ((is_in_device_ || is_in_both_) && variable->getTSCSpec() != clang::TSCS_unspecified)
      error(variable->getLocation(),
            "cannot use thread_local specifier for variable declarations in device code");
    if (is_in_device_ && !variable->getType()->isDependentType()) check_type(*variable);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) check_written(*operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp()) check_written(*operation->getSubExpr());
    return true;
  }
  bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* expression) {
    return refuse_operator(expression->getBeginLoc(), "typeid");
  }
  bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* expression) {
    return refuse_operator(expression->getBeginLoc(), "dynamic_cast");
  }
  // Where device code is made of the function, clang says so.
  bool VisitCXXThrowExpr(clang::CXXThrowExpr* expression) {
    if (is_in_both_)
      error(expression->getBeginLoc(), "device code does not support exception handling");
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  clang::DiagnosticBuilder error(clang::SourceLocation place, llvm::StringRef text) {
    return riffle::front::error(diagnostics_, place, text);
  }

  /// Runs `look` with the function as the one around what is visited.
  template <class Look>
  bool inside(const clang::FunctionDecl& function, Look&& look) {
    const auto before = std::pair(is_in_device_, is_in_both_);
    const riffle::front::Spaces spaces = riffle::front::named_by(function);
    is_in_device_ = is_kernel(function) || (spaces.device && !spaces.host);
    is_in_both_ = spaces == kBothSpaces && !function.isTemplated() &&
                  !function.isTemplateInstantiation() && !function.isConstexpr();
    const bool goes_on = look();
    std::tie(is_in_device_, is_in_both_) = before;
    return goes_on;
  }

  void check_signature(const clang::FunctionDecl& kernel) {
    const clang::SourceLocation place = kernel.getLocation();
    if (kernel.isTemplateInstantiation()) return;  // its template has been looked at
    if (llvm::isa<clang::CXXMethodDecl>(kernel))
      error(place, "a __global__ function or function template cannot be a member function");
    if (kernel.isThisDeclarationADefinition() && kernel.getLexicalDeclContext()->isRecord() &&
        !llvm::isa<clang::CXXMethodDecl>(kernel))
      error(place,
            "a __global__ function or function template cannot be defined in a friend "
            "declaration");
    if (kernel.getReturnType()->getContainedDeducedType() != nullptr)
      error(place, "a __global__ function must not have a deduced return type");
    if (kernel.isVariadic()) error(place, "a __global__ function cannot have ellipsis");
    if (kernel.isConstexprSpecified())
      error(place, "a __global__ function or function template cannot be marked constexpr");
    if (kernel.isOverloadedOperator() || kernel.getLiteralIdentifier() != nullptr)
      error(place, "an operator function cannot be a __global__ function");
    if (kernel.getExceptionSpecType() != clang::EST_None)
      error(place,
            "an exception specification is not allowed for a __global__ function or function "
            "template");
    const clang::FunctionTemplateDecl* const pattern = kernel.getDescribedFunctionTemplate();
    if (pattern != nullptr && has_pack_in_front(*pattern))
      error(place,
            "pack template parameter must be the last template parameter for a variadic "
            "__global__ function template");
  }

  void check_parameters(const clang::FunctionDecl& kernel) {
    const clang::ASTContext& context = kernel.getASTContext();
    std::int64_t bytes = 0;
    for (const clang::ParmVarDecl* const parameter : kernel.parameters()) {
      const clang::QualType type = parameter->getType();
      if (type->isDependentType()) return;
      if (type->isRValueReferenceType())
        error(parameter->getLocation(),
              "a __global__ function cannot have a parameter with rvalue reference type");
      if (is_initializer_list(type))
        error(parameter->getLocation(),
              "a __global__ function or function template cannot have a parameter with type "
              "std::initializer_list");
      if (!type->isIncompleteType() && !type->isUndeducedType() && !type->isReferenceType())
        bytes += context.getTypeSizeInChars(type).getQuantity();
    }
    if (kernel.isThisDeclarationADefinition() && bytes > kMostParameterBytes)
      error(kernel.getLocation(),
            "the parameters of %0 occupy %1 bytes; a kernel may have at most %2")
          << &kernel << static_cast<int>(bytes) << static_cast<int>(kMostParameterBytes);
  }

  /// A parameter is a __grid_constant__ in all declarations of a kernel, in its template and in specialisations, or in none.
  void check_grid_constants(const clang::FunctionDecl& kernel) {
    const clang::FunctionDecl* earlier = kernel.getPreviousDecl();
    if (kernel.getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
      earlier = kernel.getPrimaryTemplate()->getTemplatedDecl();
    if (earlier == nullptr || earlier->getNumParams() != kernel.getNumParams()) return;
    for (unsigned i = 0; i < kernel.getNumParams(); ++i) {
      const clang::ParmVarDecl& parameter = *kernel.getParamDecl(i);
      if (writes_grid_constant(parameter) ==
          earlier->getParamDecl(i)->hasAttr<clang::CUDAGridConstantAttr>())
        continue;
      error(parameter.getLocation(),
            "incompatible __grid_constant__ annotation for parameter %0 in a redeclaration")
          << &parameter;
    }
  }

  /// Attributes of kernels that clang does not have (host_defines.h).
  void check_annotations(const clang::FunctionDecl& function) {
    for (const auto* const one : function.specific_attrs<clang::AnnotateAttr>()) {
      const auto written = llvm::StringSwitch<llvm::StringRef>(one->getAnnotation())
                               .Case("riffle.maxnreg", "__maxnreg__")
                               .Case("riffle.cluster_dims", "__cluster_dims__")
                               .Default("");
      if (written.empty()) continue;
      if (!one->isInherited()) check_annotation(function, *one, written);
      const bool is_limit = written == "__maxnreg__" && !function.isTemplated() &&
                            !function.isTemplateInstantiation();
      const auto* const bounds = function.getAttr<clang::CUDALaunchBoundsAttr>();
      if (is_limit && bounds != nullptr && !(one->isInherited() && bounds->isInherited()))
        error(function.getLocation(),
              "the __launch_bounds__ and __maxnreg__ qualifiers cannot be applied to the same "
              "kernel");
    }
  }

  void check_annotation(const clang::FunctionDecl& function, const clang::AnnotateAttr& annotation,
                        llvm::StringRef written) {
    if (!is_kernel(function))
      error(annotation.getLocation(), "%0 is only allowed on a __global__ function") << written;
    for (const clang::Expr* const argument : annotation.args()) {
      if (argument->isValueDependent()) continue;
      const auto value = argument->getIntegerConstantExpr(function.getASTContext());
      if (value && !value->isStrictlyPositive())
        error(argument->getExprLoc(), "the arguments of %0 must be positive integers") << written;
    }
  }

  /// Clang has types on the device that nvcc has on the host only.
  void check_type(const clang::VarDecl& variable) {
    const clang::QualType type = variable.getType().getNonReferenceType();
    const clang::Type* const element = type->getBaseElementTypeUnsafe();
    if (element->isFloat128Type())
      error(variable.getLocation(),
            "%0 is a 128-bit floating-point type, which is not supported in device code")
          << variable.getType();
    else if (element->isVectorType())
      error(variable.getLocation(), "%0 is a vector, which is not supported in device code")
          << variable.getType();
  }

  void check_written(const clang::Expr& target) {
    const clang::VarDecl* const variable = is_in_device_ ? variable_of(&target) : nullptr;
    const auto* const constant =
        variable == nullptr ? nullptr : variable->getAttr<clang::CUDAConstantAttr>();
    if (constant != nullptr && !constant->isImplicit())
      error(target.getExprLoc(), "the __constant__ variable %0 cannot be written in device code")
          << variable;
  }

  bool refuse_operator(clang::SourceLocation place, llvm::StringRef name) {
    if (is_in_device_ || is_in_both_)
      error(place, "the operator '%0' is not allowed in device code") << name;
    return true;
  }

  clang::DiagnosticsEngine& diagnostics_;
  bool is_in_device_ = false;  ///< alone, or in a kernel
  bool is_in_both_ = false;    ///< in a function for both sides of which there is one
};

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<
    riffle::front::visit_unit<KernelRuleFinder, riffle::front::CompilationSide::kDevice>>>
    kAction("riffle_kernel_rules", "");

}  // namespace
