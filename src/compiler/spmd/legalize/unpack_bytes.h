// SPDX-License-Identifier: Apache-2.0
// Arithmetic on bytes in 16 bits, for processors whose registers of 256 bits are halves that shuffles do not cross:
//
//   %w = zext <32 x i8> %a to <32 x i16>         %l = unpack low bytes of each half of %a, 0   (lanes 0-7, 16-23)
//   %s = mul <32 x i16> %w, ...            ->    %h = unpack high bytes of each half, 0        (lanes 8-15, 24-31)
//   %r = trunc <32 x i16> %s to <32 x i8>        ..., %r = packuswb(%sl, %sh)
//
// In between the order of lanes is nobody's business. In their own order the code generator brings bytes across the halves one
// register at a time on the way out, and the results again on the way back.
// Sums of bytes times constants take two products at a time (byte_sums.h).
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising. What stands between bytes and bytes, if it is lane by lane and nobody else sees it.
void unpack_bytes(llvm::Function& function);

}  // namespace riffle::spmd
