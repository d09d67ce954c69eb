// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: on the host's side the bodies of kernels and of device functions are not read.
//
//   #ifdef __CUDA_ARCH__
//   #define HD __host__ __device__
//   #else
//   #define HD
//   #endif
//   HD int f(int x);
//   __global__ void k(int* o) { *o = f(1); }     a host function here, which is no matter
//
// The device's side has read them, and made the errors in them known. What they call is not instantiated for the host, either:
// it may be meant for the device alone. Bodies of constexpr functions and of those that return `auto` are read all the same,
// and so are empty ones of constructors and destructors: variables may be of a class that has no others.
// Of a kernel the host has the function that launches it: it is made of an empty body.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Stmt.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>

#include "compiler/front/plugin_part.h"

namespace {

/// The braces of the body, of which clang keeps no place when it skips it. Debuggers learn from them the lines of the function
/// that launches the kernel. The end of the declarator where the body is not written out in the file.
clang::SourceRange braces_of(const clang::FunctionDecl& kernel) {
  const clang::ASTContext& context = kernel.getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation declarator = kernel.getEndLoc();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(declarator));
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), text.begin(),
                     text.begin() + offset, text.end());
  clang::SourceLocation begin;
  clang::Token token;
  int depth = 0;
  while (!lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::semi) && depth == 0) break;
    if (token.is(clang::tok::l_brace) && depth++ == 0) begin = token.getLocation();
    if (token.is(clang::tok::r_brace) && --depth == 0) return {begin, token.getLocation()};
  }
  return declarator;
}

void empty_body(clang::FunctionDecl& kernel) {
  const clang::SourceRange braces = braces_of(kernel);
  kernel.setBody(clang::CompoundStmt::Create(kernel.getASTContext(), {}, clang::FPOptionsOverride(),
                                             braces.getBegin(), braces.getEnd()));
  kernel.setHasSkippedBody(false);
}

/// Whether `{}` follows the declarator.
bool has_empty_body(const clang::FunctionDecl& function) {
  if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function)) return false;
  constexpr int kMostTokens = 200;
  const clang::ASTContext& context = function.getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  clang::SourceLocation place = sources.getFileLoc(function.getLocation());
  bool in_body = false;
  for (int i = 0; i < kMostTokens; ++i) {
    const auto token = clang::Lexer::findNextToken(place, sources, context.getLangOpts());
    if (!token || token->isOneOf(clang::tok::eof, clang::tok::semi, clang::tok::colon))
      return false;
    if (in_body) return token->is(clang::tok::r_brace);
    in_body = token->is(clang::tok::l_brace);
    place = token->getLocation();
  }
  return false;
}

class Consumer final : public clang::ASTConsumer {
 public:
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::FunctionDecl* const function = declaration->getAsFunction();
    if (function == nullptr) return false;
    return function->hasAttr<clang::CUDAGlobalAttr>() ||
           (function->hasAttr<clang::CUDADeviceAttr>() &&
            !function->hasAttr<clang::CUDAHostAttr>() && !has_empty_body(*function));
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* const declaration : declarations) look_at(*declaration);
    return true;
  }

 private:
  void look_at(clang::Decl& declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      for (clang::Decl* const inner : llvm::cast<clang::DeclContext>(&declaration)->noload_decls())
        look_at(*inner);
    } else if (clang::FunctionDecl* const function = declaration.getAsFunction()) {
      if (function->hasSkippedBody() && function->hasAttr<clang::CUDAGlobalAttr>())
        empty_body(*function);
    }
  }
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA || language.CUDAIsDevice) return nullptr;
  compiler.getFrontendOpts().SkipFunctionBodies = true;
  return std::make_unique<Consumer>();
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_host_bodies", "");

}  // namespace
