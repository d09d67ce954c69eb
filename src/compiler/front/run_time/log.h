// SPDX-License-Identifier: Apache-2.0
// Messages in the form that NVRTC's users read and parse:
//
//   default_program(3): error: identifier "x" is undefined
//     a[0] = x;
//            ^
//
//   1 error detected in the compilation of "default_program".
#pragma once

#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>

#include "compiler/front/numbered_severities.h"

namespace riffle::front {

/// The file in which name expressions stand, one per line from the second on.
inline constexpr char kNameMap[] = "__nv_name_map";
inline constexpr int kFirstNameLine = 2;

class ProgramLog final : public clang::DiagnosticConsumer {
 public:
  struct Traits {
    std::string program;             ///< its name
    std::vector<std::string> names;  ///< name expressions
    bool has_folders = false;        ///< there is somewhere to look for headers
    bool has_source_folder = true;   ///< also beside the program
    bool brief = false;
    bool with_numbers = true;
  };
  ProgramLog(Traits traits, const Severities& severities)
      : traits_(std::move(traits)), severities_(severities) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override;

  /// The whole text; what comes later is not in it.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool has_errors() const { return errors_ + catastrophes_ != 0; }
  /// What another compilation of the program needs to know (second_look.h), as arguments for clang.
  [[nodiscard]] const std::vector<std::string>& hints() const { return hints_; }

 private:
  using Level = clang::DiagnosticsEngine::Level;

  /// The line that a message is about.
  struct Excerpt {
    bool is_option = false;  ///< not of a file: of a header that an option names
    bool is_name = false;    ///< of a name expression
    int line = 0;
    std::string where{};  ///< "file(line): "
    std::string text{};   ///< the line, and a caret under its place
  };

  /// As NVRTC has it, or false where it is silent. Warnings become what the program wants of them.
  bool translate(Level& level, const clang::Diagnostic& diagnostic, std::string& text,
                 std::string& number) const;
  [[nodiscard]] Excerpt excerpt_of(const clang::Diagnostic& diagnostic) const;
  void note_signs(Level level, const clang::Diagnostic& diagnostic);
  void write_error_of_name(int line, const std::string& where, const std::string& excerpt);

  Traits traits_;
  const Severities& severities_;
  std::string text_;
  std::vector<std::string> hints_;
  unsigned errors_ = 0;
  unsigned catastrophes_ = 0;
  bool has_host_code_ = false;     ///< an error said so; others that follow from it are left out
  bool is_left_out_ = false;       ///< the last message that was no note
  bool is_over_ = false;           ///< NVRTC would have stopped at an error before
  bool has_numbered_ = false;      ///< a warning that can be suppressed by its number
  std::vector<int> broken_names_;  ///< lines of the name map that have an error
};

}  // namespace riffle::front
