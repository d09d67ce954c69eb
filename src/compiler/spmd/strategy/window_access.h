// SPDX-License-Identifier: Apache-2.0
// How code reaches a window (update_windows.h): packets all lanes at once, threads one by one each for itself:
//
//   atomicrmw add ptr %counts[%i], i32 1, !riffle.window !{i32 0}     ->   within the window ? (window + %i) += 1
//                                                                                            : atomicrmw; a miss is noted
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

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

/// A window as code finds it that will be the range function's.
class WindowAccess {
 public:
  WindowAccess(llvm::IRBuilder<>& builder, unsigned number);
  /// Whether it has the element at an address, or at each of a vector of them.
  llvm::Value* has(llvm::IRBuilder<>& builder, llvm::Value* addresses) const;
  /// The window grows now and then, as long as that helps, to have the address just updated. The block that `builder` is in has no
  /// terminator yet.
  void note_miss(llvm::IRBuilder<>& builder, llvm::function_ref<llvm::Value*()> address) const;

  llvm::Value *state, *low, *room, *shift;
};

/// Of the updates in `run` that have windows and are not in packets.
void keep_in_windows(llvm::Function& run);

}  // namespace riffle::spmd
