// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: types that nvcc refuses as arguments of templates of kernels. Its host compiler has to write the
// instance's name outside of all functions and classes:
//
//   template <class T> __global__ void k(T t);
//   int main() { struct Local {}; k<<<1, 1>>>(Local()); }
//
// So are types that have such a type in them. Closures of extended lambdas have a name; so have types of device functions.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/extended_lambda.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"
#include "compiler/front/unit_visitor.h"

namespace {

enum class ArgumentFault { kNone, kClosure, kLocal, kUnnamed, kHidden };

constexpr const char* kTexts[] = {
    "",
    "the closure type of a lambda (%0) cannot be used in the template argument type of a "
    "__global__ "
    "function template instantiation, unless the lambda is defined within a __device__ or "
    "__global__ function, or is an extended lambda",
    "a type defined inside a __host__ function (%0) cannot be used in the template argument type "
    "of "
    "a __global__ function template instantiation",
    "an unnamed type (%0) cannot be used in the template argument type of a __global__ function "
    "template instantiation",
    "a type that is defined inside a class and has private or protected access (%0) cannot be used "
    "in the template argument type of a __global__ function template instantiation"};

/// The first type in an argument that has no name outside.
class TypeSearch {
 public:
  explicit TypeSearch(const clang::SourceManager& sources) : sources_(sources) {}

  ArgumentFault in(const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Type) return in(argument.getAsType());
    return argument.getKind() == clang::TemplateArgument::Pack ? in(argument.pack_elements())
                                                               : ArgumentFault::kNone;
  }

  ArgumentFault in(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    for (const clang::TemplateArgument& one : arguments) {
      if (const ArgumentFault fault = in(one); fault != ArgumentFault::kNone) return fault;
    }
    return ArgumentFault::kNone;
  }

  [[nodiscard]] const clang::TagDecl* found() const { return found_; }

 private:
  ArgumentFault in(clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isPointerOrReferenceType()) return in(type->getPointeeType());
    if (const clang::ArrayType* const array = type->getAsArrayTypeUnsafe())
      return in(array->getElementType());
    if (const auto* const function = type->getAs<clang::FunctionProtoType>()) {
      for (const clang::QualType parameter : function->param_types()) {
        if (const ArgumentFault fault = in(parameter); fault != ArgumentFault::kNone) return fault;
      }
      return in(function->getReturnType());
    }
    const clang::TagDecl* const tag = type->getAsTagDecl();
    if (tag == nullptr || sources_.isInSystemHeader(tag->getLocation()))
      return tag == nullptr ? ArgumentFault::kNone : in_arguments_of(*tag);
    found_ = tag;
    if (const ArgumentFault fault = of(*tag); fault != ArgumentFault::kNone) return fault;
    return in_arguments_of(*tag);
  }

  ArgumentFault in_arguments_of(const clang::TagDecl& tag) {
    const auto* const instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&tag);
    return instance == nullptr ? ArgumentFault::kNone : in(instance->getTemplateArgs().asArray());
  }

  static ArgumentFault of(const clang::TagDecl& tag) {
    const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(&tag);
    if (record != nullptr && record->isLambda()) return of_closure(*record);
    const clang::FunctionDecl* const function = function_around(tag);
    if (function != nullptr) {
      const bool is_of_device =
          riffle::front::is_kernel(*function) || riffle::front::named_by(*function).device;
      return is_of_device ? ArgumentFault::kNone : ArgumentFault::kLocal;
    }
    if (!tag.hasNameForLinkage()) return ArgumentFault::kUnnamed;
    for (const clang::Decl* scope = &tag; scope != nullptr && llvm::isa<clang::TagDecl>(scope);
         scope = llvm::dyn_cast<clang::Decl>(scope->getDeclContext())) {
      if (scope->getAccess() == clang::AS_private || scope->getAccess() == clang::AS_protected)
        return ArgumentFault::kHidden;
    }
    return ArgumentFault::kNone;
  }

  static ArgumentFault of_closure(const clang::CXXRecordDecl& closure) {
    const clang::FunctionDecl* const function = riffle::front::enclosing_function(closure);
    const bool has_name =
        riffle::front::has_explicit<clang::CUDADeviceAttr>(*closure.getLambdaCallOperator()) ||
        (function != nullptr && !riffle::front::runs_on_host(*function));
    return has_name ? ArgumentFault::kNone : ArgumentFault::kClosure;
  }

  static const clang::FunctionDecl* function_around(const clang::TagDecl& tag) {
    for (const clang::DeclContext* scope = tag.getDeclContext(); scope != nullptr;
         scope = scope->getParent()) {
      if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(scope)) return function;
    }
    return nullptr;
  }

  const clang::SourceManager& sources_;
  const clang::TagDecl* found_ = nullptr;
};

class KernelArgumentsConsumer final : public clang::ASTConsumer {
 public:
  explicit KernelArgumentsConsumer(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* const declaration : group) {
      const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && riffle::front::is_kernel(*function) &&
          function->isTemplateInstantiation())
        check(*function);
    }
    return true;
  }

 private:
  void check(const clang::FunctionDecl& kernel) {
    const clang::TemplateArgumentList* const arguments = kernel.getTemplateSpecializationArgs();
    if (arguments == nullptr) return;
    TypeSearch search(diagnostics_.getSourceManager());
    const ArgumentFault fault = search.in(arguments->asArray());
    if (fault == ArgumentFault::kNone) return;
    const clang::SourceLocation use = kernel.getPointOfInstantiation();
    riffle::front::error(diagnostics_, use.isValid() ? use : kernel.getLocation(),
                         kTexts[static_cast<int>(fault)])
        << kernel.getASTContext().getCanonicalTagType(search.found());
  }

  clang::DiagnosticsEngine& diagnostics_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA || !language.CUDAIsDevice) return nullptr;
  return std::make_unique<KernelArgumentsConsumer>(compiler.getDiagnostics());
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_kernel_arguments", "");

}  // namespace
