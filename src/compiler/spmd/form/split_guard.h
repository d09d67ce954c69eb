// SPDX-License-Identifier: Apache-2.0
// Most kernels begin with `if (i < n)`, which holds for all threads of all packets but the last. Where masked
// loads and stores cost more than plain ones, the packets for which it holds get code of their own:
//
//   br %c, then, exit    ->    br riffle.all.lanes(%c), then.all, guard       (uniform: no masks behind it)
//                              guard: br %c, then, exit
//
// Of several such branches, one behind the other, the copies are asked in turn; where one fails, the packet starts
// over at `guard`. Those that ask what lanes read, `if (i < n && values[i] > 0)`, keep their masks.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace riffle::spmd {

/// `body` is structurised, and stays as it is where the guarded code is large, waits for other threads, or
/// is followed by anything.
void split_guard(llvm::Function& body, unsigned lanes);

/// The same for a round of a turned loop (turned_loop.h), `if (index < count)`: what leaves it does so through phis.
void split_round(llvm::Function& body, unsigned lanes);

/// Whether `block` is nothing but the way to the end.
bool leads_out(const llvm::BasicBlock* block);

bool tests_all_lanes(const llvm::Value& value);
/// riffle.all.lanes: whether `truth` is as `wanted` in all lanes of a packet.
llvm::CallInst* test_all_lanes(llvm::IRBuilder<>& builder, llvm::Value* truth, bool wanted);
/// riffle.lanes.agree: whether `truth` holds in all lanes that are on.
llvm::CallInst* test_active_lanes(llvm::IRBuilder<>& builder, llvm::Value* truth);
/// riffle.whole.packet: the same, of lanes that are off as well.
llvm::CallInst* test_whole_packet(llvm::IRBuilder<>& builder, llvm::Value* truth, bool wanted);

}  // namespace riffle::spmd
