// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: warnings that NVIDIA's front end has too. -diag-suppress, -diag-error and -diag-warn (the part's
// argument: s177,e940) and #pragma nv_diag_suppress and its like decide on them by its numbers, and where it is silent of an
// unused variable, so is this.
//
//   int e = f();          silent: f may have been called for what it does
//   int n = 0; ++n;       silent: n is read
//   int s; s = 1;         550: set but never used
//   template <class T> void t() { int v; }      177 if it is instantiated
//
// Some of this is only known when the unit has been read: warnings of unused variables wait for that.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/SmallVector.h>

#include "compiler/front/diagnostic_numbers.h"
#include "compiler/front/numbered_severities.h"
#include "compiler/front/nvcc_options.h"
#include "compiler/front/plugin_part.h"

namespace {

using clang::DiagnosticsEngine;
using riffle::front::Severities;
using riffle::front::WarningSeverity;

/// Whether a variable is given a value by `=`: to NVIDIA's front end `++v` and `v += 1` are uses.
class Assignments final : public clang::RecursiveASTVisitor<Assignments> {
 public:
  explicit Assignments(const clang::VarDecl& variable) : variable_(variable) {}

  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->getOpcode() == clang::BO_Assign) note(operation->getLHS());
    if (operation->isCompoundAssignmentOp() && names(operation->getLHS())) is_used_ = true;
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp() && names(operation->getSubExpr())) is_used_ = true;
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) {
    if (call->getOperator() == clang::OO_Equal) note(call->getArg(0));
    return true;
  }
  [[nodiscard]] bool are_all() const { return is_assigned_ && !is_used_; }

 private:
  [[nodiscard]] bool names(const clang::Expr* expression) const {
    const auto* const name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    return name != nullptr && name->getDecl() == &variable_;
  }
  void note(const clang::Expr* to) { is_assigned_ = is_assigned_ || names(to); }

  const clang::VarDecl& variable_;
  bool is_assigned_ = false;
  bool is_used_ = false;
};

/// Of a function template that nobody instantiates. Members of class templates count as instantiated.
bool is_of_unused_template(const clang::FunctionDecl& function) {
  const clang::FunctionTemplateDecl* const pattern = function.getDescribedFunctionTemplate();
  return pattern != nullptr && pattern->spec_begin() == pattern->spec_end();
}

/// When all has been read.
bool is_warned_of(const clang::VarDecl& variable, unsigned id) {
  const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
  // What a template's text does not show: `T t = x;`.
  if (function != nullptr && function->isTemplateInstantiation()) return false;
  if (function != nullptr && is_of_unused_template(*function)) return false;
  if (id != clang::diag::warn_unused_but_set_variable || function == nullptr ||
      !function->hasBody())
    return true;
  Assignments assignments(variable);
  assignments.TraverseStmt(function->getBody());
  return assignments.are_all();
}

/// Hands on to clang's own consumer what is to be said now.
class Filter final : public clang::DiagnosticConsumer {
 public:
  Filter(DiagnosticsEngine& diagnostics, const std::vector<std::string>& options)
      : diagnostics_(diagnostics),
        next_(*diagnostics.getClient()),
        owned_(diagnostics.ownsClient() ? diagnostics.takeClient() : nullptr),
        severities_(options),
        leaves_out_system_headers_(diagnostics.getSuppressSystemWarnings()) {
    // Whether a compilation has succeeded is asked of the consumer that is there at its end.
    NumErrors = next_.getNumErrors();
    NumWarnings = next_.getNumWarnings();
    take_errors();
  }

  Severities& severities() { return severities_; }

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override {
    next_.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { next_.EndSourceFile(); }
  void finish() override { next_.finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    next_.clear();
  }
  bool IncludeInDiagnosticCounts() const override { return next_.IncludeInDiagnosticCounts(); }

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    // Notes belong to the message before them.
    if (level == DiagnosticsEngine::Note && is_left_out_) return;
    is_left_out_ = !is_reported_now(level, diagnostic);
    if (is_left_out_) return;
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    next_.HandleDiagnostic(level, diagnostic);
  }

  /// All has been read: says what waited for it.
  void end() {
    is_ended_ = true;
    for (const Waiting& each : waiting_) {
      if (!is_warned_of(*each.variable, each.id)) continue;
      if (as_errors_.contains(each.id))
        diagnostics_.setDiagnosticGroupWarningAsError(group_of(each.id), true);
      diagnostics_.Report(each.variable->getLocation(), each.id) << each.variable;
    }
    const unsigned error = diagnostics_.getCustomDiagID(DiagnosticsEngine::Error, "%0");
    for (const auto& [place, text] : errors_) diagnostics_.Report(place, error) << text;
  }

