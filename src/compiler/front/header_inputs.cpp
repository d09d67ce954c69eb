// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: writes down what a precompiled header depends on, for the driver, which
// uses it for other command lines than the one it was made with.
//
//   file 1343 1760000000 /usr/include/stdlib.h   size and time of every file that was read
//   name bits                                    first part of every header's name, as it was written
//   word __OPTIMIZE__                            every identifier: a macro of none of these changes nothing
//
// NDEBUG is left out if only assert.h asks for it: that header is made to be read again, and the driver has it read again.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/front/plugin_part.h"

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr llvm::StringRef kRereadable = "assert.h";
constexpr llvm::StringRef kReread = "NDEBUG";

struct HeaderInputs {
  Names names;
  bool rereads = true;  ///< no other header asks for kReread
};

/// Also those that were asked for and not found: a header of that name would change the answer.
class Collector final : public clang::PPCallbacks {
 public:
  Collector(const clang::SourceManager& sources, std::shared_ptr<HeaderInputs> inputs)
      : sources_(sources), inputs_(std::move(inputs)) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    add(name);
  }

  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    add(name);
  }

  void Ifdef(clang::SourceLocation place, const clang::Token& macro,
             const clang::MacroDefinition&) override {
    note_name(place, macro);
  }
  void Ifndef(clang::SourceLocation place, const clang::Token& macro,
              const clang::MacroDefinition&) override {
    note_name(place, macro);
  }
  void Defined(const clang::Token& macro, const clang::MacroDefinition&,
               clang::SourceRange) override {
    note_name(macro.getLocation(), macro);
  }
  void MacroExpands(const clang::Token& macro, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    note_name(macro.getLocation(), macro);
  }

 private:
  void add(llvm::StringRef name) { inputs_->names.insert(name.substr(0, name.find('/')).str()); }

  void note_name(clang::SourceLocation place, const clang::Token& macro) {
    const clang::IdentifierInfo* const name = macro.getIdentifierInfo();
    if (name == nullptr || name->getName() != kReread) return;
    const llvm::StringRef file = sources_.getFilename(sources_.getSpellingLoc(place));
    if (llvm::sys::path::filename(file) != kRereadable) inputs_->rereads = false;
  }

  const clang::SourceManager& sources_;
  std::shared_ptr<HeaderInputs> inputs_;
};

class HeaderInputsConsumer final : public clang::ASTConsumer {
 public:
  HeaderInputsConsumer(clang::CompilerInstance& compiler, std::string path,
                       std::shared_ptr<HeaderInputs> inputs)
      : compiler_(compiler), path_(std::move(path)), inputs_(std::move(inputs)) {}

  void HandleTranslationUnit(clang::ASTContext&) override {
    std::error_code failure;
    llvm::raw_fd_ostream out(path_, failure);
    if (failure) return;  // the driver sees that there is nothing
    const clang::SourceManager& sources = compiler_.getSourceManager();
    for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
      out << "file " << it->first.getSize() << ' ' << it->first.getModificationTime() << ' '
          << it->first.getName() << '\n';
    }
    for (const std::string& name : inputs_->names) out << "name " << name << '\n';
    for (const auto& identifier : compiler_.getPreprocessor().getIdentifierTable()) {
      if (!inputs_->rereads || identifier.getKey() != kReread)
        out << "word " << identifier.getKey() << '\n';
    }
  }

 private:
  clang::CompilerInstance& compiler_;
  std::string path_;
  std::shared_ptr<HeaderInputs> inputs_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& path) {
  if (path.empty()) return nullptr;
  auto inputs = std::make_shared<HeaderInputs>();
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<Collector>(compiler.getSourceManager(), inputs));
  return std::make_unique<HeaderInputsConsumer>(compiler, path, inputs);
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_inputs",
                                                                                  "");

}  // namespace
