// SPDX-License-Identifier: Apache-2.0
// Neighbouring blocks of a row run as one, where a kernel cannot tell (analysis/flat_index.h): rows of 8 or 16
// threads, or of 100, then fill packets, and memory is walked in long rows.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/analysis/flat_index.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/thread_code.h"

namespace riffle::spmd {

/// A copy of `body`, of which that is the index, that takes the whole index along x for thread.x, and 0 for block.x.
llvm::Function* make_flat_body(llvm::Function& body, const FlatIndex& index);

/// Emits the code of as many of the `left` blocks of a row as make whole packets: `form`, whose body is a flat
/// one. If none do, what `otherwise` emits, which returns how
/// many blocks it runs (null: one). Returns how many blocks are run. With `ends`, whose body is a flat one of single threads,
/// blocks need not make whole packets: it runs the threads before the first one and behind the last one.
llvm::Value* emit_flat_blocks(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                              const FlatIndex& index, ThreadCode& form, ThreadCode* ends,
                              llvm::Value* left, llvm::function_ref<llvm::Value*()> otherwise);

/// The same in bands: rows of `length` threads (access_axes.h: RowLength), some below each other, a packet of each before the next
/// column of packets. If blocks or packets do not divide a band, or fewer are left, what `otherwise` emits.
llvm::Value* emit_bands(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                        const FlatIndex& index, ThreadCode& form, llvm::Value* length,
                        llvm::Value* left, llvm::function_ref<llvm::Value*()> otherwise);

/// So many threads are at least one band of most lengths.
inline constexpr std::uint32_t kThreadsOfBands = 1U << 17;

}  // namespace riffle::spmd
