// SPDX-License-Identifier: Apache-2.0
// Neighbouring blocks of a row whose loop through the grid's elements is turned (turned_loop.h): together they walk
// through memory in order, as far as their shares of a round reach.
//
//   for each block:            up to the mark
//   for each round:
//     for each block:          one iteration of its packets
//   for each block:            from behind the loop to the end
//
// Each block has shared memory of its own meanwhile, and an array of what its threads keep.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/region_split.h"
#include "compiler/spmd/strategy/turned_loop.h"

namespace riffle::spmd {

class RegionDriver;

class TurnedBlocks {
 public:
  /// Consumes `packet`, what `loop` made, widened to `lanes`. Null if its threads may come to different barriers.
  static std::optional<TurnedBlocks> make(const TurnedLoop& loop, llvm::Function& packet,
                                          unsigned lanes, Masks masks);

  /// Emits the code of as many of the `left` blocks of a row as walk together, if the loop serves this launch and goes round
  /// more than once; else what `otherwise` emits, which returns how many blocks it runs (null: one). Returns how many are run.
  llvm::Value* emit(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                    const KernelState& kernel, llvm::Value* left,
                    llvm::function_ref<llvm::Value*()> otherwise);
  /// When the range function is complete.
  void finish(KernelState& kernel);

 private:
  TurnedBlocks(const TurnedLoop& loop, unsigned lanes, Masks masks, Regions regions)
      : loop_(loop.loop()), lanes_(lanes), masks_(masks), regions_(std::move(regions)) {}

  /// What is emitted for.
  struct Group {
    llvm::Value* count;         ///< blocks
    llvm::Value* shared_bytes;  ///< of a block
    llvm::Value* scratch_bytes;
    llvm::Value* kept_bytes;  ///< of them, those of single threads
  };
  llvm::Value* serves(llvm::IRBuilder<>& builder, const BodyArguments& arguments) const;
  Group measure(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                const KernelState& kernel, llvm::Value* left) const;
  void emit_group(llvm::IRBuilder<>& builder, const BodyArguments& arguments, const Group& group);
  [[nodiscard]] std::uint32_t threads_together() const;
  [[nodiscard]] std::uint32_t common_bytes() const;

  GridLoop loop_;
  unsigned lanes_;
  Masks masks_;
  Regions regions_;
  llvm::SmallVector<llvm::CallInst*, 8> calls_;
};

}  // namespace riffle::spmd
