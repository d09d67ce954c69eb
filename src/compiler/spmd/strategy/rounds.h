// SPDX-License-Identifier: Apache-2.0
// Bodies that are nothing but a loop through the grid's elements (analysis/grid_loop.h).
//
// Run to its end by one packet after the other, such a loop touches a line of memory here and there. A portion of
// elements is what a block does in one iteration. Where iterations touch different elements, blocks [first, end)
// do their share of all portions, in order of elements:
//
//   for (portion = share(first); portion < share(end); ++portion)
//     as block portion % gridDim.x, for packets:
//       i = portion * blockDim.x + threadIdx.x; if (i < count) body(i)
//
// several portions at a time if the body knows nothing but its element, so that small blocks fill wide packets.
// Otherwise, since a thread's iterations must keep their order, they do the portions of these blocks, round by round.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/analysis/indexed_accesses.h"
#include "compiler/spmd/strategy/range_function.h"

namespace riffle::spmd {

/// A body that is nothing but such a loop.
class Rounds {
 public:
  /// Null if `body`, which stays as it is, is none.
  static std::optional<Rounds> find(llvm::Function& body);

  /// A new body, of one iteration: body arguments, then `i64 start`, thread 0's index, and `i64 streams`, as
  /// abi::GridLaunch::streams.
  [[nodiscard]] llvm::Function* make_round() const;
  /// Whether such a body cannot tell neighbouring portions from one of a larger block.
  static bool is_flat(const llvm::Function& round);

  /// Whether the launch's threads take each element once, without indices that wrap, in one dimension; an i1.
  llvm::Value* serve(llvm::IRBuilder<>& builder, const BodyArguments& arguments) const;
  /// Whether any worker may do any iteration at any time; an i1. True says nothing where the rounds do not serve.
  llvm::Value* take_any(llvm::IRBuilder<>& builder, const BodyArguments& arguments) const;

  /// What is emitted for blocks [first, end).
  struct Share {
    llvm::Value *first, *end;
    llvm::Value* any;  ///< take_any
    unsigned lanes;  ///< portions are joined to whole packets of so many, if `any`; 1: they are not
    std::uint32_t streamed_bytes;  ///< an iteration's stores past the caches
  };
  /// Emits what stands for blocks [first, end), if they serve; `emit_block` has the new body's arguments, and those of a
  /// larger block where portions are joined.
  void emit(llvm::IRBuilder<>& builder, const BodyArguments& arguments, const Share& share,
            llvm::function_ref<void(llvm::IRBuilder<>&, BodyArguments&)> emit_block) const;

 private:
  Rounds(const GridLoop& loop, std::optional<IndexedAccesses> accesses)
      : loop_(loop), accesses_(std::move(accesses)) {}

  GridLoop loop_;
  std::optional<IndexedAccesses> accesses_;
};

}  // namespace riffle::spmd
