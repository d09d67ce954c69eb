// SPDX-License-Identifier: Apache-2.0
// What a program wants of each warning: --diag-suppress and its like for all of it, #pragma nv_diag_suppress and its like
// from their line on.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <clang/Basic/SourceLocation.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

namespace riffle::front {

enum class WarningSeverity : char { kWarning = 'w', kSuppressed = 's', kError = 'e' };

class Severities {
 public:
  /// Words as s177, e177, w177, or with the name of a warning; the last of a number counts.
  explicit Severities(const std::vector<std::string>& options);

  /// Of the warning with NVIDIA's `number` at a place in the program.
  [[nodiscard]] WarningSeverity of(int number, clang::SourceLocation place,
                                   const clang::SourceManager& sources) const;

  /// The pragmas of a compilation come here.
  void follow(clang::Preprocessor& preprocessor);

  struct Change {
    enum class Kind : char { kSet, kDefault, kPush, kPop } kind;
    clang::SourceLocation place;
    int number = 0;
    WarningSeverity severity = WarningSeverity::kWarning;
  };
  void add(Change change) { changes_.push_back(change); }

 private:
  std::map<int, WarningSeverity> options_;
  std::vector<Change> changes_;  ///< in the order of the text
};

}  // namespace riffle::front
