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
    kChoice,      ///< select(condition, ...): the condition is `wanted` in all lanes
  } kind;
  llvm::Value* inside;  ///< what it is then (kDifference: less `bound`), of lanes that count up
  llvm::Value* bound;   ///< the same in all lanes; of kChoice null
  bool is_signed = false;
  bool wanted = false;
};

/// Whether comparisons of a packet's ends tell that `condition`, of a line and what all lanes share, is as `wanted` in all lanes
/// (widen_packet_ends.cpp).
bool ends_tell(const llvm::Value& condition, bool wanted,
               llvm::function_ref<Shape(const llvm::Value&)> shape_of);
/// The same, of a line that is one only if guards hold.
bool ends_tell_if_guarded(const llvm::Value& condition, bool wanted,
                          llvm::function_ref<Shape(const llvm::Value&)> shape_of);

/// None if `instruction` is no bound of what counts up from lane to lane.
std::optional<Bound> find_bound(const llvm::Instruction& instruction,
                                llvm::function_ref<Shape(const llvm::Value&)> shape_of);

}  // namespace riffle::spmd
