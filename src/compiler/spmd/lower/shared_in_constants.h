// SPDX-License-Identifier: Apache-2.0
// Constants that hold the addresses of shared variables. A GPU's block has its own shared memory at the addresses that all blocks use,
// here each block's is elsewhere:
//
//   @bufs = private constant [2 x ptr] [@a, @b]             %bufs = alloca [2 x ptr]
//   %p = getelementptr [2 x ptr], @bufs, 0, %i        ->    store @a, %bufs;  store @b, %bufs + 8
//                                                           %p = getelementptr [2 x ptr], %bufs, 0, %i
//
// Clang makes them of local arrays and structs, `int* bufs[2] = {a, b};`.
#pragma once

#include <llvm/IR/Module.h>

namespace riffle::spmd {

/// While shared variables still have their address space. Throws KernelCompileError for a variable that keeps such an address.
void take_shared_out_of_constants(llvm::Module& module);

}  // namespace riffle::spmd
