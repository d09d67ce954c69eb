// SPDX-License-Identifier: Apache-2.0
// The command lines of clang for what the options ask.
#pragma once

#include <string>
#include <vector>

#include "cc/command_line.h"
#include "cc/nvcc_options.h"
#include "cc/toolchain.h"

namespace riffle::tool {

/// Everything that command lines depend on.
struct LineContext {
  const NvccOptions& options;
  const Toolchain& toolchain;
  std::string include_folder;
  std::string library_folder;
  bool color = false;
  std::string toolkit_folder{};
};

/// What __CUDA_ARCH__ shall say. Of several, the highest not above 8.0, which is what a device of
/// compute capability 8.0 would load; if all are above, the lowest. Below 7.5 becomes 7.5.
Architecture effective_architecture(const std::vector<Architecture>& given);

/// Clang's -O level of the device side: 0 with -G, 3 with -O3, else 2.
int device_optimization_level(const NvccOptions& options);

/// Clang's -O level of the host side, "fast" for -Ofast.
std::string host_level(const NvccOptions& options);

/// What a .cu file of these options finds defined or undefined beside what all find so.
CommandLine macros_of_source(const NvccOptions& options);

/// Device side of a .cu: source to LLVM bitcode.
/// `dependency_file` may be empty.
CommandLine device_line(const LineContext& context, const std::string& source,
                        const std::string& bitcode, const std::string& dependency_file);

/// How the host side of a source is wanted.
struct HostRequest {
  std::string source;
  Language language = Language::kCuda;
  std::string image;   ///< device image to embed; empty: none
  std::string output;  ///< empty: standard output
  std::string dependency_file;
  std::string dependency_target;
};

/// What -MD and its like ask for, as options of clang.
void add_dependency_options(CommandLine& line, const LineContext& context,
                            const HostRequest& request);

/// Host side of any source: compile, preprocess or print dependencies, by the options' phase.
CommandLine host_line(const LineContext& context, const HostRequest& request);

/// A folder with this header is another CUDA toolkit's: it is searched last.
inline constexpr const char* kForeignToolkitMark = "cuda_runtime_api.h";

/// The option with which both sides of a .cu file include Riffle's headers before all else.
inline constexpr const char* kFirstHeader = "cuda_runtime.h";

}  // namespace riffle::tool
