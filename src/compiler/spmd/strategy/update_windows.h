// SPDX-License-Identifier: Apache-2.0
// Atomics that nobody sees until their kernel has ended (analysis/deferrable_updates.h), without a lock: each worker has a window over the
// memory that such an instruction updates, memory of its own, where it keeps what its threads' updates make together; to memory goes
// that when the worker's blocks are done.
//
//   atomicrmw add ptr %counts[%i], i32 1, !riffle.window !{i32 0}          ->
//
//   all lanes within the window ? (window + %i) += 1, lane by lane
//                               : atomicrmw, lane by lane; at the eighth such packet the window grows by a lane's page
//   ... exit: each element of the window that is not what it was at first: atomicrmw add ptr, i32 element
//
// A window is some pages that follow each other. One joins it only when a thread has just updated it without the window, so that an
// address that is no good is found where it is used; and if no access behind the updates may be to it, which is asked then, of the
// whole launch. Elsewhere, and where windows do not help, all is done as ever, at a comparison for each packet.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// What a worker knows of a window while it runs a range of blocks; all 0 at first.
struct UpdateWindow {
  /// The first byte's address.
  std::uint64_t low;
  /// At how many addresses from there on updates begin that lie within; 0: there is no window yet.
  std::uint64_t room;
  /// From an address to its place in the window.
  std::uint64_t shift;
  /// Packets that were not within the window; from kFirstMiss on it is tried to grow.
  std::uint64_t misses;
};
/// Of the misses at which a window is tried to grow: the first one, and how many. Those whose updates are all over memory need not ask
/// for ever.
inline constexpr std::uint64_t kFirstMiss = 8, kTriedMisses = 64;
/// From one page to the next: a page's places go to memory one by one behind the range, for which a short one does not pay.
inline constexpr std::uint64_t kMissesAPage = 32;

/// The window of an update that has one, by number.
std::optional<unsigned> window_of(const llvm::AtomicRMWInst& update);
/// Address of the UpdateWindow, in code that will be the range function's.
llvm::Value* window_state(llvm::IRBuilder<>& builder, unsigned number);
/// Makes the window of `state` larger, if possible, so that it has `address`, which has just been updated.
void grow_window(llvm::IRBuilder<>& builder, llvm::Value* state, llvm::Value* address);

/// Windows of a kernel's updates, from its body to its range function.
class UpdateWindows {
 public:
  /// Marks the updates; none: there is nothing to mark.
  static std::optional<UpdateWindows> find(llvm::Module& module, KernelState& kernel);
  /// Once the range function is complete.
  void lower(KernelState& kernel);

 private:
  llvm::Type* type_ = nullptr;
  llvm::AtomicRMWInst::BinOp operation_ = llvm::AtomicRMWInst::BAD_BINOP;
  unsigned count_ = 0;
  /// abi::SpanFunction of what updates must not be kept from; null: of nothing.
  llvm::Function* behind_ = nullptr;
};

}  // namespace riffle::spmd
