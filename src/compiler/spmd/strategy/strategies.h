// SPDX-License-Identifier: Apache-2.0
// The ways to run a block's threads; each builds kernel.run from kernel.body.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/strategy/range_function.h"

namespace riffle::spmd {

/// What a kernel's threads may run in.
enum class Packets : std::uint8_t {
  kNone,
  kOfShortWalks,  ///< each thread walks along memory of its own (thread_walks.h); no block barriers
  kAny,
};

/// Flags of kernels whose blocks are expected to run in their order: what they print, and often what they add up, shows it.
inline constexpr std::uint32_t kOrderIsVisible =
    abi::kKernelUsesPrintf | abi::kKernelUsesAtomics | abi::kKernelLaunches;

/// Kernels whose only suspension points are block barriers (`cut`) or that have none: loops over
/// threads, over packets of them where possible and allowed.
void build_thread_strategy(llvm::Module& module, ModuleState& state, KernelState& kernel, bool cut,
                           Packets packets);

/// Kernels with warp operations: packets that are whole warps, for blocks made of such; false, and
/// nothing built, when the body cannot be one.
bool build_warp_strategy(llvm::Module& module, ModuleState& state, KernelState& kernel, bool cut);

/// Everything: one fiber per thread.
void build_fiber_strategy(llvm::Module& module, ModuleState& state, KernelState& kernel);

/// Makes the function that one fiber runs; `kernel.body`'s suspension points become calls.
llvm::Function* make_fiber_function(llvm::Module& module, ModuleState& state, KernelState& kernel);
/// Emits the run of one block by `fiber`.
void emit_fibers(llvm::IRBuilder<>& builder, ModuleState& state, const BodyArguments& arguments,
                 llvm::Function& fiber);

/// In functions that stayed out of line: suspension points become calls to the runtime, which work
/// on fibers.
void lower_suspensions(llvm::Function& function, ModuleState& state);

/// Slot in `run`'s entry block for the abi::Thread that materialize_thread_at_uses fills.
llvm::Value* thread_slot(llvm::Function& run);

/// Inlines `call` (of a body, into a range function); the body must not be gone yet.
void inline_body(llvm::CallInst& call);

}  // namespace riffle::spmd
