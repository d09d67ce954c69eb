// SPDX-License-Identifier: Apache-2.0
// Along which axis neighbouring threads are neighbours in memory, too:
//
//   x = blockIdx.x * blockDim.x + threadIdx.x;  y = blockIdx.y * blockDim.y + threadIdx.y;
//   b[y * n + x] = a[x * n + y];                   b: those along x; a: those along y
//
// Only for the choice of an order: what is said may be wrong where numbers wrap.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

namespace riffle::spmd {

/// Accesses of a thread to global memory that share lines of memory with those of its neighbours along one axis and are lines away from those along
/// the other. Those in loops count many times.
struct AccessAxes {
  unsigned along_x = 0;
  unsigned along_y = 0;
};

AccessAxes access_axes(llvm::Function& body);

/// Of a flat body (strategy/flat_blocks.h) whose index is thread.x: the parameter by which it divides that, which makes rows and
/// columns of one number, and along which of these its threads are neighbours in memory. None: it does not.
///
///   r = i / n;  c = i % n;  b[c * n + r] = a[i];      a: along a row (x); b: along a column (y)
struct RowLength {
  unsigned argument;
  AccessAxes axes;
};
std::optional<RowLength> find_row_length(llvm::Function& flat);

}  // namespace riffle::spmd
