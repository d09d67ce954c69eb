// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: of which kind a lambda is, for the traits of extended lambdas.
//
//   auto f = [] __device__(int x) -> int { return x; };       in a function of the host
//   __nv_is_extended_device_lambda_closure_type(decltype(f))  ->  bool(riffle_device::extended_lambda<closure>::is_device)
//
// The traits ask about types, in templates too. So the class template (riffle_device/extended_lambda.h) has an enumerator
// for each, 0; those of an instance for a closure type get their values here, before anybody reads them.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/ADT/StringSwitch.h>

#include "compiler/front/extended_lambda.h"
#include "compiler/front/plugin_part.h"

namespace {

using riffle::front::enclosing_function;
using riffle::front::has_explicit;
using riffle::front::runs_on_host;

/// `-> type`. A lambda without a list of parameters has what it returns at the end of its captures.
bool writes_return_type(const clang::CXXMethodDecl& call_operator) {
  const clang::TypeSourceInfo* const written = call_operator.getTypeSourceInfo();
  if (written == nullptr) return false;
  const auto function = written->getTypeLoc().getAsAdjusted<clang::FunctionTypeLoc>();
  if (!function) return false;
  const clang::SourceLocation place = function.getReturnLoc().getBeginLoc();
  return place.isValid() && place != function.getRParenLoc();
}

struct LambdaKind {
  bool is_device = false;
  bool is_host_device = false;
  bool keeps_return_type = false;
};

LambdaKind kind_of(clang::QualType type) {
  const clang::CXXRecordDecl* const closure = type->getAsCXXRecordDecl();
  if (closure == nullptr || !closure->isLambda()) return {};
  const clang::CXXMethodDecl* const call_operator = closure->getLambdaCallOperator();
  if (call_operator == nullptr || !has_explicit<clang::CUDADeviceAttr>(*call_operator)) return {};
  const clang::FunctionDecl* const around = enclosing_function(*closure);
  if (around == nullptr || !runs_on_host(*around)) return {};
  if (has_explicit<clang::CUDAHostAttr>(*call_operator)) return {.is_host_device = true};
  return {.is_device = true, .keeps_return_type = writes_return_type(*call_operator)};
}

bool is_of_riffle(const clang::ClassTemplateSpecializationDecl& instance) {
  const auto* const space = llvm::dyn_cast<clang::NamespaceDecl>(instance.getDeclContext());
  return space != nullptr && instance.getName() == "extended_lambda" &&
         space->getName() == "riffle_device";
}

class LambdaKindsConsumer final : public clang::ASTConsumer {
 public:
  /// An instance of a class template: its members are there, and nobody has named one.
  void HandleTagDeclDefinition(clang::TagDecl* tag) override {
    const auto* const instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
    if (instance == nullptr || !is_of_riffle(*instance)) return;
    const LambdaKind kind = kind_of(instance->getTemplateArgs()[0].getAsType());
    for (const clang::Decl* const member : instance->decls()) {
      const auto* const values = llvm::dyn_cast<clang::EnumDecl>(member);
      if (values == nullptr) continue;
      for (clang::EnumConstantDecl* const value : values->enumerators()) set(*value, kind);
    }
  }

 private:
  static void set(clang::EnumConstantDecl& value, const LambdaKind& kind) {
    const bool is_true = llvm::StringSwitch<bool>(value.getName())
                             .Case("is_device", kind.is_device)
                             .Case("is_host_device", kind.is_host_device)
                             .Case("keeps_return_type", kind.keeps_return_type)
                             .Default(false);
    llvm::APSInt number = value.getInitVal();
    number = is_true ? 1 : 0;
    value.setInitVal(value.getASTContext(), number);
  }
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  return compiler.getLangOpts().CUDA ? std::make_unique<LambdaKindsConsumer>() : nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_lambda_kinds", "");

}  // namespace
