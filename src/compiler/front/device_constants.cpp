// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: constants of the device that only the host names.
//
//   static __device__ const int table[2] = {1, 2};
//   cudaGetSymbolAddress(&address, table);
//
// Clang takes such a constant for one that both sides have, since its value is known to both, and
// leaves it out of the device's code when no kernel reads it. But its address is the device's: the
// runtime is asked for it by name. Clang has a list of variables to be kept for that reason, made
// while it parses; what it left out there is added when the file has been read, before code is made.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "compiler/front/plugin_part.h"

namespace {

/// Clang gave it the attribute `constant`; the program says `__device__`.
bool is_device_constant(const clang::VarDecl& variable) {
  const auto* device = variable.getAttr<clang::CUDADeviceAttr>();
  const auto* constant = variable.getAttr<clang::CUDAConstantAttr>();
  return device != nullptr && !device->isImplicit() && constant != nullptr &&
         constant->isImplicit() && variable.isUsed();
}

/// What a precompiled header holds is Riffle's own and has none: it is not read for this.
bool has_device_constants(const clang::DeclContext& scope) {
  for (const clang::Decl* declaration : scope.noload_decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      if (is_device_constant(*variable)) return true;
    } else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration);
               inner != nullptr && !llvm::isa<clang::FunctionDecl>(declaration)) {
      if (has_device_constants(*inner)) return true;
    }
  }
  return false;
}

/// Adds what code of the host names to the list.
class HostUses final : public clang::DynamicRecursiveASTVisitor {
 public:
  explicit HostUses(clang::ASTContext& context) : context_(context) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  /// Only code of the host alone.
  bool TraverseDecl(clang::Decl* declaration) override {
    if (declaration == nullptr) return true;
    const bool is_device = declaration->hasAttr<clang::CUDADeviceAttr>() ||
                           declaration->hasAttr<clang::CUDAGlobalAttr>();
    if (llvm::isa<clang::FunctionDecl>(declaration) && is_device) return true;
    return clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* expression) override {
    if (expression->isNonOdrUse() != clang::NOUR_None) return true;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(expression->getDecl());
    if (variable == nullptr || !is_device_constant(*variable)) return true;
    if (const clang::VarDecl* definition = variable->getDefinition())
      context_.CUDADeviceVarODRUsedByHost.insert(definition);
    return true;
  }

 private:
  clang::ASTContext& context_;
};

class DeviceConstantsConsumer final : public clang::ASTConsumer {
 public:
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getLangOpts().CUDA || !context.getLangOpts().CUDAIsDevice) return;
    clang::TranslationUnitDecl* const unit = context.getTranslationUnitDecl();
    if (has_device_constants(*unit)) HostUses(context).TraverseDecl(unit);
  }
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance&, const std::string&) {
  return std::make_unique<DeviceConstantsConsumer>();
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_constants", "");

}  // namespace
