// SPDX-License-Identifier: Apache-2.0
// Numbers kept within bounds, as at an image's edge: away from it they are what they were.
//
//   smin(smax(%x - 1, 0), %w - 1)              %x == 0 ? %w - 1 : %x - 1
//
// In most packets no lane is at a bound, and lanes count up; the code asks (guards of shape.h).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/spmd/analysis/shape.h"

namespace riffle::spmd {

struct Bound {
  enum Kind : std::uint8_t {
    kLeast,       ///< max(inside, bound): no lane is less
    kMost,        ///< min(inside, bound): no lane is more
    kDifference,  ///< usub.sat(inside, bound): no lane is less
    kChoice,      ///< select(condition, ...): the condition is `wanted` in all lanes, or in none
  } kind;
  llvm::Value* inside;  ///< what it is then (kDifference: less `bound`), of lanes that count up
  llvm::Value* bound;   ///< the same in all lanes; of kChoice null
  bool is_signed = false;
  bool wanted = false;
  llvm::Value* otherwise =
      nullptr;  ///< of kChoice: what it is if it is so in none; null: not in order
};

/// `line predicate uniform`, of numbers that grow from lane to lane: a comparison that a packet's ends may decide
/// (widen_packet_ends.cpp).
struct EndsComparison {
  llvm::CmpInst::Predicate predicate;
  llvm::Value *line, *uniform;

  /// Whether a comparison of an end tells that it holds in all lanes.
  [[nodiscard]] bool may_hold_in_all(
      llvm::function_ref<LaneShape(const llvm::Value&)> shape_of) const;
};

/// Which numbers count up: those that always do, or also those that do only if guards hold.
enum class Lines : bool { kLinear, kIfGuarded };

/// `condition`, or its opposite unless `wanted`; none if it compares anything else.
std::optional<EndsComparison> find_ends_comparison(
    const llvm::Value& condition, bool wanted, Lines lines,
    llvm::function_ref<LaneShape(const llvm::Value&)> shape_of);

/// None if `instruction` is no bound of what counts up from lane to lane.
std::optional<Bound> find_bound(const llvm::Instruction& instruction,
                                llvm::function_ref<LaneShape(const llvm::Value&)> shape_of);

}  // namespace riffle::spmd
