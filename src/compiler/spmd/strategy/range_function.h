// SPDX-License-Identifier: Apache-2.0
// The frame that every strategy fills in: abi::BlockRangeFunction with its loop over blocks.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// Emits a loop that runs `count` times (at least once); `emit` gets the counter (0, 1, ...) and
/// leaves the builder where the iteration ends. Afterwards the builder is behind the loop. Returns
/// the latch's terminator, where loop metadata goes.
llvm::Instruction* emit_loop(llvm::IRBuilder<>& builder, llvm::Value* count,
                             const llvm::Twine& name, llvm::function_ref<void(llvm::Value*)> emit);

/// A body's arguments as seen by the code for one block; kThreadX to kThread are null until the
/// strategy sets them.
using BodyArguments = llvm::SmallVector<llvm::Value*, 32>;

/// Loads what the launch in `arguments` says of the grid and of its blocks, as far as `body` is not made for one shape.
void load_extents(llvm::IRBuilder<>& builder, const llvm::Function& body, BodyArguments& arguments);

/// Loads the kernel's parameters from the launch in `arguments`.
void load_parameters(llvm::IRBuilder<>& builder, const KernelState& kernel,
                     BodyArguments& arguments);

/// Stores past the caches become visible in any order: if the launch `streams`, all of them before the range
/// counts as done.
void fence_streamed_stores(llvm::IRBuilder<>& builder, llvm::Value* streams);

/// Keeps abi::Frame::block_index current.
void store_block_index(llvm::IRBuilder<>& builder, const BodyArguments& arguments);

/// Emits the code of one block, or of it and some of the `left` blocks that begin with it, in its row
/// and in the range. Returns how many; null: one.
using EmitBlocks =
    llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, BodyArguments&, llvm::Value* left)>;

/// Emits what `form` emits for launches of which `serves` is true, what `otherwise` emits for others; each returns how many blocks it
/// runs (null: one). `name` is that of the form's code. Returns how many blocks are run.
llvm::Value* emit_form(llvm::IRBuilder<>& builder, llvm::Value* serves, const llvm::Twine& name,
                       llvm::function_ref<llvm::Value*()> form,
                       llvm::function_ref<llvm::Value*()> otherwise);

/// Another way to run blocks [first, end): emits code that goes to `done` behind them if it serves this launch; the
/// builder ends up where it does not.
using EmitRange = llvm::function_ref<void(llvm::IRBuilder<>&, BodyArguments&, llvm::Value* first,
                                          llvm::Value* end, llvm::BasicBlock* done)>;

/// Makes `kernel.run`: loads what is constant for the launch, then for each block of the range that
/// the one before has not run stores its index into the frame and runs what `emit_blocks` emits.
/// `emit_range` is tried first.
void emit_range_function(llvm::Module& module, KernelState& kernel, EmitBlocks emit_blocks,
                         EmitRange emit_range = nullptr);

/// Emits loops over thread.z and y, or rows if `body` knows neither, around `emit_row`, which gets the number of the row's
/// first thread in the block.
void emit_rows(llvm::IRBuilder<>& builder, BodyArguments& arguments, const llvm::Function& body,
               llvm::function_ref<void(llvm::Value* row_start)> emit_row);

/// One of a row's packets, or threads.
struct PacketOfRow {
  llvm::Value* number;     ///< 0, 1, ...
  llvm::Value* row_start;  ///< see emit_rows
  llvm::Value* first;      ///< the row's first thread.x; null: 0
  unsigned step;           ///< threads
};
/// Moves `arguments` to it.
void enter_packet(llvm::IRBuilder<>& builder, BodyArguments& arguments, const PacketOfRow& packet);
llvm::Value* packets_of_row(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                            unsigned step);

/// Emits loops over thread.z, y and x around `emit`, which gets `arguments` with the thread's
/// position for a call of `body`; where that does not ask for thread.y and z, loops over rows and x.
/// The innermost loop advances by `step` threads, from `first` (null: 0). Returns the innermost
/// latch's terminator.
llvm::Instruction* emit_thread_loops(llvm::IRBuilder<>& builder, BodyArguments& arguments,
                                     unsigned step, llvm::Value* first, const llvm::Function& body,
                                     llvm::function_ref<void()> emit);

}  // namespace riffle::spmd
