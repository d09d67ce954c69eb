// SPDX-License-Identifier: Apache-2.0
// Along which axis neighbouring threads are neighbours in memory, too:
//
//   x = blockIdx.x * blockDim.x + threadIdx.x;  y = blockIdx.y * blockDim.y + threadIdx.y;
//   b[y * n + x] = a[x * n + y];                   b: those along x; a: those along y
//
// Only for the choice of an order: what is said may be wrong where numbers wrap.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Accesses of a thread to global memory that share lines of memory with those of its neighbours along one axis and are lines away from those along
/// the other. Those in loops count many times.
struct AccessAxes {
  unsigned along_x = 0;
  unsigned along_y = 0;
};

AccessAxes access_axes(llvm::Function& body);

}  // namespace riffle::spmd
