// SPDX-License-Identifier: Apache-2.0
// Threads that are followed although they do not run by themselves: kernels whose threads wait for each other at uniform
// barriers of the block at most run as ever, in packets or one after the other, and say what they do.
//
//   store i32 %v, ptr %p      ->  call @riffle.follow.thread(ptr %p, i64 4, i32 writes, i32 %v)      in the body
//                             ->  call @riffle.follow.packet(ptr %base, i64 %mask, ptr %values, i64 4, i32 writes, i64 4)
//                                 or @riffle.follow.lanes(ptr %addresses, ...)                         in packets
//                             ->  calls of abi::AccessRuntime::follow_packet, follow_lanes           behind the optimiser
//
// The body says it, not the code that packets become: that loads neighbours at once, and of one address once.
//
// Operations of warps do not ask for threads that run by themselves either, where all lanes of a packet come to them
// together and all are named: a packet is a warp then. Nor do early returns before barriers, in blocks in which no
// thread returns early (guarded_blocks.h).
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/note_calls.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// More threads than a mask has bits do not run together.
inline constexpr unsigned kMostFollowedLanes = 64;

/// abi::FollowedAccess flags.
[[nodiscard]] std::uint32_t followed_flags(const NotedAccess& access);

/// Whether anything could be found by following the body's threads: false where they only read, and wait for nobody.
[[nodiscard]] bool threads_may_meet(llvm::Function& body);

/// Where threads can be followed that do not run by themselves.
enum class FollowedTogether : std::uint8_t {
  kNowhere,
  kInBlocksThatPass,  ///< where all threads pass the kernel's guard
  kEverywhere,
};
/// Has the body say what its thread does, unless the answer is kNowhere: then nothing has changed.
[[nodiscard]] FollowedTogether follow_in_packets(KernelState& kernel);
/// What that answered; kNowhere if it has not been asked.
[[nodiscard]] FollowedTogether followed_together(const llvm::Function& body);
/// For threads of the body that run by themselves after all.
void follow_apart(llvm::Function& body);

llvm::CallInst* call_follow(llvm::IRBuilder<>& builder, const char* name,
                            llvm::ArrayRef<llvm::Value*> arguments);
void begin_followed_block(llvm::IRBuilder<>& builder, const KernelState& kernel,
                          llvm::ArrayRef<llvm::Value*> arguments);

/// Replaces all these calls by those of the runtime. `table`: the function's abi::AccessTable.
void lower_follow_calls(llvm::Function& function, Sites& sites, NoteCalls& calls,
                        llvm::function_ref<llvm::Constant*(const llvm::Function&)> variables,
                        llvm::function_ref<llvm::Value*()> table);

}  // namespace riffle::spmd
