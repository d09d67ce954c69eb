// SPDX-License-Identifier: Apache-2.0
// Most kernels begin with `if (i < n)`, which holds for all threads of all packets but the last. Where masked
// loads and stores cost more than plain ones, the packets for which it holds get code of their own:
//
//   br %c, then, exit    ->    br riffle.all.lanes(%c), then.all, guard       (uniform: no masks behind it)
//                              guard: br %c, then, exit
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// `body` is structurised, and stays as it is where the guarded code is large, waits for other threads, or
/// is followed by anything.
void split_guard(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
