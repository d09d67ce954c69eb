// SPDX-License-Identifier: Apache-2.0
// Looks at what a translation unit declares when all of it is known. What comes precompiled, or from folders of the system, is left
// out; instances of function templates are shown by themselves.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>

namespace riffle::front {

/// An error at a place.
inline clang::DiagnosticBuilder error(clang::DiagnosticsEngine& diagnostics,
                                      clang::SourceLocation place, llvm::StringRef text) {
  return diagnostics.Report(
      place, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, text));
}

template <class Visitor>
class UnitConsumer final : public clang::ASTConsumer {
 public:
  explicit UnitConsumer(clang::DiagnosticsEngine& diagnostics, Visitor visitor)
      : diagnostics_(diagnostics), visitor_(std::move(visitor)) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    declared_.append(group.begin(), group.end());
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext&) override {
    for (clang::Decl* const declaration : declared_) {
      if (!diagnostics_.getSourceManager().isInSystemHeader(declaration->getLocation()))
        visitor_.TraverseDecl(declaration);
    }
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  Visitor visitor_;
  llvm::SmallVector<clang::Decl*, 64> declared_;
};

/// Which of the two compilations of a file a part looks at.
enum class CompilationSide : bool { kHost, kDevice };

/// A part without arguments whose visitor is made from the compiler, for PluginPart.
template <class Visitor, CompilationSide kSide>
std::unique_ptr<clang::ASTConsumer> visit_unit(clang::CompilerInstance& compiler,
                                               const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA || language.CUDAIsDevice != (kSide == CompilationSide::kDevice))
    return nullptr;
  return std::make_unique<UnitConsumer<Visitor>>(compiler.getDiagnostics(), Visitor(compiler));
}

}  // namespace riffle::front
