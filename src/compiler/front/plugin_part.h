// SPDX-License-Identifier: Apache-2.0
// What the parts of the front that look at a translation unit have in common.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

namespace riffle::front {

/// Runs `make(compiler, argument)` before a unit is read, for the consumer that sees it beside code generation; null: none is
/// needed. `argument` is what the plugin was given, a line for each argument.
template <auto make>
class PluginPart final : public clang::PluginASTAction {
 public:
  ActionType getActionType() override { return AddBeforeMainAction; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    std::unique_ptr<clang::ASTConsumer> made = make(compiler, argument_);
    return made != nullptr ? std::move(made) : std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&,
                 const std::vector<std::string>& arguments) override {
    for (const std::string& argument : arguments)
      argument_ += (argument_.empty() ? "" : "\n") + argument;
    return true;
  }

 private:
  std::string argument_;
};

}  // namespace riffle::front
