// SPDX-License-Identifier: Apache-2.0
// Products of 16-bit floats and tf32 with sums of float or half. matrix.h says what they compute.
#pragma once

#include <cstdint>

#include "compiler/abi/device_abi.h"

namespace riffle::device {

void multiply_floats(abi::MatrixShape shape, const std::uint32_t* words, std::uint32_t* results);

/// m8n8k4 of halves: four products, of lanes q, q + 16 by groups of four.
void multiply_quads(abi::MatrixShape shape, const std::uint32_t* words, std::uint32_t* results);

}  // namespace riffle::device
