// SPDX-License-Identifier: Apache-2.0
// Private arrays of a packet, element by element: the lanes' first elements, then their second
// ones. An access whose index all lanes share is then one vector load or store.
//
//   %a = alloca [64 x float]                        %a = alloca [64 x float], !riffle.element.bytes !{4}
//   %p = getelementptr [64 x float], %a, 0, %i  ->  %p = getelementptr i8, %a, %i * 4 * lanes
//   %v = load float, %p                             %v = load float, %p     (lane i: + 4 * i)
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace riffle::spmd {

/// Rearranges the arrays of a structurised body that is about to be widened for which this can be
/// proved right: all that is done with one is loading, storing and filling elements of one size.
/// The others stay as they are, the lanes' copies one behind the other.
void arrange_private_arrays(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
