// SPDX-License-Identifier: Apache-2.0
// Kernels that return early before barriers: `if (i >= n) return;`. Whether threads are missing at a barrier is then
// known only thread by thread, but blocks that lack none are all but the last.
//
//   for each block:  passes = for all packets: riffle.all.lanes(i < n)
//     passes: the body without its guard, whose threads all come to all barriers
//     else:   the body as it is
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

namespace riffle::spmd {

struct BlockGuard {
  /// Body arguments, then `ptr passes`: clears the byte there if one of its threads returns early. For packets only.
  llvm::Function* question;
  /// The body of blocks whose threads all go on.
  llvm::Function* passed;
};

/// Two new functions from `body`, which stays as it is. Null if it does not begin with such guards, of numbers that are
/// computed without memory, or if threads of a block may part afterwards all the same.
std::optional<BlockGuard> split_block_guard(llvm::Function& body);

}  // namespace riffle::spmd
