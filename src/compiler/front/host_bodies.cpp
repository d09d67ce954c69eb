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
// Of a kernel the host has the function that launches it: it is made of an empty body. Device functions that host code may name
// (execution_spaces.cpp) have one that ends the program.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/Builtins.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/raw_tokens.h"
#include "compiler/front/spaces.h"

namespace {

using riffle::front::is_kernel;
using riffle::front::is_read_on_host;
using riffle::front::is_tolerated_on_host;
using riffle::front::named_by;
using riffle::front::RawTokens;

/// The braces of the body, of which clang keeps no place when it skips it. Debuggers learn from them the lines of the function
/// that launches the kernel. The end of the declarator where the body is not written out in the file.
clang::SourceRange braces_of(const clang::FunctionDecl& function) {
  const clang::ASTContext& context = function.getASTContext();
  RawTokens tokens(context.getSourceManager(), context.getLangOpts(), function.getEndLoc());
  clang::SourceLocation begin;
  while (true) {
    const clang::Token token = tokens.next();
    if (token.is(clang::tok::eof) || (token.is(clang::tok::semi) && begin.isInvalid()))
      return function.getEndLoc();
    if (token.is(clang::tok::l_brace) && begin.isInvalid()) begin = token.getLocation();
    if (token.is(clang::tok::r_brace) && tokens.depth() <= 0) return {begin, token.getLocation()};
  }
}

void set_body(clang::FunctionDecl& function, llvm::ArrayRef<clang::Stmt*> statements) {
  const clang::SourceRange braces = braces_of(function);
  function.setBody(clang::CompoundStmt::Create(function.getASTContext(), statements,
                                               clang::FPOptionsOverride(), braces.getBegin(),
                                               braces.getEnd()));
  function.setHasSkippedBody(false);
}

/// Whether `{}` follows the declarator.
bool has_empty_body(const clang::FunctionDecl& function) {
  if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function)) return false;
  constexpr int kMostTokens = 200;
  const clang::ASTContext& context = function.getASTContext();
  RawTokens tokens(context.getSourceManager(), context.getLangOpts(), function.getLocation());
  for (int i = 0; i < kMostTokens; ++i) {
    const clang::Token token = tokens.next();
    if (token.isOneOf(clang::tok::eof, clang::tok::semi, clang::tok::colon)) return false;
    if (token.is(clang::tok::l_brace)) return tokens.next().is(clang::tok::r_brace);
  }
  return false;
}

/// Bodies that are not read on the host's side.
bool is_of_device(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDADeviceAttr>() && !named_by(function).host &&
         !(is_tolerated_on_host(function) && is_read_on_host(function));
}

class HostBodiesConsumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::FunctionDecl* const function = declaration->getAsFunction();
    if (function == nullptr) return false;
    return is_kernel(*function) || (is_of_device(*function) && !has_empty_body(*function));
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* const declaration : declarations) look_at(*declaration);
    return true;
  }

  void HandleInlineFunctionDefinition(clang::FunctionDecl* method) override { look_at(*method); }

 private:
  void look_at(clang::Decl& declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      for (clang::Decl* const inner : llvm::cast<clang::DeclContext>(&declaration)->noload_decls())
        look_at(*inner);
    } else if (clang::FunctionDecl* const function = declaration.getAsFunction()) {
      if (!function->hasSkippedBody()) return;
      if (is_kernel(*function)) set_body(*function, {});
      if (is_tolerated_on_host(*function)) set_body(*function, trap(*function));
    }
  }

  /// The host's code may name the function; a call of it ends the program.
  clang::Stmt* trap(const clang::FunctionDecl& function) {
    return sema_->BuildBuiltinCallExpr(function.getLocation(), clang::Builtin::BI__builtin_trap,
                                       {});
  }

  clang::Sema* sema_ = nullptr;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA || language.CUDAIsDevice) return nullptr;
  compiler.getFrontendOpts().SkipFunctionBodies = true;
  return std::make_unique<HostBodiesConsumer>();
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_host_bodies", "");

}  // namespace
