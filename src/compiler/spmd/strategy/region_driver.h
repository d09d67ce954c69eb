// SPDX-License-Identifier: Apache-2.0
// Runs a block's threads from barrier to barrier.
//
// When all threads provably go to the same next barrier, each region is a loop of its own:
//
//   for each block:
//     region 0: for all threads: next = regions(..., 0); to the region that follows, or by next to one of them
//     region 1: for all threads: ...
//
// Otherwise each thread (or packet) has its state, and sweeps go on until all have returned, which gives
// barriers in divergent code the hardware's meaning: a thread that has returned is not waited for.
//
//   do { for all threads that have not returned: state[t] = regions(..., state[t]) } while any is
//   left
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/region_split.h"

namespace riffle::spmd {

class RegionDriver {
 public:
  /// Each packet of `step` threads is one call of the regions.
  RegionDriver(llvm::IRBuilder<>& builder, BodyArguments& arguments, const Regions& regions,
               unsigned step);

  /// From state `first` on, until the threads have returned, or have come to `stop`.
  void emit_uniform(unsigned first = 0, int stop = kFinished);
  /// State `state` once, from which all threads come to where one knows.
  void emit_state(unsigned state);
  /// What threads keep is there from now on: common.in, then common.out, lie at `common`.
  void move_to(llvm::Value* scratch, llvm::Value* common);
  /// `states` is the offset of the threads' states in scratch, in bytes per thread.
  void emit_general(std::uint32_t states);

  /// The calls made, to be inlined.
  [[nodiscard]] llvm::ArrayRef<llvm::CallInst*> calls() const { return calls_; }

 private:
  llvm::Value* state_of_thread(llvm::Value* array);
  [[nodiscard]] llvm::BitVector states_from(unsigned first, int stop) const;
  void emit_step(llvm::Value* array);
  llvm::Value* call(llvm::Value* state);
  llvm::Value* reduction_word(unsigned which);
  void note_barrier();
  void clear_reduction();
  /// What arrived in the last sweep is what this one reads.
  void turn_reduction();

  llvm::IRBuilder<>& builder_;
  BodyArguments& arguments_;
  const Regions& regions_;
  unsigned step_;
  llvm::Value* reduction_ = nullptr;
  llvm::Value* next_ = nullptr;
  llvm::Value* common_in_ = nullptr;
  llvm::Value* common_out_ = nullptr;
  llvm::Value* stride_ = nullptr;
  llvm::Value* scratch_ = nullptr;
  llvm::SmallVector<llvm::CallInst*, 8> calls_;
};

}  // namespace riffle::spmd
