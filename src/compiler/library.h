// SPDX-License-Identifier: Apache-2.0
// Finds and loads the libraries that bring LLVM into the process: the kernel compiler at the first cache miss, the front
// end for programs that compile at run time.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"
#include "compiler/jit/entry.h"

namespace riffle::compiler {

/// Has the doors of all of them, in installations that bring their own clang.
inline constexpr const char* kOwnLlvm = "libriffle_llvm.so";

/// The library's entry point; loaded once, never unloaded. Looked for in RIFFLE_COMPILER (a path),
/// then beside the object this code is in (and beside what that is a link to), then in ../lib of it, then by the
/// loader's own rules.
Result<CompileFunction*> compiler_entry();

/// "file.cu:12" for an address in a loaded module's code; empty when it is not known.
std::string source_position(std::uintptr_t code);

/// The door `symbol` of a library of Riffle's, which stays loaded. A name is looked for as the compiler library is, a
/// path with a slash in it is taken as it is.
Result<void*> library_symbol(const std::string& library, const char* symbol);

/// Changes whenever another one is installed (its size and time of change), without loading it: what an older one made
/// must not be found in the cache. Empty if there is none.
std::string library_identity(const std::string& library);

}  // namespace riffle::compiler
