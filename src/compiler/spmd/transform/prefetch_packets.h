// SPDX-License-Identifier: Apache-2.0
// Packets that follow each other walk through memory in order. A processor reads ahead of such walks, but not far enough where
// several go on at once or results pass by the caches: each packet then waits for its lines. What a packet loads once is asked
// for some packets before:
//
//   load <32 x float>, ptr %p   ->   prefetch %p + 1024;  prefetch %p + 1088;  load ...
//
// Loads in loops stay as they are: the next iteration's lines are those that matter (prefetch_strides.h, prefetch_walks.h).
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace riffle::spmd {

/// Threads along x that run before the next row of them.
enum class Rows : std::uint8_t {
  kOfBlocks,  ///< what is asked for along a row that lies apart would leave the cache before the walk comes there
  kLong,  ///< of neighbouring blocks, joined
};

/// `packet` is a widened body.
void prefetch_packets(llvm::Function& packet, Rows rows);

}  // namespace riffle::spmd
