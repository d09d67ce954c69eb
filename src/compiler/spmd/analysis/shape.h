// SPDX-License-Identifier: Apache-2.0
// How a value differs between the lanes of a packet: not at all, by a constant stride, or freely.
// It decides whether memory is read by a scalar load, one vector load or a gather.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <array>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

struct LaneShape {
  enum Kind : std::uint8_t { kUnknown, kUniform, kLinear, kVarying } kind = kUnknown;
  /// Of kLinear: lane i has the value of lane 0 plus i * stride; in bytes for pointers.
  std::int64_t stride = 0;
  /// Lane 0's value is a multiple of 2^alignment.
  std::uint8_t alignment = 0;
  /// The lanes' values, read as signed (unsigned) numbers, really are base + i * stride, without
  /// wrapping.
  bool exact_signed = false;
  bool exact_unsigned = false;
  /// Of kLinear: extensions whose operand must not wrap inside the packet, remainders that must not
  /// restart in it, permutations that must leave it as it is, and bounds (bounds.h) that none of its lanes
  /// reaches, for all this to hold; the code has to ask each time it runs. Null at the end. If one does
  /// not hold, the lanes differ freely,
  std::array<const llvm::Instruction*, 4> guards = {};
  /// but for this one, if not null, and if the other holds. Of a remainder of m: the lanes in which
  /// it has restarted are m * restart_scale behind. Of a permutation (is_permutation): lane i has
  /// (i & u) or (i ^ u) times restart_scale in place of i times that. The rest is as said.
  const llvm::BinaryOperator* restart = nullptr;
  std::int64_t restart_scale = 0;
  /// The lanes behind the restart of a remainder differ by more than restart_scale says: quotients, one more there, are in it
  /// (Widener::displacement).
  bool has_quotient = false;

  static constexpr std::uint8_t kMaxAlignment = 31;

  static LaneShape uniform(unsigned alignment = 0);
  static LaneShape varying() { return {kVarying}; }

  /// `guard` becomes a condition; false if there are too many.
  bool add_guard(const llvm::Instruction& guard);
  bool add_guards(const LaneShape& other);
  /// `factor` times this, a multiple of 2^`by`; `nsw`, `nuw`: no lane's product wraps.
  [[nodiscard]] LaneShape scaled(std::int64_t factor, unsigned by, bool nsw, bool nuw) const;
  /// Where lanes have restarted, they differ freely.
  void forget_restart();

  [[nodiscard]] bool is_uniform() const { return kind == kUniform; }
  [[nodiscard]] bool is_guarded() const { return guards[0] != nullptr; }
  /// All lanes have one value if the guards hold.
  [[nodiscard]] bool is_uniform_if_guarded() const {
    return kind == kLinear && stride == 0 && is_guarded();
  }
  [[nodiscard]] bool is_linear() const { return kind == kLinear && !is_guarded(); }
  [[nodiscard]] bool is_linear_if_guarded() const { return kind == kLinear && is_guarded(); }
  friend bool operator==(const LaneShape&, const LaneShape&) = default;
};

/// Of a guard: true for `and`, `xor` of the lane's number, one operand, with low bits that the lanes share, the
/// other; false for a remainder.
bool is_permutation(const llvm::BinaryOperator& guard, unsigned lanes);

/// The remainder that `quotient` restarts with: form/pair_quotients.h puts it in front. Null if there is none.
const llvm::BinaryOperator* remainder_of(const llvm::BinaryOperator& quotient);

/// How far lanes are at most from lane 0.
std::uint64_t lane_span(const LaneShape& shape, unsigned lanes);

/// Bytes of one lane's copy of a private variable.
std::uint64_t lane_bytes(const llvm::AllocaInst& alloca);

class Shapes {
 public:
  /// Of a structurised body whose packets have `lanes` (a power of two) threads and start at
  /// multiples of it, in blocks whose extent along x is a multiple of it. `blended` says which phis
  /// merge lanes.
  Shapes(llvm::Function& body, const Uniformity& uniformity, unsigned lanes,
         const llvm::SmallPtrSetImpl<const llvm::PHINode*>& blended);

  [[nodiscard]] LaneShape of(const llvm::Value* value) const;

 private:
  LaneShape compute(const llvm::Instruction& instruction) const;
  LaneShape of_binary(const llvm::BinaryOperator& operation) const;
  [[nodiscard]] bool lanes_share_from(const LaneShape& shape, std::uint64_t bit) const;
  LaneShape of_and(const llvm::BinaryOperator& operation) const;
  LaneShape of_permutation(const llvm::BinaryOperator& operation) const;
  LaneShape of_remainder(const llvm::BinaryOperator& operation) const;
  LaneShape of_remainder_if_guarded(const llvm::BinaryOperator& operation) const;
  LaneShape of_quotient(const llvm::BinaryOperator& operation) const;
  LaneShape of_product(const llvm::BinaryOperator& operation) const;
  LaneShape of_same(const llvm::Instruction& instruction) const;
  LaneShape of_select(const llvm::SelectInst& choice) const;
  [[nodiscard]] bool is_of_no_divisor(const llvm::SelectInst& choice) const;
  LaneShape of_bounded(const llvm::Instruction& instruction) const;
  LaneShape of_address(const llvm::GEPOperator& address) const;
  LaneShape of_extension(const llvm::CastInst& cast) const;
  LaneShape of_phi(const llvm::PHINode& phi) const;
  LaneShape of_divergent_phi(const llvm::PHINode& phi) const;
  /// Exact flags that follow from alignment: base + i * stride then changes only low zero bits.
  LaneShape settled(LaneShape shape) const;

  const Uniformity& uniformity_;
  const llvm::DataLayout& layout_;
  const llvm::DominatorTree dominators_;
  unsigned lanes_;
  const llvm::SmallPtrSetImpl<const llvm::PHINode*>& blended_;
  llvm::DenseMap<const llvm::Value*, LaneShape> shapes_;
};

}  // namespace riffle::spmd
