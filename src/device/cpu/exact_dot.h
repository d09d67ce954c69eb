// SPDX-License-Identifier: Apache-2.0
// A sum of products as a tensor core computes it, for any operands. matrix.h says how.
#pragma once

#include <cstdint>
#include <span>

namespace riffle::device {

/// A floating-point number taken apart: significand * 2^(exponent - fraction_bits), the significand not normalised.
struct Parts {
  enum class Kind : std::uint8_t { kNumber, kInfinite, kNan };
  Kind kind = Kind::kNumber;
  bool negative = false;
  int exponent = 0;
  int fraction_bits = 0;
  std::uint32_t significand = 0;
};

Parts parts_of_half(std::uint32_t bits);
Parts parts_of_float(std::uint32_t bits);

/// Both with the result's bits.
std::uint32_t dot_to_float(std::span<const Parts> a, std::span<const Parts> b, const Parts& c);
std::uint32_t dot_to_half(std::span<const Parts> a, std::span<const Parts> b, const Parts& c);

}  // namespace riffle::device
