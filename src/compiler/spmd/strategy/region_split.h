// SPDX-License-Identifier: Apache-2.0
// Cuts a body at its barriers into a stackless state machine.
#pragma once

#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// What split_regions returns: the function, and what its caller must provide behind the body's
/// arguments.
///
///   i32 @k.regions(<body arguments>, i32 state, ptr scratch, i64 stride, ptr reduction,
///                  ptr common.in, ptr common.out)
///
/// It runs one thread (or packet) from `state` (0: the start) to its next barrier and returns that
/// barrier's number, or kFinished.
struct Regions {
  llvm::Function* function;
  unsigned states;  ///< 1 + number of barriers
  std::uint32_t bytes_per_thread =
      0;  ///< of scratch; value slots are arrays over the threads of the block, or, of large packets, each packet's together
  /// Values that all threads of the block share: reloaded from common.in, stored to common.out. Two
  /// places, because one thread's region may compute the next value (a loop counter) before another
  /// has read it; the caller copies out to in before each region.
  std::uint32_t common_bytes = 0;
  /// Of the slots in use, without what rounds bytes_per_thread up.
  std::uint32_t dense_bytes_per_thread = 0;
  /// The state behind the mark of a turned loop; kFinished: there is none.
  int round = -1;
  /// For each state what may be returned from there.
  llvm::SmallVector<llvm::SmallVector<int, 2>, 8> next = {};
};

inline constexpr int kFinished = -1;

/// Layout of the block of words behind `reduction`: what arrived at a reducing barrier in this
/// sweep, and in the one before.
enum ReductionWord : unsigned { kOutTrue, kOutArrived, kInTrue, kInArrived, kReductionWords };

/// Brings each value that leaves a loop through a phi behind it (LCSSA), so that its slot is
/// written once and not in every iteration. To be run before split_regions and the analyses for it.
void put_loop_values_behind_loops(llvm::Function& body);

/// `body`, of packets of `lanes` threads, is consumed. `uniformity` of `body` at block scope lets
/// values that all threads share have one slot per block; null when threads may be at different
/// barriers. Before and after:
///
///     %v = load ...                          dispatch: switch %state [0: start, 1: resume]
///     call @barrier()              ->        start:    %v = load ...; store %v, slot[linear]; ret
///     1 store %v, ...                          resume:   %v1 = load slot[linear]; store %v1, ...;
///     ret -1
Regions split_regions(llvm::Function& body, unsigned lanes, const Uniformity* uniformity);

}  // namespace riffle::spmd
