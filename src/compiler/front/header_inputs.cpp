// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: writes down what a precompiled header depends on, for the driver, which
// uses it for other command lines than the one it was made with.
//
//   file 1343 1760000000 /usr/include/stdlib.h   size and time of every file that was read
//   name bits                                    first part of every header's name, as it was written
//   word NDEBUG                                  every identifier: a macro of none of these changes nothing
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
#include <llvm/Support/raw_ostream.h>

namespace {

using Names = std::set<std::string, std::less<>>;

/// Also those that were asked for and not found: a header of that name would change the answer.
class Collector final : public clang::PPCallbacks {
 public:
  explicit Collector(std::shared_ptr<Names> names) : names_(std::move(names)) {}

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

 private:
  void add(llvm::StringRef name) { names_->insert(name.substr(0, name.find('/')).str()); }

  std::shared_ptr<Names> names_;
};

class Consumer final : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, std::string path, std::shared_ptr<Names> names)
      : compiler_(compiler), path_(std::move(path)), names_(std::move(names)) {}

  void HandleTranslationUnit(clang::ASTContext&) override {
    std::error_code failure;
    llvm::raw_fd_ostream out(path_, failure);
    if (failure) return;  // the driver sees that there is nothing
    const clang::SourceManager& sources = compiler_.getSourceManager();
    for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
      out << "file " << it->first.getSize() << ' ' << it->first.getModificationTime() << ' '
          << it->first.getName() << '\n';
    }
    for (const std::string& name : *names_) out << "name " << name << '\n';
    for (const auto& identifier : compiler_.getPreprocessor().getIdentifierTable())
      out << "word " << identifier.getKey() << '\n';
  }

 private:
  clang::CompilerInstance& compiler_;
  std::string path_;
  std::shared_ptr<Names> names_;
};

class Action final : public clang::PluginASTAction {
 public:
  ActionType getActionType() override { return AddBeforeMainAction; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    if (path_.empty()) return std::make_unique<clang::ASTConsumer>();
    auto names = std::make_shared<Names>();
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Collector>(names));
    return std::make_unique<Consumer>(compiler, path_, names);
  }
  bool ParseArgs(const clang::CompilerInstance&,
                 const std::vector<std::string>& arguments) override {
    if (!arguments.empty()) path_ = arguments.front();
    return true;
  }

 private:
  std::string path_;
};

const clang::FrontendPluginRegistry::Add<Action> kAction("riffle_inputs", "");

}  // namespace
