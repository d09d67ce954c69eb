// SPDX-License-Identifier: Apache-2.0
// Where threads that part at a branch may wait before their paths meet again: whether all threads of a block
// go from each barrier to the same next one, and whether lanes wait for each other on one path only.
#pragma once

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

/// True if threads of a warp exchange something or wait for each other.
bool has_warp_operations(const llvm::Function& body);

/// True if no barrier and no return lies between a divergent branch and the point where its paths
/// meet again: then one answer, any thread's, says where the whole block goes next. False for early
/// exits before a barrier and for barriers in divergent loops, which need a state per thread.
bool barriers_are_uniform(llvm::Function& body, const Uniformity& uniformity);

/// True if warp operations lie on two paths from a divergent branch to the point where they meet:
///
///     if (lane < 16) { a; __syncwarp(); b; } else { c; __syncwarp(); d; }    // a, c, then b, d
///
/// Then one path cannot be run whole before the other. If false, lanes that wait for each other are on
/// the same path, and in step when it is run for all of them at once.
bool lanes_wait_while_apart(llvm::Function& body, const Uniformity& uniformity);

/// True if no warp operation, barrier or return lies between a divergent branch and the point where its paths meet again:
/// all lanes of a packet come to each of them together. `uniformity` is that of packets.
bool lanes_wait_together(llvm::Function& body, const Uniformity& uniformity);

}  // namespace riffle::spmd
