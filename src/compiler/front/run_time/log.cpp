// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/log.h"

#include <algorithm>

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "compiler/front/run_time/host_code.h"

namespace riffle::front {
namespace {

using Level = clang::DiagnosticsEngine::Level;

/// The first argument, where it is a name.
std::string name_argument(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getNumArgs() == 0) return {};
  switch (diagnostic.getArgKind(0)) {
    case clang::DiagnosticsEngine::ak_std_string:
      return diagnostic.getArgStdStr(0);
    case clang::DiagnosticsEngine::ak_c_string:
      return diagnostic.getArgCStr(0);
    case clang::DiagnosticsEngine::ak_identifierinfo:
      return diagnostic.getArgIdentifier(0)->getName().str();
    case clang::DiagnosticsEngine::ak_nameddecl:
    case clang::DiagnosticsEngine::ak_declarationname: {
      llvm::SmallString<64> text;
      static constexpr llvm::StringRef kFirst = "%0";
      diagnostic.FormatDiagnostic(kFirst.begin(), kFirst.end(), text);
      return llvm::StringRef(text).trim('\'').str();
    }
    default:
      return {};
  }
}

/// #include "name", which is sought beside the program too.
bool is_quoted(const clang::Diagnostic& diagnostic) {
  bool failed = false;
  const char* const text =
      diagnostic.getSourceManager().getCharacterData(diagnostic.getLocation(), &failed);
  return !failed && *text == '"';
}

/// Messages that programs look for, in NVRTC's words.
std::string known_text(const clang::Diagnostic& diagnostic, const Log::Traits& traits) {
  const std::string name = name_argument(diagnostic);
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
    case clang::diag::warn_unused_variable:
      return "variable \"" + name + "\" was declared but never referenced";
    default:
      return {};
  }
}

/// NVRTC's number of a warning; empty if it has none that we know.
std::string number_of(unsigned id) {
  return id == clang::diag::warn_unused_variable ? " #177-D" : "";
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
  const std::size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  const std::size_t from = offset == 0 || begin == llvm::StringRef::npos ? 0 : begin + 1;
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

void Log::HandleDiagnostic(Level level, const clang::Diagnostic& diagnostic) {
  if (level == Level::Ignored) return;
  const unsigned id = diagnostic.getID();
  // Notes belong to the message before them.
  if (level != Level::Note) is_left_out_ = has_host_code_ && follows_from_host_code(id);
  if (is_left_out_) return;
  if (id == clang::diag::fatal_too_many_errors) return;
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);

  const bool catastrophic = id == clang::diag::err_pp_file_not_found || level == Level::Fatal;
  std::string text = known_text(diagnostic, traits_);
  if (text.empty()) {
    llvm::SmallString<256> formatted;
    diagnostic.FormatDiagnostic(formatted);
    text = formatted.str().str();
  }
  if (llvm::StringRef(text).contains("not allowed in JIT mode")) has_host_code_ = true;
  if (level >= Level::Error) ++(catastrophic ? catastrophes_ : errors_);
  const std::string number = level == Level::Warning ? number_of(id) : "";
  has_numbered_ = has_numbered_ || !number.empty();

  std::string where;
  std::string excerpt;
  int line = 0;
  bool is_name = false;
  bool is_option = false;
  if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::SourceLocation location = sources.getExpansionLoc(diagnostic.getLocation());
    const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
    // Headers that an option names.
    is_option = presumed.isValid() && llvm::StringRef(presumed.getFilename()).starts_with("<");
    if (presumed.isValid() && !is_option) {
      line = static_cast<int>(presumed.getLine());
      where = plain_name(presumed.getFilename()) + "(" + std::to_string(line) + "): ";
      is_name = llvm::StringRef(presumed.getFilename()) == kNameMap;
      std::size_t column = sources.getExpansionColumnNumber(location) - 1;
      std::string shown = line_text(sources, location);
      const std::size_t index = static_cast<std::size_t>(line - kFirstNameLine);
      if (is_name && line >= kFirstNameLine && index < traits_.names.size()) {
        const std::size_t prefix = name_prefix(index).size();
        const std::string pragma = "#pragma nv_mangled_name ";
        shown = pragma + traits_.names[index];
        column = column < prefix ? pragma.size() : column - prefix + pragma.size();
      }
      if (id == clang::diag::err_pp_file_not_found) column = shown.size();
      std::string blanks;
      for (std::size_t i = 0; i < column; ++i)
        blanks += i < shown.size() && shown[i] == '\t' ? '\t' : ' ';
      excerpt = "  " + shown + "\n  " + blanks + "^\n";
    }
  }
  if (is_option && id == clang::diag::err_pp_file_not_found)
    text = "cannot open source file \"" + name_argument(diagnostic) + "\"";
  text_ += where + (is_option ? "Command-line error" : word_of(level, catastrophic)) +
           (traits_.with_numbers ? number : "") + ": " + text + "\n";
  if (!traits_.brief) text_ += excerpt;
  text_ += '\n';
  if (is_name && level >= Level::Error && !llvm::StringRef(text).starts_with(kNameError))
    write_error_of_name(line, where, excerpt);
}

void Log::write_error_of_name(int line, const std::string& where, const std::string& excerpt) {
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

std::string Log::text() const {
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
