// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/numbered_severities.h"

#include <clang/Lex/Pragma.h>
#include <llvm/ADT/StringRef.h>

#include "compiler/front/diagnostic_numbers.h"

namespace riffle::front {
namespace {

using Change = Severities::Change;
using Kind = Change::Kind;

/// #pragma nv_diag_suppress 177, 550   #pragma nv_diag_suppress = 177   #pragma nv_diag_suppress set_but_not_used
class NumberPragma final : public clang::PragmaHandler {
 public:
  NumberPragma(const char* name, Severities& severities, Change change)
      : PragmaHandler(name), severities_(severities), change_(change) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token&) override {
    change_.place = introducer.Loc;
    clang::Token token;
    for (preprocessor.LexUnexpandedToken(token); token.isNot(clang::tok::eod);
         preprocessor.LexUnexpandedToken(token)) {
      const std::string word = preprocessor.getSpelling(token);
      if (llvm::StringRef(word).getAsInteger(10, change_.number))
        change_.number = number_of_warning(word);
      if (change_.number != 0) severities_.add(change_);
    }
  }

 private:
  Severities& severities_;
  Change change_;
};

/// #pragma nv_diagnostic push
class StackPragma final : public clang::PragmaHandler {
 public:
  explicit StackPragma(Severities& severities)
      : PragmaHandler("nv_diagnostic"), severities_(severities) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token&) override {
    clang::Token token;
    preprocessor.LexUnexpandedToken(token);
    if (token.is(clang::tok::eod)) return;
    const std::string word = preprocessor.getSpelling(token);
    if (word == "push") severities_.add({Kind::kPush, introducer.Loc});
    if (word == "pop") severities_.add({Kind::kPop, introducer.Loc});
    preprocessor.DiscardUntilEndOfDirective();
  }

 private:
  Severities& severities_;
};

}  // namespace

Severities::Severities(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    const llvm::StringRef word = llvm::StringRef(option).drop_front();
    int number = 0;
    if (word.getAsInteger(10, number)) number = number_of_warning(word);
    options_[number] = static_cast<WarningSeverity>(option[0]);
  }
}

WarningSeverity Severities::of(int number, clang::SourceLocation place,
                               const clang::SourceManager& sources) const {
  const auto option = options_.find(number);
  const WarningSeverity first =
      option == options_.end() ? WarningSeverity::kWarning : option->second;
  std::vector<WarningSeverity> stack = {first};
  for (const Change& change : changes_) {
    if (!sources.isBeforeInTranslationUnit(change.place, place)) break;
    if (change.kind == Kind::kPush) stack.push_back(stack.back());
    if (change.kind == Kind::kPop && stack.size() > 1) stack.pop_back();
    if (change.number != number) continue;
    if (change.kind == Kind::kSet) stack.back() = change.severity;
    if (change.kind == Kind::kDefault) stack.back() = first;
  }
  return stack.back();
}

void Severities::follow(clang::Preprocessor& preprocessor) {
  const std::pair<const char*, WarningSeverity> settings[] = {
      {"nv_diag_suppress", WarningSeverity::kSuppressed},
      {"nv_diag_error", WarningSeverity::kError},
      {"nv_diag_warning", WarningSeverity::kWarning},
      {"nv_diag_remark", WarningSeverity::kWarning},
      {"nv_diag_once", WarningSeverity::kWarning}};
  // The preprocessor owns its handlers.
  for (const auto& [name, severity] : settings)
    preprocessor.AddPragmaHandler(new NumberPragma(name, *this, {Kind::kSet, {}, 0, severity}));
  preprocessor.AddPragmaHandler(new NumberPragma("nv_diag_default", *this, {Kind::kDefault, {}}));
  preprocessor.AddPragmaHandler(new StackPragma(*this));
}

}  // namespace riffle::front
