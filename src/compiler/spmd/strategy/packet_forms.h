// SPDX-License-Identifier: Apache-2.0
// Forms of a kernel's code for packets, of which a strategy has several: each serves some blocks.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/thread_code.h"
#include "compiler/spmd/strategy/turned_blocks.h"
#include "compiler/spmd/widen/prefetch_packets.h"

namespace riffle::spmd {

/// Null when the body, the kernel's or one round of it, is better run thread by thread. People are told of the first
/// form that there is: others differ in width.
llvm::Function* packet_body(KernelState& kernel, llvm::Function& body, unsigned lanes,
                            const ModuleState& state, RowExtent rows = RowExtent::kOfBlocks);

/// Code for one block, the first form whose lanes divide the block's rows; if none, what `otherwise`
/// emits.
void emit_forms(llvm::IRBuilder<>& builder, BodyArguments& arguments,
                llvm::MutableArrayRef<ThreadCode> forms, llvm::function_ref<void()> otherwise);
void finish(KernelState& kernel, llvm::MutableArrayRef<ThreadCode> forms);

/// Whether threads tell what they call, out of line, who they are.
bool needs_thread_slot(const KernelState& kernel);
llvm::Value* thread_argument(llvm::IRBuilder<>& builder, const KernelState& kernel,
                             bool needs_slot);

/// Packets of blocks whose threads all pass the kernel's guard.
struct PassedForm {
  ThreadCode question, packets;

  static std::optional<PassedForm> make(KernelState& kernel, llvm::Function& body, unsigned lanes,
                                        const ModuleState& state, bool cut);
  /// Code for one block that goes to `done` behind it; the builder ends up where this form does not serve.
  void emit(llvm::IRBuilder<>& builder, BodyArguments& arguments, llvm::BasicBlock* done);
  void finish(KernelState& kernel);
};

bool has_uniform_barriers(llvm::Function& body);
void remark_regions(KernelState& kernel);

/// Packets of `lanes` that go round a loop in turn (turned_loop.h), if the body has such a one.
std::optional<TurnedBlocks> turn_loop(const llvm::Module& module, const ModuleState& state,
                                      KernelState& kernel, unsigned lanes);

}  // namespace riffle::spmd
