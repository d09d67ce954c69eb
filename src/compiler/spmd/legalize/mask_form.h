// SPDX-License-Identifier: Apache-2.0
// How a register's worth of lanes keeps its mask, once code has been optimised.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// With registers of masks a mask is bits. Without them it is a vector like any other: numbers of 32 bits, 0 or -1, as
/// comparisons give them and blends take them. Bits that go from block to block become vectors of bytes there, packed and unpacked
/// in each round of a loop.
struct MaskForm {
  unsigned lanes = 16;  ///< of a register of 32-bit values
  bool is_words = false;

  [[nodiscard]] llvm::Type* type(llvm::LLVMContext& context) const;
  /// From `bits`, one for each lane; lanes that are poison become something.
  llvm::Value* keep(llvm::IRBuilder<>& builder, llvm::Value* bits) const;
  /// The bits of a mask that is kept.
  llvm::Value* bits(llvm::IRBuilder<>& builder, llvm::Value* kept) const;
  /// A mask whose lanes all are `truth`.
  llvm::Value* splat(llvm::IRBuilder<>& builder, llvm::Value* truth) const;
  /// `mask ? on : off`, all of them kept.
  llvm::Value* choose(llvm::IRBuilder<>& builder, llvm::Value* mask, llvm::Value* on,
                      llvm::Value* off, const llvm::Twine& name = "") const;
};

MaskForm mask_form(const TargetInfo& target);

}  // namespace riffle::spmd
