// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads are neighbours in memory along y get a second form, in which x and y are exchanged:
//
//   y = blockIdx.x * blockDim.x + threadIdx.x;  x = blockIdx.y * blockDim.y + threadIdx.y;
//   b[y * n + x] = a[y * n + x];                  a packet takes threads along y, and blocks follow each other along y
//
// Its launches have their extents exchanged (load_extents), and so have its blocks' numbers: nobody is promised an order of blocks.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// Threads along y, of all blocks, from which on they are taken along y: those of a row that are no whole packet run one by one.
inline constexpr unsigned kShortestColumn = 64;

/// Of a body, and its range function.
bool has_axes_exchanged(const llvm::Function& body);
void mark_axes_exchanged(llvm::Function& body);

/// Behind the last pass over bodies: a kernel's two forms become one, which chooses for each launch.
void join_exchanged(ModuleState& state);

}  // namespace riffle::spmd
