// SPDX-License-Identifier: Apache-2.0
// Sums of bytes times constants, two products at a time: x86 multiplies unsigned bytes by signed ones and adds neighbours.
//
//   77 * r + 150 * g + 29 * b   ->   (29 * b + 99 * g) + (51 * g + 77 * r)
//
// The instruction saturates to 16 signed bits: the weights of a pair are 128 together at most, and each fits a signed byte. A
// larger weight is split among pairs.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <optional>

namespace riffle::spmd {

struct ByteSum {
  struct Pair {
    std::array<llvm::Value*, 2> bytes;
    std::array<unsigned, 2> weights;
  };
  llvm::SmallVector<Pair, 4> pairs;
  llvm::SmallVector<llvm::Value*, 4> rest;         ///< what else is added
  llvm::SmallVector<llvm::Instruction*, 8> parts;  ///< used by this sum only: additions, products
};

/// `sum`, an addition of 16-bit vectors, in pairs; nothing if that takes no fewer instructions.
[[nodiscard]] std::optional<ByteSum> byte_sum_of(llvm::BinaryOperator& sum);

}  // namespace riffle::spmd
