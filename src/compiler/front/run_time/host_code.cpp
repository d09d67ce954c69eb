// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/host_code.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace riffle::front {
namespace {

constexpr char kFunction[] =
    "A function without execution space annotations (__host__/__device__/__global__) is considered "
    "a host function, "
    "and host functions are not allowed in JIT mode. Consider using -default-device flag to "
    "process unannotated "
    "functions as __device__ functions in JIT mode";
constexpr char kHostFunction[] =
    "A function explicitly marked as a __host__ function is not allowed in JIT mode";
constexpr char kVariable[] =
    "A namespace scope variable without memory space annotations "
    "(__device__/__constant__/__shared__/__managed__) is considered a host variable, and host "
    "variables are not "
    "allowed in JIT mode. Consider using -default-device flag to process unannotated namespace "
    "scope variables as "
    "__device__ variables in JIT mode";
constexpr char kMember[] =
    "A class static data member with non-const type is considered a host variable, and host "
    "variables are not "
    "allowed in JIT mode. Consider using -default-device flag to process such data members as "
    "__device__ variables "
    "in JIT mode";

class HostCode final : public clang::ASTConsumer {
 public:
  HostCode(clang::CompilerInstance& compiler, std::function<bool()> is_cancelled)
      : diagnostics_(compiler.getDiagnostics()),
        sources_(compiler.getSourceManager()),
        is_cancelled_(std::move(is_cancelled)),
        function_(error(kFunction)),
        host_function_(error(kHostFunction)),
        variable_(error(kVariable)),
        member_(error(kMember)) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) check(*declaration);
    return !is_cancelled_();
  }

 private:
  unsigned error(const char* text) {
    return diagnostics_.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, text);
  }

  void report(const clang::Decl& declaration, unsigned id) {
    diagnostics_.Report(declaration.getLocation(), id);
  }

  void check(const clang::Decl& declaration) {
    // Riffle's own headers offer functions for both sides.
    if (declaration.isImplicit() || sources_.isInSystemHeader(declaration.getLocation())) return;
    if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
      return check(*pattern->getTemplatedDecl());
    if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration))
      return check(*pattern->getTemplatedDecl());
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
      return check_function(*function);
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration))
      return check_variable(*variable);
    const bool is_scope =
        llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(declaration);
    if (!is_scope) return;
    for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(&declaration)->noload_decls())
      check(*inner);
  }

  void check_function(const clang::FunctionDecl& function) {
    const bool is_device =
        function.hasAttr<clang::CUDADeviceAttr>() || function.hasAttr<clang::CUDAGlobalAttr>();
    const bool has_no_code = function.isDefaulted() || function.isDeleted();
    if (is_device || has_no_code || function.isInvalidDecl() ||
        function.isTemplateInstantiation() || llvm::isa<clang::CXXDeductionGuideDecl>(function))
      return;
    // The closure of a lambda, and a specialisation that takes its template's.
    if (function.getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization) return;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        method != nullptr && method->getParent()->isLambda())
      return;
    const auto* host = function.getAttr<clang::CUDAHostAttr>();
    report(function, host != nullptr && !host->isImplicit() ? host_function_ : function_);
  }

  void check_variable(const clang::VarDecl& variable) {
    const bool is_device =
        variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>() ||
        variable.hasAttr<clang::CUDASharedAttr>() || variable.hasAttr<clang::HIPManagedAttr>();
    if (is_device || variable.isInvalidDecl() || !variable.hasGlobalStorage()) return;
    if (llvm::isa<clang::VarTemplateSpecializationDecl>(variable)) return;
    clang::QualType type = variable.getType();
    while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    if (type.isConstQualified() || variable.isConstexpr() || type->isReferenceType()) return;
    if (variable.isStaticDataMember()) {
      diagnostics_.Report(variable.getBeginLoc(), member_);
    } else {
      report(variable, variable_);
    }
  }

  clang::DiagnosticsEngine& diagnostics_;
  const clang::SourceManager& sources_;
  std::function<bool()> is_cancelled_;
  unsigned function_, host_function_, variable_, member_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> refuse_host_code(clang::CompilerInstance& compiler,
                                                     std::function<bool()> is_cancelled) {
  return std::make_unique<HostCode>(compiler, std::move(is_cancelled));
}

}  // namespace riffle::front
