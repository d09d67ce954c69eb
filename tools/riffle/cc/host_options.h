// SPDX-License-Identifier: Apache-2.0
// Options for the host compiler. Programs write gcc's, as nvcc's host compiler is gcc; here it is clang.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cc/clang_lines.h"

namespace riffle::tool {

/// Those of `words` that clang complains of in `messages` since it does not have them.
std::vector<std::string> unknown_to_clang(std::span<const std::string> words,
                                          std::string_view messages);

/// Leaves out what clang does not have, and says so in the options' warnings.
Status drop_options_of_gcc(NvccOptions& options, const Toolchain& toolchain);

/// Whether the host compiler is asked about itself alone (-Xcompiler --version), as build systems do to find out which it is.
bool asks_host_compiler(const NvccOptions& options);

/// Has it answer on standard output. Returns its exit code.
Result<int> answer_of_host_compiler(const NvccOptions& options, const Toolchain& toolchain);

}  // namespace riffle::tool
