// SPDX-License-Identifier: Apache-2.0
// Copies of a region, blocks with one way in and one join behind them, in which some values are others.
//
//   above: br %rest                     above: br %c, copy, rest
//   rest:  ... %v = ...        ->       rest:  ... %v = ...        copy: ... %w = ...
//   join:  use of %v                    join:  %x = phi [ %v, rest ], [ %w, copy ]; use of %x
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace riffle::spmd {

/// The same for the same operands, wherever it stands.
bool is_pure(const llvm::Instruction& instruction);

/// Makes values anew where they depend, by pure instructions, on those that a map has others for.
class Remade {
 public:
  Remade(llvm::IRBuilder<>& builder, llvm::ValueToValueMapTy& map) : builder_(builder), map_(map) {}

  /// `value` itself if it does not depend on them.
  llvm::Value* operator()(llvm::Value* value);

 private:
  llvm::IRBuilder<>& builder_;
  llvm::ValueToValueMapTy& map_;
  llvm::SmallPtrSet<const llvm::Value*, 16> same_;
};

/// One copy: entered at a block of its own, in which stands what the region needs from in front of it.
class RegionCopy {
 public:
  RegionCopy(const llvm::Twine& name, llvm::Function& body,
             llvm::ArrayRef<llvm::BasicBlock*> blocks);

  llvm::BasicBlock* entry() { return entry_; }
  [[nodiscard]] const llvm::ValueToValueMapTy& map() const { return map_; }
  [[nodiscard]] llvm::ArrayRef<llvm::BasicBlock*> blocks() const { return copies_; }

  /// `value`, from in front of the region, is a constant in the copy.
  void know(llvm::Value& value, llvm::Constant& constant) { map_[&value] = &constant; }
  /// With what `replacement` makes in place of `replaced`.
  void make(llvm::Instruction& replaced,
            llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&)> replacement);

 private:
  llvm::BasicBlock* entry_;
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks_, copies_;
  llvm::ValueToValueMapTy map_;
};

/// Values that leave a region come from one of its copies. To be made before these are.
class RegionMerge {
 public:
  RegionMerge(llvm::BasicBlock& join, llvm::ArrayRef<llvm::BasicBlock*> blocks);

  void add(const RegionCopy& copy) { maps_.push_back(&copy.map()); }
  void finish();

 private:
  [[nodiscard]] bool is_behind(const llvm::Use& use) const;

  llvm::BasicBlock& join_;
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks_;
  llvm::SmallVector<llvm::BasicBlock*, 4> ends_;
  llvm::SmallVector<llvm::Instruction*, 4> leaving_;
  llvm::SmallVector<const llvm::ValueToValueMapTy*, 2> maps_;
};

}  // namespace riffle::spmd
