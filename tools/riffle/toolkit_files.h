// SPDX-License-Identifier: Apache-2.0
// What the toolkit folders of both CUDA versions are written with.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace riffle::tool {

/// A library of lib64/ that linkers take for another one, or an archive whose code loads that one.
struct LinkLibrary {
  const char* name;    ///< in lib64
  const char* source;  ///< in lib/riffle
  const char* real;    ///< what programs that are linked with it need
  const char* filtee;  ///< beside it: what has the functions; null for an archive
};

/// Several builds may do this at the same time. A file that has the content is left alone.
Status replace_file(const std::string& path, std::string_view content);

/// The place of the real libraries that those for linkers name, ending in a slash; empty: where the loader finds them.
/// `prefix` as for settle_toolkit.
std::string real_libraries(const std::optional<std::string>& prefix);

/// `folder`: what real_libraries told.
Status write_library(const LinkLibrary& library, const std::string& source,
                     const std::string& folder, const std::string& path);

}  // namespace riffle::tool
