// SPDX-License-Identifier: Apache-2.0
// Relaxed atomics on shared memory as plain loads and stores: those that would be a loop of compare-and-exchange (of
// floats, minima and maxima), and those whose result nobody uses. The threads of a block run on one worker and take turns only between operations,
// so nobody sees memory in the middle of one.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// Marks the relaxed atomics of this kind in `body` whose address surely is the block's shared memory: they stay
/// atomic instructions, so that the strategies keep each lane's apart.
///
///   atomicrmw fadd ptr %sum, float %x monotonic  ->  atomicrmw fadd ... syncscope("singlethread") monotonic
void mark_block_atomics(llvm::Function& body);

/// Whether it is a marked one of integers whose result nobody uses.
bool is_block_update(const llvm::AtomicRMWInst& update);

/// Once the strategies are built: the marked ones become a load, the operation and a store.
void lower_block_atomics(llvm::Function& function);

}  // namespace riffle::spmd
