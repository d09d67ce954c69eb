// SPDX-License-Identifier: Apache-2.0
// Finds and loads the compiler library, which brings LLVM into the process, at the first cache
// miss.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"
#include "compiler/jit/entry.h"

namespace riffle::compiler {

/// The library's entry point; loaded once, never unloaded. Looked for in RIFFLE_COMPILER (a path),
/// then beside the object this code is in, then in ../lib of it, then by the loader's own rules.
Result<CompileFunction*> compiler_entry();

/// "file.cu:12" for an address in a loaded module's code; empty when it is not known.
std::string source_position(std::uintptr_t code);

/// Changes whenever another compiler library is installed (its size and time of change), without
/// loading it: what an older one made must not be found in the cache. Empty if there is none.
std::string compiler_identity();

}  // namespace riffle::compiler
