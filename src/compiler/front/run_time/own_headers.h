// SPDX-License-Identifier: Apache-2.0
// Riffle's headers, in memory, and what every program reads first, precompiled.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "compiler/front/run_time/entry.h"

namespace riffle::front {

/// Read by every program.
inline constexpr char kFirst[] = "cuda_runtime.h";

/// Files under kOwnFolder; the same for all compilations, each of which takes a view of its own.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_headers();

/// The first header for these options. Had once in the process, by who first needs it: from an earlier process, or made.
struct Precompiled {
  std::string content;      ///< empty: it could not be made
  llvm::StringSet<> words;  ///< every identifier in it: macros of none of these change nothing
};
const Precompiled& precompiled(const std::vector<std::string>& language,
                               const compiler::FrontRequest& request);

}  // namespace riffle::front
