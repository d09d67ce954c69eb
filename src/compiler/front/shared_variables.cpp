// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: classes with constructors and destructors in shared memory.
//
//   struct Barrier { int count = 1; __device__ ~Barrier() { invalidate(this); } };
//   __global__ void kernel() { __shared__ Barrier barrier; }
//
// nvcc takes the variable, warns that it is not initialised, and runs neither; libcu++'s barriers and pipelines are such
// classes. Clang makes no code for either, but refuses the variable when one would do something. It asks for no initial
// value of a variable that is another name of something (`alias`), and no further: the attribute riffle_shared, a part of
// __shared__, makes variables such names. In a template's body that holds for its instances, too. Code is made of variables
// in functions as of others; those outside lose the attribute before. There a constructor that would do something stays
// an error, as with nvcc.
//
//   extern __shared__ Work work;
//
// Clang takes arrays without an extent only. The attribute makes of others what nvcc does: shared variables of the file, of
// their own size. Files of relocatable device code may define them elsewhere.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <clang/Sema/SemaConsumer.h>

#include "compiler/front/plugin_part.h"

namespace {

/// The class of the variable, or of the elements of an array; null when it is no class that is known yet.
clang::CXXRecordDecl* class_of(clang::Sema& sema, const clang::VarDecl& variable) {
  const clang::QualType type = sema.Context.getBaseElementType(variable.getType());
  clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  return record != nullptr && sema.isCompleteType(variable.getLocation(), type) ? record : nullptr;
}

/// Also one of the host, which a kernel could not call.
clang::CXXConstructorDecl* default_constructor(clang::Sema& sema, clang::CXXRecordDecl& type) {
  if (clang::CXXConstructorDecl* const found = sema.LookupDefaultConstructor(&type)) return found;
  for (clang::CXXConstructorDecl* const constructor : type.ctors())
    if (constructor->isDefaultConstructor()) return constructor;
  return nullptr;
}

enum class Initialization : std::uint8_t { kNothing, kConstructor, kImpossible };

/// What stands at the beginning of an object's life.
Initialization start_of(clang::Sema& sema, clang::SourceLocation place,
                        clang::CXXRecordDecl& type) {
  clang::CXXConstructorDecl* const constructor = default_constructor(sema, type);
  if (constructor == nullptr || constructor->isDeleted()) return Initialization::kImpossible;
  if (constructor->isTrivial()) return Initialization::kNothing;
  // Clang asks about members of what is defined only, and defines what is used.
  if (constructor->isDefaulted() && !constructor->isDefined())
    sema.DefineImplicitDefaultConstructor(place, constructor);
  return sema.CUDA().isEmptyConstructor(place, constructor) ? Initialization::kNothing
                                                            : Initialization::kConstructor;
}

bool is_in_function(const clang::VarDecl& variable) {
  return variable.getDeclContext()->isFunctionOrMethod();
}

void warn(clang::Sema& sema, const clang::VarDecl& variable, const clang::CXXRecordDecl& type) {
  clang::DiagnosticsEngine& diagnostics = sema.getDiagnostics();
  // Of both sides, one says it; -w does not hold for diagnostics of plugins.
  if (!sema.getLangOpts().CUDAIsDevice || diagnostics.getIgnoreAllWarnings()) return;
  const unsigned id = diagnostics.getCustomDiagID(
      clang::DiagnosticsEngine::Warning,
      "dynamic initialization is not supported for a __shared__ variable: "
      "the constructor of %0 does not run");
  sema.Diag(variable.getLocation(), id) << &type;
}

/// Whether the source goes on with an initial value behind the variable's name, and the extents of an array.
bool has_initial_value(const clang::Sema& sema, const clang::VarDecl& variable) {
  clang::SourceLocation place = variable.getLocation();
  int depth = 0;
  while (const auto token =
             clang::Lexer::findNextToken(place, sema.getSourceManager(), sema.getLangOpts())) {
    place = token->getLocation();
    if (token->is(clang::tok::l_square))
      ++depth;
    else if (token->is(clang::tok::r_square))
      --depth;
    else if (depth == 0)
      return token->isOneOf(clang::tok::equal, clang::tok::l_brace, clang::tok::l_paren);
  }
  return false;
}

class SharedAttribute final : public clang::ParsedAttrInfo {
 public:
  SharedAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "riffle_shared"}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    if (llvm::isa<clang::VarDecl>(declaration) && !llvm::isa<clang::ParmVarDecl>(declaration))
      return true;
    sema.Diag(attribute.getLoc(), clang::diag::warn_attribute_wrong_decl_type)
        << attribute << attribute.isRegularKeywordAttribute() << clang::ExpectedVariable;
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable == nullptr) return AttributeApplied;
    if (variable->hasLocalStorage() &&
        sema.CUDA().DiagIfHostCode(attribute.getLoc(), clang::diag::err_cuda_host_shared)
            << sema.CUDA().CurrentTarget())
      return AttributeApplied;
    variable->addAttr(clang::CUDASharedAttr::Create(sema.Context, attribute));
    if (!variable->hasExternalStorage() && !has_initial_value(sema, *variable) &&
        may_start(sema, *variable))
      variable->addAttr(clang::AliasAttr::CreateImplicit(sema.Context, variable->getName()));
    return AttributeApplied;
  }

 private:
  /// Whether the variable is one that clang might refuse and nvcc does not.
  static bool may_start(clang::Sema& sema, const clang::VarDecl& variable) {
    if (variable.getType()->isDependentType()) return is_in_function(variable);
    clang::CXXRecordDecl* const type = class_of(sema, variable);
    if (type == nullptr || type->isDependentContext() ||
        (type->hasTrivialDefaultConstructor() && type->hasTrivialDestructor()))
      return false;
    const Initialization start = start_of(sema, variable.getLocation(), *type);
    if (start == Initialization::kConstructor && is_in_function(variable)) {
      warn(sema, variable, *type);
      return true;
    }
    return start == Initialization::kNothing;
  }
};

