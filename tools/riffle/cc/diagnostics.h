// SPDX-License-Identifier: Apache-2.0
// Compiler messages of two passes over one source, shown once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool {

/// One warning or error with its include stack, source line and notes.
struct Diagnostic {
  enum class Kind { kWarning, kError, kOther };
  Kind kind = Kind::kOther;
  std::string text;
};

/// Splits clang's messages. Its summary lines ("1 error generated.") are dropped.
std::vector<Diagnostic> split_diagnostics(std::string_view messages);

/// Lines as they are without colours.
std::vector<std::string> lines_without_colour(std::string_view messages);

/// The device side's messages, then those of the host side that it does not repeat, then a summary
/// line.
std::string merged_diagnostics(std::string_view device, std::string_view host);

/// nvcc's exit code for a .cu file with these errors: 1 from the preprocessor and for warnings that are errors, 255 where
/// its assembler would find them, else 2.
int exit_code_of(std::string_view messages);

/// `text` with every `part` taken out: users know their sources, not where intermediate files are.
std::string without(std::string text, const std::string& part);

}  // namespace riffle::tool
