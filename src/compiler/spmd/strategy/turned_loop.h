// SPDX-License-Identifier: Apache-2.0
// A loop through the grid's elements (analysis/grid_loop.h) in a body that does more than that: sums that threads keep,
// shared memory, barriers before or behind it. One iteration of all threads, then the next, instead of one thread's (or
// packet's) after the other:
//
//     br %start < count, loop, exit                  br round
//   loop:                                          round:
//     %i = phi [%start], [%i + step]                 %s = phi [0.0], [%s.last]
//     %s = phi [0.0], [%s.next]               ->     call riffle.barrier.round()
//     ...                                            br %leave, exit, one
//     br %i + step < count, loop, exit             one:
//   exit:                                            %index = %passed + thread of grid
//     %sum = phi [0.0], [%s.next]                    br %index < count, loop, next
//                                                  loop:
//                                                    ...
//                                                    br next
//                                                  next:
//                                                    %s.last = phi [%s], [%s.next]
//                                                    br round
//
// What only threads that ran the loop do behind it, in a block before the others join, stays so: `br %start < count`.
//
// %passed and %leave are the caller's: what a thread has gone past, and whether there are no rounds any more. Nobody waits
// at the mark; regions are cut there (region_split.h), so that what is kept across it lies in arrays over the threads.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

class TurnedLoop {
 public:
  /// Null if `body`, which stays as it is, has no such loop that all threads come to, or it does not pay.
  static std::optional<TurnedLoop> find(llvm::Function& body);

  /// A new body: body arguments, then `i64 passed` and `i1 leave`.
  [[nodiscard]] llvm::Function* make() const;

  [[nodiscard]] const GridLoop& loop() const { return loop_; }

 private:
  explicit TurnedLoop(const GridLoop& loop) : loop_(loop) {}

  GridLoop loop_;
};

}  // namespace riffle::spmd
