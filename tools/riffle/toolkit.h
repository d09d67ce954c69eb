// SPDX-License-Identifier: Apache-2.0
// The toolkit folder: what build systems take for a CUDA toolkit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace riffle::tool {

/// Writes the toolkit's libcudart.so, libcuda.so and libnvidia-ml.so, by which other linkers bind programs to the libraries
/// where they are, unless they are right already: after an installation was moved they are not. `prefix`: where the
/// installation will be, for packages; an empty one: they name no place, and programs look for the libraries in run paths
/// and LD_LIBRARY_PATH as with any CUDA toolkit; none: as they are where that is right, else where the installation is, or
/// no place in a packed tree.
Status settle_toolkit(const std::optional<std::string>& prefix = std::nullopt);

/// The place that these libraries name where it is not this installation's: it was moved, and they could not be written.
std::string foreign_place();

/// A folder as settle_toolkit's for programs of CUDA 12, made of links into the other folder: bin/nvcc compiles with --cuda-version=12, headers
/// and libcudart.so are 12's.
Status settle_toolkit_12(const std::optional<std::string>& prefix = std::nullopt);

// What the toolkit folders of both CUDA versions are written with.

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