 private:
  struct Waiting {
    const clang::VarDecl* variable;
    unsigned id;
  };

  llvm::StringRef group_of(unsigned id) const {
    return diagnostics_.getDiagnosticIDs()->getWarningOptionForDiag(id);
  }

  /// -Werror: an error counts from when clang has it, also if this part leaves it out. So clang has warnings only.
  void take_errors() {
    for (const unsigned id : riffle::front::numbered_diagnostics()) {
      if (diagnostics_.getDiagnosticLevel(id, {}) == DiagnosticsEngine::Error)
        as_errors_.insert(id);
    }
    for (const unsigned id : as_errors_)
      diagnostics_.setDiagnosticGroupWarningAsError(group_of(id), false);
  }

  void keep_error(const clang::Diagnostic& diagnostic) {
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    if (as_errors_.contains(diagnostic.getID()))
      text += (" [-Werror,-W" + group_of(diagnostic.getID()) + "]").str();
    errors_.emplace_back(diagnostic.getLocation(), text.str().str());
  }

  bool is_reported_now(DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    if (level != DiagnosticsEngine::Warning) return true;
    if (is_of_system_header(diagnostic)) return false;
    const auto known = riffle::front::numbered(diagnostic);
    const clang::VarDecl* const variable = riffle::front::variable_in(diagnostic);
    const bool is_unused_variable = variable != nullptr && is_of_variable(diagnostic.getID());
    if (!known) return !is_unused_variable;  // kept for a reason
    const WarningSeverity chosen =
        diagnostic.hasSourceManager()
            ? severities_.of(known->number, diagnostic.getLocation(), diagnostic.getSourceManager())
            : WarningSeverity::kWarning;
    if (chosen == WarningSeverity::kSuppressed) return false;
    if (is_unused_variable && !is_ended_ && chosen == WarningSeverity::kWarning) {
      waiting_.push_back({variable, diagnostic.getID()});
      return false;
    }
    if (chosen == WarningSeverity::kWarning && !as_errors_.contains(diagnostic.getID()))
      return true;
    keep_error(diagnostic);
    return false;
  }

  /// Where functions are instantiated when the unit has been read, clang does not leave these out: libstdc++ 12 calls the
  /// deprecated `std::get_temporary_buffer` in `std::stable_sort`.
  bool is_of_system_header(const clang::Diagnostic& diagnostic) const {
    return leaves_out_system_headers_ && diagnostic.hasSourceManager() &&
           diagnostic.getLocation().isValid() &&
           diagnostic.getSourceManager().isInSystemHeader(diagnostic.getLocation());
  }

  static bool is_of_variable(unsigned id) {
    return id == clang::diag::warn_unused_variable ||
           id == clang::diag::warn_unused_but_set_variable;
  }

  DiagnosticsEngine& diagnostics_;
  clang::DiagnosticConsumer& next_;
  std::unique_ptr<clang::DiagnosticConsumer> owned_;  ///< `next_`, if it is ours to end
  Severities severities_;
  bool leaves_out_system_headers_;  ///< no -Wsystem-headers
  std::set<unsigned> as_errors_;
  std::vector<Waiting> waiting_;
  std::vector<std::pair<clang::SourceLocation, std::string>> errors_;
  bool is_left_out_ = false;
  bool is_ended_ = false;
};

class AtEnd final : public clang::ASTConsumer {
 public:
  explicit AtEnd(Filter& filter) : filter_(filter) {}
  void HandleTranslationUnit(clang::ASTContext&) override { filter_.end(); }

 private:
  Filter& filter_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& argument) {
  // NVRTC's log does all this.
  if (!compiler.getLangOpts().CUDA || riffle::front::is_run_time(compiler)) return nullptr;
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::StringRef(argument).split(words, ',', -1, false);
  std::vector<std::string> options;
  for (const llvm::StringRef word : words) options.push_back(word.str());
  DiagnosticsEngine& diagnostics = compiler.getDiagnostics();
  auto* const filter = new Filter(diagnostics, options);
  diagnostics.setClient(filter, /*ShouldOwnClient=*/true);
  filter->severities().follow(compiler.getPreprocessor());
  return std::make_unique<AtEnd>(*filter);
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_numbers",
                                                                                  "");

}  // namespace
