// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/included.h"

#include <algorithm>

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/front/run_time/host_code.h"
#include "compiler/front/run_time/instance.h"

namespace riffle::front {
namespace {

/// A program that reads more files than this takes its time anyway.
constexpr int kMostFiles = 48;
constexpr char kMacroPath[] = "/riffle-precompiled/macros.h";

class Directives final : public clang::PPCallbacks {
 public:
  Directives(const clang::SourceManager& sources, Included& found, int& files)
      : sources_(sources), found_(found), files_(files) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (!file) return;
    llvm::StringRef name = file->getName();
    if (!name.consume_front(kOwnFolder)) {
      ++files_;
      return;
    }
    found_.headers.push_back(name.str());
    for (const auto& macro : macros_) found_.macros.insert(macro.getKey());
    macros_.clear();
  }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override { note(name); }
  void MacroUndefined(const clang::Token& name, const clang::MacroDefinition&,
                      const clang::MacroDirective*) override {
    note(name);
  }

 private:
  void note(const clang::Token& name) {
    const clang::SourceLocation location = name.getLocation();
    if (sources_.isWrittenInBuiltinFile(location) ||
        sources_.isWrittenInCommandLineFile(location) ||
        sources_.getFilename(location) == kMacroPath)
      return;
    macros_.insert(name.getIdentifierInfo()->getName());
  }

  const clang::SourceManager& sources_;
  Included& found_;
  int& files_;
  llvm::StringSet<> macros_;
};

class ListIncludesAction final : public clang::PreprocessorFrontendAction {
 public:
  explicit ListIncludesAction(Included& found) : found_(found) {}

 protected:
  void ExecuteAction() override {
    clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
    int files = 0;
    preprocessor.addPPCallbacks(
        std::make_unique<Directives>(preprocessor.getSourceManager(), found_, files));
    preprocessor.IgnorePragmas();
    preprocessor.EnterMainSourceFile();
    clang::Token token;
    do {
      preprocessor.Lex(token);
    } while (token.isNot(clang::tok::eof) && files <= kMostFiles);
  }

 private:
  Included& found_;
};

}  // namespace

Included included(std::vector<std::string> line, const std::string& macros,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(kMacroPath, 0, llvm::MemoryBuffer::getMemBuffer(macros, kMacroPath));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  all->pushOverlay(memory);
  line.insert(line.end(), {"-imacros", kMacroPath, "-Eonly"});
  clang::IgnoringDiagConsumer silent;
  Included found;
  const auto instance = make_instance(line, all, silent);
  if (instance == nullptr) return found;
  ListIncludesAction action(found);
  instance->ExecuteAction(action);
  std::ranges::sort(found.headers);
  const auto doubled = std::ranges::unique(found.headers);
  found.headers.erase(doubled.begin(), doubled.end());
  return found;
}

}  // namespace riffle::front
