// SPDX-License-Identifier: Apache-2.0
// Loops in which the grid's threads go through elements together, each taking every so many-th:
//
//   for (i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) body(i);
//
// Run to its end by one packet after the other, such a loop touches a line of memory here and there. A portion of
// elements is what a block does in one iteration. Where iterations touch different elements, blocks [first, end)
// do their share of all portions, in order of elements:
//
//   for (portion = share(first); portion < share(end); ++portion)
//     as block portion % gridDim.x, for packets:
//       i = portion * blockDim.x + threadIdx.x; if (i < count) body(i)
//
// Otherwise, since a thread's iterations must keep their order, they do the portions of these blocks, round by round.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/spmd/analysis/indexed_accesses.h"
#include "compiler/spmd/transform/range_function.h"

namespace riffle::spmd {

/// Whether some loop of `body` takes steps of the grid's size.
bool goes_through_grid(llvm::Function& body);

/// A body that is nothing but such a loop.
class Rounds {
 public:
  /// Null if `body`, which stays as it is, is none.
  static std::optional<Rounds> find(llvm::Function& body);

  /// A new body, of one iteration: body arguments, then `i64 start`, thread 0's index, and `i64 streams`, as
  /// abi::Launch::streams.
  [[nodiscard]] llvm::Function* make_round() const;

  /// Whether the launch's threads take each element once, without indices that wrap, in one dimension; an i1.
  llvm::Value* serve(llvm::IRBuilder<>& builder, const BodyArguments& arguments) const;
  /// Emits what stands for blocks [first, end), if they serve; `emit_block` has the new body's arguments. An
  /// iteration's stores past the caches are of `streamed_bytes`.
  void emit(llvm::IRBuilder<>& builder, const BodyArguments& arguments, llvm::Value* first,
            llvm::Value* end, std::uint32_t streamed_bytes,
            llvm::function_ref<void(llvm::IRBuilder<>&, BodyArguments&)> emit_block) const;

 private:
  Rounds() = default;
  llvm::Value* take_any(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                        llvm::Value* count) const;
  llvm::Value* limit(llvm::IRBuilder<>& builder, llvm::Value* bound) const;
  llvm::Value* extended(llvm::IRBuilder<>& builder, llvm::Value* number) const;

  llvm::PHINode* index_ = nullptr;
  llvm::BranchInst* guard_ = nullptr;  ///< whether a thread enters the loop
  llvm::BranchInst* latch_ = nullptr;
  llvm::Value* bound_ = nullptr;
  llvm::Value* step_ = nullptr;
  bool is_signed_ = false;
  bool inclusive_ = false;  ///< i <= bound
  std::optional<IndexedAccesses> accesses_;
};

}  // namespace riffle::spmd
