// SPDX-License-Identifier: Apache-2.0
// A compiler for one file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace riffle::front {

/// Of clang's own command line; null if clang does not take it, which `messages` are told. `messages` outlive it.
std::unique_ptr<clang::CompilerInstance> make_instance(
    const std::vector<std::string>& line, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    clang::DiagnosticConsumer& messages);

}  // namespace riffle::front
