// SPDX-License-Identifier: Apache-2.0
// What a packet's alignment says: packets of 32 threads start at multiples of 32, so that all lanes of one
// have the same threadIdx.x / 32.
#pragma once

#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// True if the value is computed from the block's position and the launch alone, by simple operations:
/// the same for all threads of a packet.
bool is_surely_uniform(const llvm::Value& value);

/// True if `instruction`, which may depend on thread.x, nevertheless has one value in each packet of
/// `lanes` (a power of two) threads, in blocks whose extent along x is a multiple of it:
///   (m + thread.x) >> log2(lanes), (m + thread.x) < n, (m + thread.x) & ~(lanes - 1)
/// for m and n that are multiples of `lanes` and the same for the packet.
bool is_same_in_packet(const llvm::Instruction& instruction, unsigned lanes);

}  // namespace riffle::spmd
