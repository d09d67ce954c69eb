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
class Numbers final : public clang::PragmaHandler {
 public:
  Numbers(const char* name, Severities& severities, Change change)
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
class Stack final : public clang::PragmaHandler {
 public:
  explicit Stack(Severities& severities)
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
    options_[number] = static_cast<Severity>(option[0]);
  }
}

Severity Severities::of(int number, clang::SourceLocation place,
                        const clang::SourceManager& sources) const {
  const auto option = options_.find(number);
  const Severity first = option == options_.end() ? Severity::kWarning : option->second;
  std::vector<Severity> stack = {first};
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
  const std::pair<const char*, Severity> settings[] = {{"nv_diag_suppress", Severity::kSuppressed},
                                                       {"nv_diag_error", Severity::kError},
                                                       {"nv_diag_warning", Severity::kWarning},
                                                       {"nv_diag_remark", Severity::kWarning},
                                                       {"nv_diag_once", Severity::kWarning}};
  // The preprocessor owns its handlers.
  for (const auto& [name, severity] : settings)
    preprocessor.AddPragmaHandler(new Numbers(name, *this, {Kind::kSet, {}, 0, severity}));
  preprocessor.AddPragmaHandler(new Numbers("nv_diag_default", *this, {Kind::kDefault, {}}));
  preprocessor.AddPragmaHandler(new Stack(*this));
}

}  // namespace riffle::front
