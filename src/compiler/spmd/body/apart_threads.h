// SPDX-License-Identifier: Apache-2.0
// Pairs of accesses by which no two threads of a block touch the same byte, in blocks whose threads differ in x alone:
//
//   part[t] = in[i];                             each thread has a place of its own
//   if (t < width) part[t] += part[t + width];   threads below `width` write below it and read from there on
//   if (t == 0) out[b] = part[0];                one thread, whose own place that is
//
// Addresses are thread.x times a number, and a sum of what all threads of the block share; so are the bounds that the accesses'
// guards give thread.x.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <optional>

#include "compiler/spmd/analysis/uniformity.h"
#include "compiler/spmd/instrument/note_accesses.h"

namespace riffle::spmd {

class ApartThreads {
 public:
  using Shared = llvm::SmallPtrSet<const llvm::Instruction*, 4>;

  explicit ApartThreads(llvm::Function& body);

  /// Whether different threads touch different bytes, as long as each of the instructions that are added to `shared` has one and
  /// the same result for both accesses: a loop makes such a result anew.
  [[nodiscard]] bool are_apart(const NotedAccess& one, const NotedAccess& other, Shared& shared);

 private:
  /// How a number of 32 bits became one of 64.
  enum class Width : std::uint8_t { kAsIs, kSigned, kUnsigned };
  using Term = std::pair<const llvm::Value*, Width>;
  /// thread.x * threads + the sum of terms times their factors + constant
  struct Sum {
    std::int64_t threads = 0, constant = 0;
    llvm::SmallMapVector<Term, std::int64_t, 4> terms;
    void add(const Sum& other, std::int64_t factor);
    [[nodiscard]] std::optional<std::int64_t> number() const;
  };
  /// Of one access: what its guards say of thread.x.
  struct Guards {
    llvm::SmallVector<Sum, 2> below;     ///< it is less than each of these
    std::optional<std::int64_t> equals;  ///< it is this
  };

  std::optional<Sum> sum_of(const llvm::Value& value, Width width, unsigned depth) const;
  std::optional<Sum> sum_of_operation(const llvm::BinaryOperator& operation, Width width,
                                      unsigned depth) const;
  std::optional<Sum> sum_of_address(const llvm::GEPOperator& address, unsigned depth) const;
  bool never_wraps(const llvm::BinaryOperator& operation, Width width) const;
  Guards guards_of(const llvm::Instruction& at) const;
  void add_guard(Guards& guards, llvm::Value& condition, bool holds) const;

  llvm::Function& body_;
  Uniformity uniformity_;
  llvm::DominatorTree dominators_;
};

}  // namespace riffle::spmd
