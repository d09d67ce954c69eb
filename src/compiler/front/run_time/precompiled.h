// SPDX-License-Identifier: Apache-2.0
// Riffle's headers in clang's precompiled form: the first one, which every program reads, and that with others.
#pragma once

#include <string>
#include <vector>

#include <llvm/ADT/StringSet.h>

#include "compiler/front/run_time/entry.h"

namespace riffle::front {

/// Read by every program.
inline constexpr char kFirst[] = "cuda_runtime.h";

inline constexpr char kListPath[] = "/riffle-precompiled/list.h";
inline constexpr char kPredefinedPath[] = "/riffle-precompiled/predefined.h";

/// The first header, and other own headers after it, for these options. Each is made once in the process by its first
/// user, unless an earlier process kept it.
struct Precompiled {
  std::string list;        ///< the file from which it is made, to be found at kListPath
  std::string predefined;  ///< to be found at kPredefinedPath
  std::string content;     ///< empty: it could not be made
  llvm::StringSet<>
      words;  ///< names that a macro would change them by; other macros do not concern them
  std::string macros;  ///< those that a program finds, as directives
};
const Precompiled& precompiled(const std::vector<std::string>& language,
                               const std::vector<std::string>& headers,
                               const compiler::FrontRequest& request);

}  // namespace riffle::front
