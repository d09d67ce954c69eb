// SPDX-License-Identifier: Apache-2.0
// Where Riffle's own files are: found from the running executable, so that an installation can be
// moved.
#pragma once

#include <string>

namespace riffle::tool {

struct Installation {
  std::string root;            ///< the folder that holds bin/
  std::string executable;      ///< .../bin/riffle, links resolved
  std::string include_folder;  ///< the drop-in headers
  std::string library_folder;  ///< libcudart.so
  std::string toolkit_folder;  ///< what build systems take for a CUDA toolkit
  std::string private_folder;  ///< what only Riffle itself looks for
  std::string llvm_folder;     ///< its own clang and linker; empty: those of LLVM's packages
};

/// In an installation: <root>/include and <root>/lib. In the build tree a file beside the
/// executable names the source's include folder. A self-contained tree, which brings clang, is a
/// CUDA toolkit itself: <root>/lib64, and <root> is the toolkit folder.
const Installation& installation();

/// The toolkit folder of that CUDA: 12's is a folder of its own.
std::string toolkit_folder_of(int cuda_version);

}  // namespace riffle::tool
