// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: the program's files are given to it as source_text.h says.
#include "compiler/front/source_text.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/front/plugin_part.h"

namespace riffle::front {

std::vector<TokenPiece> pieces_of(llvm::StringRef text, const clang::LangOptions& options) {
  const clang::SourceLocation start = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer lexer(start, options, text.begin(), text.begin(), text.end());
  std::vector<TokenPiece> pieces;
  clang::Token token;
  for (bool at_end = false; !at_end;) {
    at_end = lexer.LexFromRawLexer(token);
    const std::size_t begin = token.getLocation().getRawEncoding() - start.getRawEncoding();
    pieces.push_back({token.getKind(), begin, begin + token.getLength()});
  }
  return pieces;
}

}  // namespace riffle::front

namespace {

using riffle::front::NamePlace;

/// Of lines `WHAT:FILE:LINE:COLUMN`.
std::vector<NamePlace> names_in(llvm::StringRef hints) {
  std::vector<NamePlace> places;
  for (llvm::StringRef line : llvm::split(hints, '\n')) {
    NamePlace place{NamePlace::kName, "", 0, 0};
    if (line.consume_front("type:"))
      place.what = NamePlace::kType;
    else if (!line.consume_front("name:"))
      continue;
    const auto [rest, column] = line.rsplit(':');
    const auto [name, number] = rest.rsplit(':');
    place.file = name.str();
    if (!column.getAsInteger(10, place.column) && !number.getAsInteger(10, place.line))
      places.push_back(std::move(place));
  }
  return places;
}

/// Before all else: what was told are places in the file as it is.
void name_templates(clang::FileEntryRef file, clang::SourceManager& sources,
                    const clang::LangOptions& options, llvm::ArrayRef<NamePlace> hints) {
  if (hints.empty()) return;
  const auto buffer = sources.getMemoryBufferForFileOrNone(file);
  if (!buffer) return;
  const auto changed =
      riffle::front::with_template_names(buffer->getBuffer(), options, file.getName(), hints);
  if (!changed) return;
  sources.overrideFileContents(
      file, llvm::MemoryBuffer::getMemBufferCopy(*changed, buffer->getBufferIdentifier()));
}

void rewrite(clang::FileEntryRef file, clang::SourceManager& sources,
             const clang::LangOptions& options, llvm::ArrayRef<NamePlace> hints) {
  name_templates(file, sources, options, hints);
  for (const auto change :
       {riffle::front::with_joined_launches, riffle::front::without_negative_unrolls,
        riffle::front::with_pragma_operators, riffle::front::with_constant_offsets}) {
    const auto buffer = sources.getMemoryBufferForFileOrNone(file);
    if (!buffer) return;
    const auto changed = change(buffer->getBuffer(), options);
    if (!changed) continue;
    sources.overrideFileContents(
        file, llvm::MemoryBuffer::getMemBufferCopy(*changed, buffer->getBufferIdentifier()));
  }
}

/// Headers of the program, before they are entered.
class Inclusions final : public clang::PPCallbacks {
 public:
  Inclusions(clang::CompilerInstance& compiler, std::vector<NamePlace> hints)
      : compiler_(compiler), hints_(std::move(hints)) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    // Once: what was read must stay.
    if (file && kind == clang::SrcMgr::C_User && seen_.insert(&file->getFileEntry()).second)
      rewrite(*file, compiler_.getSourceManager(), compiler_.getLangOpts(), hints_);
  }

 private:
  clang::CompilerInstance& compiler_;
  std::vector<NamePlace> hints_;
  llvm::SmallPtrSet<const clang::FileEntry*, 32> seen_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& hints) {
  if (!compiler.getLangOpts().CUDA) return nullptr;
  clang::SourceManager& sources = compiler.getSourceManager();
  std::vector<NamePlace> names = names_in(hints);
  if (const auto file = sources.getFileEntryRefForID(sources.getMainFileID()))
    rewrite(*file, sources, compiler.getLangOpts(), names);
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<Inclusions>(compiler, std::move(names)));
  return nullptr;
}

// NOLINTNEXTLINE(bugprone-throwing-static-initialization): how clang is told of its parts
const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_text",
                                                                                  "");

}  // namespace
