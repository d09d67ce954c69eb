// SPDX-License-Identifier: Apache-2.0
// Riffle's own headers, precompiled: parsing them and what they include of the C++ library is most of the work of
// compiling a small file.
//
// Those for the usual options come with Riffle (ready_headers.h). Others are made when their options are seen for the second
// time, by a process in the background: no compilation waits for it.
//
// Three files per header, in the folder `headers` of the cache, or two in that of Riffle:
//   <key>.seen    somebody compiled with these options; whoever comes next has the header made
//   <key>.pch     clang's precompiled header
//   <key>.inputs  what it depends on, written by the plugin of clang, and as the last line a hash of this and of the header
// Invariants
// 1. A header is used only if parsing would give the same: the same options (the key), unchanged files, no macro of
//    the user's that these files mention, no folder of the user's with a name that they include.
// 2. <key>.inputs appears last and whole; a header without it, or another one than it was written for, is not there.
// 3. Nothing here fails a compilation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cc/header_lines.h"

namespace riffle::tool {

/// A header that is there, or one that is worth making.
struct HeaderState {
  std::string path;               ///< the header to use; empty: none
  CommandLine make;               ///< makes it; empty: nothing to make
  std::string made, made_inputs;  ///< what `make` writes
  std::string key;                ///< its files' path without suffix
  int lock = -1;                  ///< held while it is made; closed by `finish_header`
};

struct HeaderFolders {
  std::string ready;   ///< came with Riffle; only read
  std::string common;  ///< where root keeps others for everybody; only read; empty: nowhere
  std::string cache;   ///< where this user keeps others; empty: nowhere
};

/// For one side of the .cu files of a compilation.
HeaderState find_header(const LineContext& context, Side side, const HeaderFolders& folders);

/// The folders in which the user's headers are looked for before others.
std::vector<std::string> folders_of_user(const NvccOptions& options);

/// The first parts of the names of all that the header at `path` includes.
std::vector<std::string> names_in_header(const std::string& path);

/// The header itself, in `folder`, whoever uses it; with nothing to make if it is there.
HeaderState header_to_make(const LineContext& context, Side side, const std::string& folder);

/// After `make` has ended: puts the header into its place and returns its path, or cleans up. Of all headers the
/// `most` that were used last are kept.
std::string finish_header(HeaderState& state, bool succeeded, std::size_t most);

/// A header that is spoilt.
void remove_header(const std::string& path);

}  // namespace riffle::tool
