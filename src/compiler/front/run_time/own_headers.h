// SPDX-License-Identifier: Apache-2.0
// Riffle's headers, in memory.
#pragma once

#include <string>
#include <vector>

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace riffle::front {

/// Files under kOwnFolder; the same for all compilations, each of which takes a view of its own.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_headers();
/// The same files, empty: for whoever asks only which of them a program reads.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_names();
/// This machine's files without those that stand in one of `folders` under the name of a CUDA header that Riffle has:
/// such a folder belongs to a toolkit, whose headers need its compiler.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> without_cuda_headers(
    std::vector<std::string> folders);

}  // namespace riffle::front
