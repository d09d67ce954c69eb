// SPDX-License-Identifier: Apache-2.0
// Loops whose body is straight code with loops of one block in it, one behind the other:
//
//   outer: between 0, inner 0, between 1, inner 1, ... between n -> outer
//
// and in which order several of their rounds can run side by side: all rounds' part between 0, one loop that does all
// rounds' inner 0, all rounds' part between 1, and so on.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

namespace riffle::spmd {

struct LoopNest {
  llvm::Loop* outer;
  llvm::SmallVector<llvm::BasicBlock*, 4> between;  ///< the first is the header, the last the latch
  llvm::SmallVector<llvm::Loop*, 3> inner;
  /// Of the inner loops, what each round of the outer loop computes alike: counters and addresses.
  llvm::SmallPtrSet<const llvm::Instruction*, 16> alike;

  [[nodiscard]] bool is_alike(const llvm::Value* value) const;
  [[nodiscard]] std::size_t size() const;
};

/// Empty if `outer` has another shape, or does more than compute, load and store. Between inner loops blocks may be missing:
/// `between` is not known yet.
std::optional<LoopNest> find_nest(llvm::Loop& outer);
/// Of a nest whose loops have blocks in front and behind. False if some have none.
bool put_in_order(LoopNest& nest);

/// Whether nothing that a round reads or writes in memory tells how it is interleaved with the next ones, and each inner
/// loop has as many rounds in all of them.
bool has_separate_rounds(const LoopNest& nest, llvm::AAResults& aliases,
                         llvm::ScalarEvolution& evolution);

/// Where the instructions of `rounds` consecutive rounds stand when these run side by side.
class SideBySide {
 public:
  SideBySide(const LoopNest& nest, unsigned rounds);

  /// No inner loop waits for what an earlier round computes in it or behind it.
  [[nodiscard]] bool is_possible() const { return is_possible_; }
  /// The part between inner loops in which the instruction of a round stands: its own, or an earlier one where another
  /// round waits for it.
  [[nodiscard]] unsigned part_of(const llvm::Instruction& instruction, unsigned round) const {
    return parts_[round].lookup(&instruction);
  }

  struct Source {
    llvm::Value* value;
    unsigned round;
  };
  /// Where `value`, as the round sees it, comes from: what phis bring in is another's.
  [[nodiscard]] Source source_of(llvm::Value* value, unsigned round) const;

 private:
  [[nodiscard]] std::optional<unsigned> loop_of(const llvm::Value* value) const;
  void place_in_front_of_loop(const llvm::Instruction& user, unsigned loop, unsigned round);
  void place_in_part(const llvm::Instruction& user, unsigned round);
  void bring_forward(const Source& source, unsigned part);

  const LoopNest& nest_;
  llvm::SmallVector<llvm::DenseMap<const llvm::Instruction*, unsigned>, 4> parts_;
  bool is_possible_ = true;
};

}  // namespace riffle::spmd
