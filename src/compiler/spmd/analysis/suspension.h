// SPDX-License-Identifier: Apache-2.0
// What a kernel's threads wait for, which decides the strategies that can run it.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace riffle::spmd {

struct SuspensionSummary {
  bool block_barriers = false;   ///< __syncthreads and its reductions
  bool odd_barriers = false;     ///< named barriers, thread counts, arrive
  bool warp_operations = false;  ///< shuffles, votes, __syncwarp, __nanosleep
  bool in_callees = false;       ///< a function that stayed out of line may suspend
  bool spins = false;            ///< a loop ends only when another thread writes memory
  /// One that is odd, and the end of one that spins, for remarks; null if there is none.
  const llvm::Instruction* odd_barrier = nullptr;
  const llvm::Instruction* waiting = nullptr;
  const llvm::CallBase* waiting_call = nullptr;  ///< of `in_callees`, likewise

  [[nodiscard]] bool any() const {
    return block_barriers || odd_barriers || warp_operations || in_callees || spins;
  }
  /// Beyond what cutting at barriers can do.
  [[nodiscard]] bool needs_fibers() const {
    return odd_barriers || warp_operations || in_callees || spins;
  }
  /// Packets that are whole warps would do as well.
  [[nodiscard]] bool needs_only_warps() const {
    return warp_operations && !odd_barriers && !in_callees && !spins;
  }
};

SuspensionSummary summarize_suspensions(llvm::Function& body);

/// Whether all loops that wait for other threads wait for those of other blocks. `is_memory` as of OwnWrites.
bool waits_for_other_blocks(llvm::Function& body, const std::vector<bool>& is_memory);

/// Puts a call of llvm.nvvm.nanosleep into each spinning loop of a body or a function out of line, so that fibers give way there.
void yield_in_spin_loops(llvm::Function& function);

/// True if no loop's end depends on memory and nothing out of line is called.
bool provably_ends(llvm::Function& body);

}  // namespace riffle::spmd
