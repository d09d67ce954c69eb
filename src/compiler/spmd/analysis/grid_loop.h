// SPDX-License-Identifier: Apache-2.0
// Loops in which the grid's threads go through elements together, each taking every so many-th:
//
//   for (i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) ...
//
// or, counted by the thread,
//
//   for (round = 0; round < rounds; ++round) ... round * gridDim.x * blockDim.x + thread of grid ...
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>

namespace riffle::spmd {

/// By how much `phi`, of the loop's header, goes on in each iteration, if that is a number of the grid's size; else null.
llvm::Value* step_through_grid(const llvm::Loop& loop, const llvm::PHINode& phi);

/// Whether some loop of `body` takes steps of the grid's size.
bool goes_through_grid(llvm::Function& body);

/// A division rounded up, of which each step is checked, is 7 deep.
inline constexpr unsigned kDeepestForGrid = 8;
/// The same for all threads of the launch, by simple operations that may run at any time.
bool is_same_for_grid(const llvm::Value& value, unsigned depth = kDeepestForGrid);
/// What is_same_for_grid accepts, for a launch's arguments.
llvm::Value* evaluated(llvm::IRBuilder<>& builder, llvm::Value* value,
                       llvm::ArrayRef<llvm::Value*> arguments);

/// One such loop, of whichever form; its values are those of the body in which it was found.
class GridLoop {
 public:
  /// `loop` is left from its latch alone, and skipped by threads without an element, which go from `guard` to `past`. `phi`,
  /// of its header, is the index, or the counter.
  static std::optional<GridLoop> find(llvm::Loop& loop, llvm::BranchInst& guard,
                                      const llvm::BasicBlock& past, llvm::PHINode& phi);

  [[nodiscard]] llvm::PHINode& phi() const { return *phi_; }          ///< the index, or the counter
  [[nodiscard]] llvm::Instruction& index() const { return *index_; }  ///< in an iteration
  [[nodiscard]] llvm::BranchInst& guard() const { return *guard_; }
  [[nodiscard]] llvm::BranchInst& latch() const { return *latch_; }

  /// For a body's arguments, or a launch's; 64 bits wide. The first index that is too large:
  llvm::Value* count(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) const;
  llvm::Value* step(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) const;
  /// Whether no index wraps in the launch: count and step are numbers of 0 and more, so are all sums of them; an i1.
  llvm::Value* stays_in_range(llvm::IRBuilder<>& builder,
                              llvm::ArrayRef<llvm::Value*> arguments) const;
  /// Makes what was the index in `map`, a copy of the body, a narrow form of the 64 bits of `index`, and drops the counter.
  void replace_index(llvm::ValueToValueMapTy& map, llvm::IRBuilder<>& builder,
                     llvm::Value* index) const;

 private:
  GridLoop() = default;
  bool find_index(llvm::Loop& loop, const llvm::BasicBlock& past);
  bool find_counter(llvm::Loop& loop, const llvm::BasicBlock& past);
  llvm::Value* extended(llvm::IRBuilder<>& builder, llvm::Value* number) const;

  llvm::PHINode* phi_ = nullptr;
  llvm::Instruction* index_ = nullptr;
  llvm::BranchInst* guard_ = nullptr;  ///< whether a thread enters the loop
  llvm::BranchInst* latch_ = nullptr;
  llvm::Value* bound_ = nullptr;  ///< of the index, or how many rounds
  llvm::Value* step_ = nullptr;
  bool is_signed_ = false;
  bool inclusive_ = false;  ///< i <= bound
};

}  // namespace riffle::spmd
