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

/// Whether the parts do anything. They are registered when the library that holds them is loaded, and libriffle_llvm.so holds
/// all of clang: there they wait for a compilation that asks for them.
inline bool& parts_are_active() {
  static bool active = false;
  return active;
}
inline void activate_parts() { parts_are_active() = true; }

/// Runs `make(compiler, argument)` before a unit is read, for the consumer that sees it beside code generation; null: none is
/// needed. `argument` is what the plugin was given, a line for each argument.
template <auto make>
class PluginPart final : public clang::PluginASTAction {
 public:
  ActionType getActionType() override {
    // The second: by name only, and nobody names it.
    return parts_are_active() ? AddBeforeMainAction : CmdlineAfterMainAction;
  }

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
