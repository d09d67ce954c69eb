// SPDX-License-Identifier: Apache-2.0
// What a compiled module depends on, as one hash: change any of it and the module is compiled anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/cache/hash.h"
#include "compiler/jit/entry.h"

namespace riffle::compiler {

/// Options that change generated code, read from the environment once per compilation.
struct CodegenOptions {
  /// RIFFLE_STRATEGY: loop, region, simd or fiber; empty lets the compiler choose
  std::string strategy = {};
  std::string cpu =
      {};  ///< RIFFLE_CPU: an LLVM processor name; empty means this machine's processor
  std::uint32_t width = 0;  ///< RIFFLE_WIDTH: 16, 32, 64 or 128; 0 lets the compiler choose
  Grouping grouping = Grouping::kBySize;       ///< RIFFLE_KERNELS: together, apart; else by size
  std::string compiler = {};                   ///< library_identity of the compiler
  AccessNoting accesses = AccessNoting::kOff;  ///< RIFFLE_ACCESSES

  std::string steps_off = {};  ///< RIFFLE_PASS_OFF

  // What follows changes no code, and is not part of a key.
  bool wants_remarks = false;    ///< RIFFLE_REMARKS=on
  std::string dump_folder = {};  ///< RIFFLE_DUMP_IR
  bool verifies_steps = false;   ///< RIFFLE_VERIFY=on

  /// Somebody wants to see how code is made: what is in the cache will not do.
  [[nodiscard]] bool looks_inside() const {
    return wants_remarks || verifies_steps || !dump_folder.empty();
  }

  static CodegenOptions from_environment();
};

/// A description of this processor that changes whenever the instructions it offers do. Needs no
/// LLVM.
std::string host_cpu_fingerprint();

/// What an object is made from, beside the options.
struct Source {
  Hash128 content;      ///< of bitcode
  std::uint32_t flags;  ///< of the image
  std::uint32_t optimization_level;
  std::string part =
      {};  ///< empty: the image's base; else a kernel, and what it is specialised for
};

/// Key of the object made from `source`, for this processor, this ABI and this version of Riffle.
Hash128 cache_key(const Source& source, const CodegenOptions& options);

}  // namespace riffle::compiler