// The way in which clang's plugins register; out of memory, the compiler ends.
const clang::ParsedAttrInfoRegistry::Add<SharedAttribute> kSharedAttribute(
    "riffle_shared", "");  // NOLINT(bugprone-throwing-static-initialization)

class SharedVariablesConsumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* const declaration : declarations) look_at(*declaration);
    return true;
  }

 private:
  void look_at(clang::Decl& declaration) {
    if (auto* const variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
      if (variable->hasAttr<clang::CUDASharedAttr>()) release(*variable);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      for (clang::Decl* const inner : llvm::cast<clang::DeclContext>(&declaration)->noload_decls())
        look_at(*inner);
    } else if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      if (function->isTemplateInstantiation()) check_variables_of(*function);
    }
  }

  /// Of the file, when all that is asked of it has been asked.
  static void release(clang::VarDecl& variable) {
    variable.dropAttr<clang::AliasAttr>();
    // The host's code has no use of it either.
    variable.addAttr(clang::NoDestroyAttr::CreateImplicit(variable.getASTContext()));
  }

  /// Variables of types that the template did not know.
  void check_variables_of(const clang::FunctionDecl& function) const {
    const clang::FunctionDecl* const pattern = function.getTemplateInstantiationPattern();
    for (const clang::Decl* const declaration : function.noload_decls()) {
      const auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable == nullptr || !variable->hasAttr<clang::AliasAttr>() ||
          !is_dependent_in(pattern, *variable))
        continue;
      clang::CXXRecordDecl* const type = class_of(*sema_, *variable);
      if (type == nullptr) continue;
      const Initialization start = start_of(*sema_, variable->getLocation(), *type);
      if (start == Initialization::kConstructor) warn(*sema_, *variable, *type);
      if (start == Initialization::kImpossible) refuse(*variable, *type);
    }
  }

  static bool is_dependent_in(const clang::FunctionDecl* pattern, const clang::VarDecl& instance) {
    if (pattern == nullptr) return true;
    for (const clang::Decl* const declaration : pattern->noload_decls()) {
      if (declaration->getLocation() == instance.getLocation())
        return llvm::cast<clang::ValueDecl>(declaration)->getType()->isDependentType();
    }
    return true;
  }

  void refuse(const clang::VarDecl& variable, const clang::CXXRecordDecl& type) const {
    const unsigned id = sema_->getDiagnostics().getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                                "%0 has no default constructor");
    sema_->Diag(variable.getLocation(), id) << &type;
  }

  clang::Sema* sema_ = nullptr;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  return compiler.getLangOpts().CUDA ? std::make_unique<SharedVariablesConsumer>() : nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_shared_variables", "");

}  // namespace
