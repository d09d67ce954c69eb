// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of one division side by side, so that shape.h sees that both change at the same lane. clang has made a
// remainder beside a quotient a product and a difference.
//
//   %q = udiv i32 %n, %m                      %r = urem i32 %n, %m
//   %p = mul i32 %q, %m                ->     %q = udiv i32 %n, %m
//   %d = sub i32 %n, %p                       (%r in place of %d)
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Of numbers that differ between lanes. `body` is structurised.
void pair_quotients(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
