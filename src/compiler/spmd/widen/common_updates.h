// SPDX-License-Identifier: Apache-2.0
// Atomics of all lanes of a packet on one address. What they add up to is one atomic; what each lane finds is what the packet's
// found and what the lanes before it bring. So no lane sees anything else than if they had gone one after the other.
//
//   atomicrmw add ptr %counter, i32 %x   ->   %sums = (0, x0, x0 + x1, ...);  %before = atomicrmw add ptr %counter, i32 x0 + ... + x31
//                                             each lane: %before + %sums
//   atomicrmw fadd ptr %sum, float %x    ->   load, add x0, add x1, ... in this order; compare and exchange
#pragma once

#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// Whether lanes that all do `update` on one address can do it together.
bool may_be_common(const llvm::AtomicRMWInst& update);

}  // namespace riffle::spmd
