// SPDX-License-Identifier: Apache-2.0
// What a compiled module depends on, as one hash: change any of it and the module is compiled anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "compiler/cache/hash.h"

namespace riffle::compiler {

/// Options that change generated code, read from the environment once per compilation.
struct CodegenOptions {
  std::string
      strategy;  ///< RIFFLE_STRATEGY: loop, region, simd or fiber; empty lets the compiler choose
  std::string cpu;  ///< RIFFLE_CPU: an LLVM processor name; empty means this machine's processor
  std::string compiler;  ///< compiler_identity()

  static CodegenOptions from_environment();
};

/// A description of this processor that changes whenever the instructions it offers do. Needs no
/// LLVM.
std::string host_cpu_fingerprint();

/// Key of the native module made from `payload` (bitcode) with the image's `flags` and
/// `optimization_level`, for this processor, this ABI and this version of Riffle.
Hash128 cache_key(std::span<const std::byte> payload, std::uint32_t flags,
                  std::uint32_t optimization_level, const CodegenOptions& options);

}  // namespace riffle::compiler
