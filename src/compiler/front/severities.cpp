// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: what nvcc takes more seriously than clang, or less, and a pragma of its own, of which clang would say
// that it does not know it.
#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

#include "compiler/front/nvcc_options.h"
#include "compiler/front/plugin_part.h"

namespace {

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  if (!language.CUDA) return nullptr;
  const auto set = [&](unsigned diagnostic, clang::diag::Severity severity) {
    compiler.getDiagnostics().setSeverity(diagnostic, severity, clang::SourceLocation());
  };
  // Before C++20, the name of a dependent type needs its `typename` everywhere.
  if (!language.CPlusPlus20) {
    set(clang::diag::compat_pre_cxx20_implicit_typename, clang::diag::Severity::Error);
    set(clang::diag::ext_using_enum_declaration, clang::diag::Severity::Error);
  }
  if (!language.CPlusPlus17)
    set(clang::diag::ext_nested_namespace_definition, clang::diag::Severity::Ignored);
  // What `#pragma message` says is no warning.
  set(clang::diag::warn_pragma_message, clang::diag::Severity::Remark);
  // The host's side does not know the architecture.
  if (!language.CUDAIsDevice)
    set(clang::diag::warn_cuda_maxclusterrank_sm_90, clang::diag::Severity::Ignored);
  if (!riffle::front::is_run_time(compiler))
    compiler.getPreprocessor().AddPragmaHandler(new clang::EmptyPragmaHandler("nv_abi"));
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_severities", "");

}  // namespace
