// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: where `#pragma nv_exec_check_disable` stands, and `#pragma hd_warning_disable`, its older name.
// It holds for the declaration that follows, which is found in the text between the two.
#include "compiler/front/exec_checks.h"

#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/raw_tokens.h"

namespace {

/// Of one file, in the order of the text.
using Places = llvm::DenseMap<clang::FileID, std::vector<unsigned>>;

Places& pragmas() {
  static thread_local Places all;
  return all;
}

class Handler final : public clang::PragmaHandler {
 public:
  explicit Handler(llvm::StringRef name) : PragmaHandler(name) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer,
                    clang::Token& name) override {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const auto [file, offset] =
        sources.getDecomposedLoc(sources.getExpansionRange(name.getLocation()).getEnd());
    pragmas()[file].push_back(offset);
  }
};

/// Whether no other declaration begins or ends between the pragma and the function's name.
bool reaches(const clang::ASTContext& context, clang::FileID file, unsigned pragma, unsigned name) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation start = sources.getLocForStartOfFile(file);
  riffle::front::RawTokens tokens(sources, context.getLangOpts(), start.getLocWithOffset(pragma));
  while (true) {
    const clang::Token token = tokens.next();
    if (token.is(clang::tok::eof)) return false;
    if (sources.getFileOffset(token.getLocation()) >= name) return true;
    if (tokens.depth() < 0 ||
        (tokens.depth() == 0 && token.isOneOf(clang::tok::semi, clang::tok::r_brace)))
      return false;
  }
}

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  pragmas().clear();
  if (!compiler.getLangOpts().CUDA) return nullptr;
  for (const char* const name : {"nv_exec_check_disable", "hd_warning_disable"})
    compiler.getPreprocessor().AddPragmaHandler(new Handler(name));  // the preprocessor's own now
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_exec_checks", "");

}  // namespace

bool riffle::front::is_check_off(const clang::FunctionDecl& function) {
  if (pragmas().empty()) return false;
  const clang::ASTContext& context = function.getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  const auto [file, name] =
      sources.getDecomposedLoc(sources.getExpansionLoc(function.getLocation()));
  const auto found = pragmas().find(file);
  if (found == pragmas().end()) return false;
  const auto behind = llvm::upper_bound(found->second, name);
  return behind != found->second.begin() && reaches(context, file, *std::prev(behind), name);
}
