// SPDX-License-Identifier: Apache-2.0
// Products of matrices that a warp holds in its registers (mma.sync): D = A * B + C.
//
// Bit for bit what an H200 computes. Sums of float and half of a 16-bit or tf32 product: all products of a row and a
// column are exact; they and the addend are cut, towards zero, at the bit 25 places below the largest exponent among
// them; the sum of those is exact, and is cut to float, or rounded to half. m8n8k4 is a chain of fused operations in
// float and one addition. Doubles are a chain of fused operations from C on, in the order of k.
#pragma once

#include <cstdint>

#include "compiler/abi/device_abi.h"

namespace riffle::device {

/// `words[r * 32 + lane]`: registers of A, then of B, then of C. Doubles take two registers, the lower half first.
/// `results` likewise, those of D; it may be the place of the words.
void multiply_matrices(abi::MatrixShape shape, const std::uint32_t* words, std::uint32_t* results);

/// How many words each lane brings, and takes away.
struct MatrixRegisters {
  unsigned in;
  unsigned out;
};
MatrixRegisters matrix_registers(abi::MatrixShape shape);
inline constexpr unsigned kMostMatrixRegisters = 32;

}  // namespace riffle::device
