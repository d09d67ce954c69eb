// SPDX-License-Identifier: Apache-2.0
// Between which bounds a body's numbers are while blocks [first, end) of a launch run, as code that computes them:
//
//   blockIdx.x * blockDim.x + threadIdx.x     low:  blockDim.x * first                  high: blockDim.x * (end - 1) + blockDim.x - 1
//
// Numbers are in 64 bits, read as signed; wherever one of fewer bits, or one that is read as unsigned, might wrap, the code finds that the
// bounds do not hold.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <optional>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/strategy/range_function.h"

namespace riffle::spmd {

/// Of a number, read as signed: both of 64 bits.
struct NumberBounds {
  llvm::Value* low;
  llvm::Value* high;
};

/// Computes bounds for a launch, and whether they hold.
class BoundsEvaluator {
 public:
  /// `arguments`: what is the same for the launch.
  BoundsEvaluator(llvm::IRBuilder<>& builder, const KernelState& kernel, BodyArguments& arguments)
      : builder_(builder), kernel_(kernel), arguments_(arguments), holds_(builder.getTrue()) {}

  /// An i1: whether all bounds so far do.
  [[nodiscard]] llvm::Value* holds() const { return holds_; }

  /// Numbers that loops count up, too: of all their rounds.
  void follow_loops() { follows_loops_ = true; }

  /// The blocks' indices, from their numbers.
  void set_blocks(llvm::Value* first, llvm::Value* end);

  /// Of an integer.
  std::optional<NumberBounds> of(llvm::Value& value) { return of(value, kDeepest); }

  /// `bounds` moved by `factor` times what `index` may be.
  NumberBounds moved(const NumberBounds& bounds, const NumberBounds& index, llvm::Value* factor) {
    return sum(bounds, product(index, {factor, factor}));
  }

  /// A pointer that is the same for the launch; null: it is none.
  llvm::Value* pointer(llvm::Value& value);

 private:
  static constexpr unsigned kDeepest = 24;
  using Found = std::optional<NumberBounds>;

  Found of(llvm::Value& value, unsigned depth);
  Found compute(llvm::Value& value, unsigned depth);
  Found of_argument(const llvm::Argument& argument);
  Found of_either(llvm::Value& one, llvm::Value& other, unsigned depth);
  Found of_extreme(llvm::MinMaxIntrinsic& call, unsigned depth);
  Found of_counter(llvm::PHINode& phi, unsigned depth);
  Found of_cast(llvm::CastInst& cast, unsigned depth);
  Found of_operation(llvm::BinaryOperator& operation, unsigned depth);
  Found of_operation(llvm::BinaryOperator& operation, const NumberBounds& left,
                     const NumberBounds& right);

  NumberBounds sum(const NumberBounds& left, const NumberBounds& right);
  NumberBounds product(const NumberBounds& left, const NumberBounds& right);
  /// The same in 64 bits, where it must not wrap.
  llvm::Value* exact(llvm::Intrinsic::ID operation, llvm::Value* left, llvm::Value* right);
  llvm::Value* wide(llvm::Value* value);
  llvm::Value* least(llvm::Value* one, llvm::Value* other);
  llvm::Value* greatest(llvm::Value* one, llvm::Value* other);

  void require(llvm::Value* condition);
  void require_not_negative(const NumberBounds& bounds);
  void require_fits(const NumberBounds& bounds, unsigned bits);

  /// A member of a structure that is a parameter; null: it is none.
  llvm::Value* loaded_parameter(llvm::Value& value);

  llvm::IRBuilder<>& builder_;
  const KernelState& kernel_;
  BodyArguments& arguments_;
  llvm::Value* holds_;
  bool follows_loops_ = false;
  std::array<NumberBounds, 3> blocks_{};
  llvm::DenseMap<llvm::Value*, std::optional<NumberBounds>> known_;
};

}  // namespace riffle::spmd
