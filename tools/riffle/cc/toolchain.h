// SPDX-License-Identifier: Apache-2.0
// The programs that `riffle cc` starts: clang, its linker, ar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace riffle::tool {

struct Toolchain {
  std::string clang;     ///< clang++ 22, path without links resolved
  std::string archiver;  ///< llvm-ar or ar
  bool has_lld = false;
  std::string code{};  ///< the file that clang's code is in: with another one, clang is another
  /// GCC's folder whose C++ library is to be used; empty: clang chooses, which takes the newest.
  std::string gcc_folder{};
  std::string openmp{};  ///< clang's OpenMP library; empty: not installed
};

/// Where Debian puts the programs of LLVM 22.
inline constexpr const char* kLlvmFolder = "/usr/lib/llvm-22/bin";

/// Those that this Riffle brings; else looks in PATH and then in `llvm_folder`. The error says how to install what is
/// missing.
Result<Toolchain> find_toolchain(const std::string& llvm_folder = kLlvmFolder);

/// The program `name` of LLVM 22 ("llvm-symbolizer"), found in the same way; empty: there is none.
std::string find_llvm_program(const std::string& name,
                              const std::string& llvm_folder = kLlvmFolder);

/// A GCC's folder below `folder` ("/usr/lib/gcc/x86_64-linux-gnu"), where the newest has no C++ headers in `headers`
/// ("/usr/include/c++") and another has. Ubuntu installs parts of a newer GCC, for the kernel's modules, beside the one that
/// has the headers.
std::string gcc_with_headers(const std::string& folder, const std::string& headers);

/// First executable `name` in PATH; empty when there is none.
std::string find_in_path(const std::string& name);

// What every compilation takes from the machine: the C++ standard library's headers, and the files that programs start with.

enum class MissingPart : std::uint8_t { kNone, kHeaders, kLinkFiles };

/// Which of them the messages of clang or its linker name as missing. A program may ask for a header or a library of its own.
MissingPart missing_part(std::string_view messages);

/// Where clang or its linker failed with `messages` because the machine has none: one sentence that says what to install.
/// Otherwise empty.
std::string missing_standard_library(const Toolchain& toolchain, std::string_view messages);

}  // namespace riffle::tool
