// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: classes with destructors in shared memory.
//
//   struct Barrier { Barrier() = default; __device__ ~Barrier() { invalidate(this); } };
//   __global__ void kernel() { __shared__ Barrier barrier; }
//
// nvcc takes the variable and never runs the destructor on it; libcu++'s barriers and pipelines are such classes. Clang makes
// no call of it either, but refuses the variable unless the destructor's body, and those of all members, are empty. So as
// long as the source is parsed, the bodies of destructors for devices are empty ones; before clang looks at what kernels
// reach, and makes code, they are back. Destructors that clang might make code of earlier, or evaluate, stay as they are.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/MapVector.h>

namespace {

/// The bodies that were taken away.
class Bodies {
 public:
  [[nodiscard]] bool none() const { return taken_.empty(); }

  void take(clang::FunctionDecl& function) {
    auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&function);
    if (destructor == nullptr || destructor->isDependentContext() ||
        !destructor->doesThisDeclarationHaveABody() ||
        !destructor->hasAttr<clang::CUDADeviceAttr>())
      return;
    clang::ASTContext& context = destructor->getASTContext();
    // An explicit instantiation makes code of one that has been implicit so far.
    if (destructor->isConstexpr() || context.DeclMustBeEmitted(destructor))
      return put_back(*destructor);
    clang::Stmt* const body = destructor->getBody();
    if (!llvm::isa_and_nonnull<clang::CompoundStmt>(body) || destructor->hasTrivialBody()) return;
    if (!taken_.insert({destructor, body}).second) return;
    destructor->setBody(new (context) clang::CompoundStmt(body->getEndLoc()));
  }

  void put_back() {
    for (const auto& [destructor, body] : taken_) destructor->setBody(body);
    taken_.clear();
  }

 private:
  void put_back(clang::CXXDestructorDecl& destructor) {
    const auto found = taken_.find(&destructor);
    if (found == taken_.end()) return;
    destructor.setBody(found->second);
    taken_.erase(found);
  }

  llvm::MapVector<clang::CXXDestructorDecl*, clang::Stmt*> taken_;
};

/// Its hook runs when all has been parsed and instantiated, before clang goes through the bodies that kernels reach.
class AllParsed final : public clang::ExternalSemaSource {
 public:
  AllParsed(clang::Sema& sema, Bodies& bodies) : sema_(sema), bodies_(bodies) {}

  void ReadDeclsToCheckForDeferredDiags(llvm::SmallSetVector<clang::Decl*, 4>&) override {
    if (bodies_.none()) return;
    bodies_.put_back();
    check_variables_of(*sema_.getASTContext().getTranslationUnitDecl());
  }

 private:
  /// Variables in memory other than shared memory: no destructor, as clang would have said.
  void check_variables_of(const clang::DeclContext& scope) {
    for (clang::Decl* declaration : scope.noload_decls()) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
        check_variables_of(*llvm::cast<clang::DeclContext>(declaration));
      else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        check(*variable);
    }
  }

  void check(const clang::VarDecl& variable) {
    if (variable.isInvalidDecl() || !variable.hasInit() ||
        !(variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>()))
      return;
    const clang::CXXRecordDecl* const type = variable.getType()->getAsCXXRecordDecl();
    if (type != nullptr && type->hasDefinition() &&
        !sema_.CUDA().isEmptyDestructor(variable.getLocation(), type->getDestructor()))
      sema_.Diag(variable.getLocation(), clang::diag::err_dynamic_var_init);
  }

  clang::Sema& sema_;
  Bodies& bodies_;
};

class Consumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override {
    sema.addExternalSource(llvm::makeIntrusiveRefCnt<AllParsed>(sema, bodies_));
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
    bodies_.take(*function);
  }
  /// Instantiations, in the midst of what needs them, and definitions outside of their classes.
  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* declaration : declarations) {
      if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        bodies_.take(*function);
      else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
               variable != nullptr && variable->hasAttr<clang::CUDASharedAttr>())
        // The host's code has no use of it either.
        variable->addAttr(clang::NoDestroyAttr::CreateImplicit(variable->getASTContext()));
    }
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext&) override { bodies_.put_back(); }

 private:
  Bodies bodies_;
};

class Action final : public clang::PluginASTAction {
 public:
  ActionType getActionType() override { return AddBeforeMainAction; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    if (!compiler.getLangOpts().CUDA) return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<Consumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
};

const clang::FrontendPluginRegistry::Add<Action> kAction("riffle_shared_destructors", "");

}  // namespace
