// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/log.h"

#include <algorithm>

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "compiler/front/diagnostic_numbers.h"
#include "compiler/front/places.h"
#include "compiler/front/run_time/host_code.h"
#include "compiler/front/second_look.h"

namespace riffle::front {
namespace {

using Level = clang::DiagnosticsEngine::Level;

/// #include "name", which is sought beside the program too.
bool is_quoted(const clang::Diagnostic& diagnostic) {
  bool failed = false;
  const char* const text =
      diagnostic.getSourceManager().getCharacterData(diagnostic.getLocation(), &failed);
  return !failed && *text == '"';
}

/// The argument at `index` is 0 if a message follows it.
std::string assertion_text(const clang::Diagnostic& diagnostic, unsigned index) {
  const bool has_message = argument(diagnostic, index) == "0";
  return "static assertion failed" +
         (has_message ? " with \"" + argument(diagnostic, index + 1) + "\"" : "");
}

/// Messages that programs look for, in NVRTC's words.
std::string known_text(const clang::Diagnostic& diagnostic, const ProgramLog::Traits& traits) {
  const std::string name = argument(diagnostic, 0);
  switch (diagnostic.getID()) {
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_undeclared_use:
      return "identifier \"" + name + "\" is undefined";
    case clang::diag::err_pp_file_not_found:
      if (traits.has_folders || (traits.has_source_folder && is_quoted(diagnostic)))
        return "cannot open source file \"" + name + "\"";
      return "could not open source file \"" + name + "\" (no directories in search list)";
    case clang::diag::err_kern_type_not_void_return:
      return "a __global__ function must have a void return type";
    case clang::diag::err_pp_hash_error:
      return "#error directive: " + name;
    case clang::diag::err_static_assert_failed:
      return assertion_text(diagnostic, 0);
    case clang::diag::err_static_assert_requirement_failed:
      return assertion_text(diagnostic, 1);
    default:
      return {};
  }
}

/// Follow from calls of functions that are the host's by mistake.
bool follows_from_host_code(unsigned id) {
  return id == clang::diag::err_ref_bad_target ||
         id == clang::diag::err_ovl_no_viable_function_in_call ||
         id == clang::diag::err_ref_bad_target_global_initializer;
}

std::string line_text(const clang::SourceManager& sources, clang::SourceLocation location) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t begin = text.take_front(offset).rfind('\n');
  const std::size_t from = begin == llvm::StringRef::npos ? 0 : begin + 1;
  return text.slice(from, text.find_first_of("\r\n", offset)).str();
}

const char* word_of(Level level, bool catastrophic) {
  if (catastrophic) return "catastrophic error";
  if (level >= Level::Error) return "error";
  if (level == Level::Warning) return "warning";
  return level == Level::Remark ? "remark" : "note";
}

std::string plain_name(llvm::StringRef file) {
  file.consume_front(kHeaderFolder);
  file.consume_front(kOwnFolder);
  return file.str();
}

}  // namespace

bool ProgramLog::translate(Level& level, const clang::Diagnostic& diagnostic, std::string& text,
                           std::string& number) const {
  text = known_text(diagnostic, traits_);
  if (level != Level::Warning) return true;
  const std::optional<KnownWarning> known = numbered(diagnostic);
  if (!known) return false;
  text = known->text;
  number = " #" + std::to_string(known->number) + "-D";
  if (!diagnostic.hasSourceManager()) return true;
  switch (severities_.of(known->number, diagnostic.getLocation(), diagnostic.getSourceManager())) {
    case WarningSeverity::kSuppressed:
      return false;
    case WarningSeverity::kError:
      level = Level::Error;
      number.clear();
      return true;
    case WarningSeverity::kWarning:
      return true;
  }
  return true;
}

/// Functions that become the device's later are errors of their own for NVRTC: those signs do not count.
void ProgramLog::note_signs(Level level, const clang::Diagnostic& diagnostic) {
  if (level < Level::Error || !diagnostic.hasSourceManager()) return;
  llvm::SmallString<256> message("error: ");
  diagnostic.FormatDiagnostic(message);
  const auto note = [&](const Sign& sign) {
    if ((sign.part != kTokensPart && sign.part != kTextPart) ||
        !is_shown_by(sign, std::string_view(message)) || !message.str().contains(sign.error))
      return;
    const FileLine place = place_of(diagnostic.getSourceManager(), diagnostic.getLocation());
    hints_.push_back("-plugin-arg-" + std::string(sign.part));
    const unsigned column =
        diagnostic.getSourceManager().getPresumedColumnNumber(diagnostic.getLocation());
    hints_.push_back(std::string(sign.prefix) + place.file + ":" + std::to_string(place.line) +
                     (sign.has_column ? ":" + std::to_string(column) : ""));
  };
  llvm::for_each(kSigns, note);
  llvm::for_each(kRunTimeSigns, note);
}

