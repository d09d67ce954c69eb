// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads know their place along x only as a whole:
//
//   blockIdx.x * blockDim.x + threadIdx.x
//
// To them it is all the same where one block of a row of blocks ends and the next begins. Nor can blocks of one thread tell,
// whatever they make of blockIdx.x, as long as they do not ask for threadIdx.x, which is 0.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>

namespace riffle::spmd {

struct FlatIndex {
  /// What the body takes for the block's extent along x: if it is not that, the body is not flat. 0: it asks.
  std::uint32_t extent = 0;
  /// Sums of 64 bits stand for those of 32 only as long as these are below 2^31.
  bool is_long = false;
  /// The place is block.x itself: the body takes the extent for 1.
  bool is_block = false;
};

/// None if the body uses a position within the block or shared memory, or the block's along x, otherwise.
std::optional<FlatIndex> find_flat_index(const llvm::Function& body);

}  // namespace riffle::spmd
