// SPDX-License-Identifier: Apache-2.0
// Which of Riffle's headers a program reads, found before it is compiled: they are then read in their precompiled form.
#pragma once

#include <string>
#include <vector>

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace riffle::front {

struct Included {
  std::vector<std::string> headers;  ///< names of Riffle's own, in ascending order
  llvm::StringSet<> macros;  ///< that the program defines or takes back before the last of them
};

/// Reads directives alone, the conditional ones as the compiler does. `line` as for the compilation; `files` has Riffle's
/// headers without text; `macros`: what the first header defines. A program with very many files is not read to its end.
Included included(std::vector<std::string> line, const std::string& macros,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

}  // namespace riffle::front