void ProgramLog::HandleDiagnostic(Level level, const clang::Diagnostic& diagnostic) {
  if (level == Level::Ignored || is_over_) return;
  note_signs(level, diagnostic);
  const unsigned id = diagnostic.getID();
  // Notes belong to the message before them.
  if (level == Level::Note && is_left_out_) return;
  std::string text, number;
  if (level != Level::Note)
    is_left_out_ = (has_host_code_ && follows_from_host_code(id)) ||
                   !translate(level, diagnostic, text, number);
  if (is_left_out_ || id == clang::diag::fatal_too_many_errors) return;
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  // Its warnings have no notes.
  if (level == Level::Warning) is_left_out_ = true;

  const bool is_missing = id == clang::diag::err_pp_file_not_found;
  const bool catastrophic =
      is_missing || id == clang::diag::err_pp_hash_error || level == Level::Fatal;
  is_over_ = catastrophic;
  if (text.empty()) {
    llvm::SmallString<256> formatted;
    diagnostic.FormatDiagnostic(formatted);
    text = formatted.str().str();
  }
  if (llvm::StringRef(text).contains("not allowed in JIT mode")) has_host_code_ = true;
  if (level >= Level::Error) ++(catastrophic ? catastrophes_ : errors_);
  has_numbered_ = has_numbered_ || !number.empty();

  const Excerpt excerpt = excerpt_of(diagnostic);
  if (excerpt.is_option && is_missing)
    text = "cannot open source file \"" + argument(diagnostic, 0) + "\"";
  text_ += excerpt.where +
           (excerpt.is_option ? "Command-line error" : word_of(level, catastrophic)) +
           (traits_.with_numbers ? number : "") + ": " + text + "\n";
  if (!traits_.brief) text_ += excerpt.text;
  text_ += '\n';
  if (excerpt.is_name && level >= Level::Error && !llvm::StringRef(text).starts_with(kNameError))
    write_error_of_name(excerpt.line, excerpt.where, excerpt.text);
}

ProgramLog::Excerpt ProgramLog::excerpt_of(const clang::Diagnostic& diagnostic) const {
  if (!diagnostic.hasSourceManager() || !diagnostic.getLocation().isValid()) return {};
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(diagnostic.getLocation());
  const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  if (!presumed.isValid()) return {};
  const llvm::StringRef file = presumed.getFilename();
  if (file.starts_with("<")) return {.is_option = true};
  Excerpt excerpt{.is_name = file == kNameMap, .line = static_cast<int>(presumed.getLine())};
  excerpt.where = plain_name(presumed.getFilename()) + "(" + std::to_string(excerpt.line) + "): ";
  std::size_t column = sources.getExpansionColumnNumber(location) - 1;
  std::string shown = line_text(sources, location);
  const std::size_t index = static_cast<std::size_t>(excerpt.line - kFirstNameLine);
  if (excerpt.is_name && excerpt.line >= kFirstNameLine && index < traits_.names.size()) {
    const std::size_t prefix = name_prefix(index).size();
    const std::string pragma = "#pragma nv_mangled_name ";
    shown = pragma + traits_.names[index];
    column = column < prefix ? pragma.size() : column - prefix + pragma.size();
  }
  if (diagnostic.getID() == clang::diag::err_pp_file_not_found) column = shown.size();
  std::string blanks;
  for (std::size_t i = 0; i < column; ++i)
    blanks += i < shown.size() && shown[i] == '\t' ? '\t' : ' ';
  excerpt.text = "  " + shown + "\n  " + blanks + "^\n";
  return excerpt;
}

void ProgramLog::write_error_of_name(int line, const std::string& where,
                                     const std::string& excerpt) {
  const std::size_t index = static_cast<std::size_t>(line - kFirstNameLine);
  if (line < kFirstNameLine || index >= traits_.names.size()) return;
  if (std::ranges::find(broken_names_, line) != broken_names_.end()) return;
  broken_names_.push_back(line);
  ++errors_;
  text_ += where +
           "error: Error in parsing name expression for lowered name lookup. Input name expression "
           "was: \" " +
           traits_.names[index] + "\"\n" + (traits_.brief ? "" : excerpt) + "\n";
}

std::string ProgramLog::text() const {
  std::string text = text_;
  if (has_numbered_ && traits_.with_numbers)
    text += "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n";
  const auto count = [](unsigned number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  std::string found;
  if (errors_ != 0) found = count(errors_, "error");
  if (catastrophes_ != 0)
    found += (found.empty() ? "" : " and ") + count(catastrophes_, "catastrophic error");
  if (found.empty()) return text;
  text += found + " detected in the compilation of \"" + traits_.program + "\".\n";
  if (catastrophes_ != 0) text += "Compilation terminated.\n";
  return text;
}

}  // namespace riffle::front
