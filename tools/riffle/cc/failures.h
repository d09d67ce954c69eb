// SPDX-License-Identifier: Apache-2.0
// Failures of clang and of the linker that are no messages about a source, in a sentence.
#pragma once

#include <string>

#include "base/status.h"
#include "cc/process_group.h"
#include "cc/toolchain.h"

namespace riffle::tool {

/// A compilation that a signal has ended.
void explain_crash(const FinishedProcess& finished, const std::string& source);

/// What packages lack that bring their own clang.
inline constexpr const char* kNoSanitizers =
    "the libraries of clang's sanitizers (-fsanitize) are not part of this package of Riffle; a "
    "Riffle that is built from source takes those of LLVM's packages";

/// lld maps the file that it writes: where there is no room for it, or for its output, it ends by a dump of its stack.
Status no_space_left(const std::string& temporary_folder, const std::string& output);

/// Failures of the machine, whatever source met them.
class Failures {
 public:
  /// What to say of a failed command's `messages`: where the machine has no C++ standard library that alone, and once, as its
  /// messages are all consequences; where the disk of `temporary_folder` or of `output` is full that too, without clang's dump
  /// of its stack; where the linker lacks the libraries of sanitizers, or a limit leaves no address space, that alone.
  std::string explained(std::string messages, const Toolchain& toolchain,
                        const std::string& temporary_folder, const std::string& output);

 private:
  std::string missing_library_;  ///< what was said of it
};

}  // namespace riffle::tool
