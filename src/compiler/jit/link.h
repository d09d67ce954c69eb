// SPDX-License-Identifier: Apache-2.0
// One relocatable object in, one shared object out, both in memory files.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace riffle::jit {

/// Descriptor of a memory file with the shared object. It needs libc, libm and libgcc_s where it
/// uses them. Throws KernelCompileError with the linker's text.
int link_shared(llvm::ArrayRef<char> object);

}  // namespace riffle::jit
