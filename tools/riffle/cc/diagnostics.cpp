// SPDX-License-Identifier: Apache-2.0
#include "cc/diagnostics.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "compiler/front/absent_headers.h"

namespace riffle::tool {
namespace {

/// Without the colour codes that clang writes to a terminal.
std::string plain(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      while (i < line.size() && line[i] != 'm' && line[i] != 'K') ++i;
    } else {
      text += line[i];
    }
  }
  return text;
}

/// What to do where `text` says that a header was not found which Riffle does not have.
void add_advice(std::string& text) {
  constexpr std::string_view kNotFound = "' file not found";
  const std::size_t end = text.find(kNotFound);
  if (end == std::string::npos || end == 0) return;
  const std::size_t begin = text.rfind('\'', end - 1);
  const std::size_t after = end + kNotFound.size();
  // clang goes on where the header is found in another way.
  if (begin == std::string::npos || (after < text.size() && text[after] == ' ')) return;
  const front::AbsentHeader* const header =
      front::absent_header(std::string_view(text).substr(begin + 1, end - begin - 1));
  if (header != nullptr) text.insert(after, fmt::format(": {}", header->advice));
}

/// clang's options, where it advises one, by their names here; and what it cannot know.
std::string in_our_words(std::string_view line) {
  constexpr std::string_view kTheirs = "(i.e. requires -fgpu-rdc)";
  std::string text(line);
  if (const std::size_t at = text.find(kTheirs); at != std::string::npos)
    text.replace(at, kTheirs.size(), "(-rdc=true)");
  add_advice(text);
  return text;
}

bool has_severity(std::string_view line, std::string_view severity) {
  const std::size_t at = line.find(severity);
  // "file:3:5: error: ..." or "clang++-22: error: ..."; not a source line that contains the word.
  return at != std::string_view::npos && at >= 2 && line.substr(at - 2, 2) == ": " &&
         (line[0] != ' ' && line[0] != '\t');
}

bool is_summary(std::string_view line) {
  if (line.empty() || line[0] < '0' || line[0] > '9') return false;
  const bool counts = line.find(" warning") != std::string_view::npos ||
                      line.find(" error") != std::string_view::npos;
  return counts && line.find(" generated") != std::string_view::npos;
}

std::string count_of(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// What makes two diagnostics the same: everything but trailing notes on which side it happened.
std::string identity(const Diagnostic& diagnostic) { return plain(diagnostic.text); }

}  // namespace

std::vector<Diagnostic> split_diagnostics(std::string_view messages) {
  std::vector<Diagnostic> found;
  bool in_include_stack = false;
  while (!messages.empty()) {
    const std::size_t end = messages.find('\n');
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(end == std::string_view::npos ? messages.size() : end + 1);
    const std::string text = plain(line);
    if (is_summary(text)) continue;
    const bool stack = text.starts_with("In file included from ");
    Diagnostic::Kind kind = Diagnostic::Kind::kOther;
    if (has_severity(text, "error: "))
      kind = Diagnostic::Kind::kError;
    else if (has_severity(text, "fatal error: "))
      kind = Diagnostic::Kind::kError;
    else if (has_severity(text, "warning: "))
      kind = Diagnostic::Kind::kWarning;
    const bool starts =
        stack ? !in_include_stack : kind != Diagnostic::Kind::kOther && !in_include_stack;
    if (starts || found.empty()) found.emplace_back();
    if (kind != Diagnostic::Kind::kOther) found.back().kind = kind;
    found.back().text += in_our_words(line);
    found.back().text += '\n';
    in_include_stack = stack;
  }
  return found;
}

std::vector<std::string> lines_without_colour(std::string_view messages) {
  std::vector<std::string> lines;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    lines.push_back(plain(messages.substr(0, end)));
    messages.remove_prefix(std::min(end + 1, messages.size()));
  }
  return lines;
}

std::string merged_diagnostics(std::string_view device, std::string_view host) {
  std::string merged;
  std::set<std::string> seen;
  int warnings = 0;
  int errors = 0;
  for (std::string_view side : {device, host}) {
    for (const Diagnostic& diagnostic : split_diagnostics(side)) {
      // Two equal messages of one side are both shown only if they differ somewhere: clang prints
      // none twice.
      if (!seen.insert(identity(diagnostic)).second) continue;
      merged += diagnostic.text;
      if (diagnostic.kind == Diagnostic::Kind::kWarning) ++warnings;
      if (diagnostic.kind == Diagnostic::Kind::kError) ++errors;
    }
  }
  if (warnings > 0 && errors > 0) {
    merged += fmt::format("{} and {} generated.\n", count_of(warnings, "warning"),
                          count_of(errors, "error"));
  } else if (warnings > 0) {
    merged += count_of(warnings, "warning") + " generated.\n";
  } else if (errors > 0) {
    merged += count_of(errors, "error") + " generated.\n";
  }
  return merged;
}

int exit_code_of(std::string_view messages) {
  const auto has = [](const Diagnostic& one, std::string_view text) {
    return one.text.find(text) != std::string::npos;
  };
  int code = 0;
  for (const Diagnostic& one : split_diagnostics(messages)) {
    if (one.kind != Diagnostic::Kind::kError) continue;
    const bool of_preprocessor = has(one, "file not found") || has(one, "#error") ||
                                 has(one, "<command line>") || one.text.starts_with("clang");
    if (of_preprocessor) return 1;
    if (has(one, "inline PTX") || has(one, "is not defined in this file")) {
      if (code == 0) code = 255;
    } else if (!has(one, "[-Werror,")) {
      code = 2;
    } else if (code != 2) {
      code = 1;
    }
  }
  return code == 0 ? 1 : code;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;)
    text.erase(at, part.size());
  return text;
}

}  // namespace riffle::tool
