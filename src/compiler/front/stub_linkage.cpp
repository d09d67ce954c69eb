// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: what the host's side of kernels and device variables is called for other files.
//
// A kernel is launched by the address of its stub. A program and its libraries may have kernels of one name, and each its
// own device code: as with nvcc, nothing of the host's side is visible outside a program or library, unless the source says so.
// Two files of a whole program (without -rdc=true) may even have one instance of a template, each its own:
//
//   define linkonce_odr void @_Z17__device_stub__tkIiEvPT_   ->   define internal void @_Z17__device_stub__tkIiEvPT_
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/front/plugin_part.h"

namespace {

/// What -device-entity-has-hidden-visibility=false and -static-global-template-stub=false give the parts.
constexpr const char* kOff = "off";

bool is_shared_with_device(const clang::NamedDecl& declaration) {
  if (llvm::isa<clang::FunctionDecl>(declaration))
    return declaration.hasAttr<clang::CUDAGlobalAttr>();
  return llvm::isa<clang::VarDecl>(declaration) &&
         (declaration.hasAttr<clang::CUDADeviceAttr>() ||
          declaration.hasAttr<clang::CUDAConstantAttr>() ||
          declaration.hasAttr<clang::HIPManagedAttr>());
}

/// By an attribute of its own or of a namespace around it.
bool has_explicit_visibility(const clang::NamedDecl& declaration) {
  constexpr auto kOfValues = clang::NamedDecl::VisibilityForValue;
  if (declaration.getExplicitVisibility(kOfValues)) return true;
  const clang::DeclContext* scope = declaration.getDeclContext();
  for (; scope != nullptr; scope = scope->getParent()) {
    const auto* const space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space != nullptr && space->getExplicitVisibility(kOfValues)) return true;
  }
  return false;
}

class Hider final : public clang::ASTConsumer {
 public:
  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  // Before code generation, which asks for the visibility when it meets a use.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) visit(*declaration);
    return true;
  }

 private:
  void visit(clang::Decl& declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      for (clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration).decls()) visit(*inner);
    } else if (auto* const pattern = llvm::dyn_cast<clang::TemplateDecl>(&declaration)) {
      if (clang::NamedDecl* const named = pattern->getTemplatedDecl()) hide(*named);
    } else if (auto* const named = llvm::dyn_cast<clang::NamedDecl>(&declaration)) {
      hide(*named);
    }
  }

  void hide(clang::NamedDecl& declaration) {
    if (!is_shared_with_device(declaration) || has_explicit_visibility(declaration)) return;
    declaration.addAttr(
        clang::VisibilityAttr::CreateImplicit(*context_, clang::VisibilityAttr::Hidden));
  }

  clang::ASTContext* context_ = nullptr;
};

std::unique_ptr<clang::ASTConsumer> make_hider(clang::CompilerInstance& compiler,
                                               const std::string& argument) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA || language.CUDAIsDevice || argument == kOff) return nullptr;
  return std::make_unique<Hider>();
}

struct StaticStubs : llvm::PassInfoMixin<StaticStubs> {
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const llvm::Function* const registration = module.getFunction("__cudaRegisterFunction");
    if (registration == nullptr) return llvm::PreservedAnalyses::all();
    for (const llvm::User* user : registration->users()) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != registration) continue;
      auto* const stub =
          llvm::dyn_cast<llvm::GlobalObject>(call->getArgOperand(1)->stripPointerCasts());
      if (stub == nullptr || stub->isDeclaration() || !stub->isWeakForLinker()) continue;
      stub->setLinkage(llvm::GlobalValue::InternalLinkage);
      stub->setVisibility(llvm::GlobalValue::DefaultVisibility);
      stub->setComdat(nullptr);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void add_static_stubs(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(StaticStubs());
      });
}

std::unique_ptr<clang::ASTConsumer> make_static_stubs(clang::CompilerInstance& compiler,
                                                      const std::string& argument) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (language.CUDA && !language.CUDAIsDevice && !language.GPURelocatableDeviceCode &&
      argument != kOff)
    compiler.getCodeGenOpts().PassBuilderCallbacks.emplace_back(add_static_stubs);
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make_hider>> kHider(
    "riffle_hidden", "");
const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make_static_stubs>> kStubs(
    "riffle_static_stubs", "");

}  // namespace
