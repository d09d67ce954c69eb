// SPDX-License-Identifier: Apache-2.0
// The one door of libriffle_compiler.so. Plain C types: both sides may be built with different LLVM
// or C++ libraries in the process, and nothing but this crosses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::compiler {

struct CompileRequest {
  const void* bitcode;
  std::size_t bitcode_bytes;
  std::uint32_t image_flags;
  std::uint32_t optimization_level;
  const char* strategy;  ///< "" or loop, region, simd, fiber
  const char* cpu;       ///< "" for this machine's processor
};

struct CompileReply {
  int descriptor;     ///< a memory file with the shared object, owned by the caller; -1 on failure
  bool image_is_bad;  ///< the failure is the image's: not bitcode, or not device code
  char* error_text;   ///< from malloc, owned by the caller; null on success
};

using CompileFunction = void(const CompileRequest*, CompileReply*);
inline constexpr const char* kCompileSymbol = "riffle_compile";
inline constexpr const char* kCompilerLibrary = "libriffle_compiler.so";

}  // namespace riffle::compiler
