// SPDX-License-Identifier: Apache-2.0
// A sum of products as a tensor core computes it, for any operands. matrix.h says how.
#pragma once

#include <cstdint>
#include <span>

namespace riffle::device {

/// A floating-point number taken apart: significand * 2^(exponent - fraction_bits), the significand not normalised.
struct FloatParts {
  enum class Kind : std::uint8_t { kNumber, kInfinite, kNan };
  Kind kind = Kind::kNumber;
  bool negative = false;
  int exponent = 0;
  int fraction_bits = 0;
  std::uint32_t significand = 0;
};

FloatParts parts_of_half(std::uint32_t bits);
FloatParts parts_of_float(std::uint32_t bits);

/// Both with the result's bits.
std::uint32_t dot_to_float(std::span<const FloatParts> a, std::span<const FloatParts> b,
                           const FloatParts& c);
std::uint32_t dot_to_half(std::span<const FloatParts> a, std::span<const FloatParts> b,
                          const FloatParts& c);

}  // namespace riffle::device
