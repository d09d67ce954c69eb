// SPDX-License-Identifier: Apache-2.0
// Which element of a matrix is where in the registers of a warp. Source: PTX ISA, "Warp Level Matrix Instructions".
//
// With g = lane / 4 and t = lane % 4, and p elements in a register, register r of A holds elements
// (g + 8 * (r % 2), p * t + i + 4 * p * (r / 2)), that of B (p * t + i + 4 * p * r, g), that of C
// (g + 8 * (r / 2), 2 * t + r % 2). Matrices of eight rows have no odd registers of A.
#pragma once

#include <cstdint>

#include "compiler/abi/device_abi.h"

namespace riffle::device {

inline constexpr unsigned kLanes = 32;

/// Elements of a 32-bit register.
constexpr unsigned elements_per_register(abi::MatrixElement element) {
  using enum abi::MatrixElement;
  switch (element) {
    case kHalf:
    case kBfloat:
      return 2;
    case kSigned8:
    case kUnsigned8:
      return 4;
    case kSigned4:
    case kUnsigned4:
      return 8;
    case kBit:
      return 32;
    default:
      return 1;
  }
}

/// Calls visit(row, k, register, lane, element of the register).
template <class Visit>
void for_each_of_a(unsigned m, unsigned k, unsigned elements, Visit visit) {
  const unsigned row_registers = m / 8;
  for (unsigned r = 0; r < row_registers * k / (4 * elements); ++r) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < elements; ++i) {
        visit(lane / 4 + 8 * (r % row_registers),
              elements * (lane % 4) + i + 4 * elements * (r / row_registers), r, lane, i);
      }
    }
  }
}
/// Calls visit(k, column, register, lane, element of the register).
template <class Visit>
void for_each_of_b(unsigned k, unsigned elements, Visit visit) {
  for (unsigned r = 0; r < k / (4 * elements); ++r) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < elements; ++i)
        visit(elements * (lane % 4) + i + 4 * elements * r, lane / 4, r, lane, i);
    }
  }
}
/// Calls visit(row, column, element, lane): sums of 32 bits have an element in each register, doubles in two, halves
/// two in one.
template <class Visit>
void for_each_of_c(unsigned m, Visit visit) {
  for (unsigned r = 0; r < m / 4; ++r) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      visit(lane / 4 + 8 * (r / 2), 2 * (lane % 4) + r % 2, r, lane);
  }
}

}  // namespace riffle::device
