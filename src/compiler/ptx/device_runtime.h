// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's device runtime library defines for PTX: grids and graphs launched by kernels, and the barrier of a grid. Riffle has
// functions of its own for both; these are the names that PTX calls.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

namespace riffle::ptx {

/// The runtime's name for a function that PTX calls otherwise: cudaMalloc for __cudaCDP2Malloc. Else the name itself.
std::string runtime_name(llvm::StringRef name);

/// Gives a body to a declared function that the library defines; leaves others as they are.
void define_runtime_function(llvm::Function& function);

}  // namespace riffle::ptx
