// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/exact_dot.h"

#include <algorithm>
#include <bit>
#include <climits>

namespace riffle::device {
namespace {

constexpr int kKeptBits = 25;  ///< below the largest exponent

FloatParts parts_of(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const std::uint32_t all_ones = (1U << exponent_bits) - 1;
  const std::uint32_t field = bits >> fraction_bits & all_ones;
  const int bias = static_cast<int>(all_ones >> 1);
  FloatParts parts;
  parts.negative = (bits >> (exponent_bits + fraction_bits) & 1) != 0;
  parts.significand = bits & ((1U << fraction_bits) - 1);
  parts.fraction_bits = fraction_bits;
  if (field == all_ones) {
    parts.kind = parts.significand == 0 ? FloatParts::Kind::kInfinite : FloatParts::Kind::kNan;
    return parts;
  }
  parts.exponent = field == 0 ? 1 - bias : static_cast<int>(field) - bias;
  if (field != 0) parts.significand |= 1U << fraction_bits;
  return parts;
}

/// The sum: magnitude * 2^lowest, or what is no number.
struct Sum {
  FloatParts::Kind kind = FloatParts::Kind::kNumber;
  bool negative = false;
  std::uint64_t magnitude = 0;
  int lowest = 0;
};

struct Term {
  bool negative;
  int exponent;
  int fraction_bits;
  std::uint64_t significand;
};

Term product(const FloatParts& a, const FloatParts& b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.fraction_bits + b.fraction_bits,
          std::uint64_t{a.significand} * b.significand};
}

/// NaN and infinities: true if the sum is one.
bool is_special(std::span<const FloatParts> a, std::span<const FloatParts> b, const FloatParts& c,
                Sum& sum) {
  bool nan = c.kind == FloatParts::Kind::kNan;
  bool infinite[2] = {};
  if (c.kind == FloatParts::Kind::kInfinite) infinite[c.negative ? 1 : 0] = true;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const bool finite =
        a[k].kind == FloatParts::Kind::kNumber && b[k].kind == FloatParts::Kind::kNumber;
    if (finite) continue;
    const auto is_zero = [](const FloatParts& x) {
      return x.kind == FloatParts::Kind::kNumber && x.significand == 0;
    };
    if (a[k].kind == FloatParts::Kind::kNan || b[k].kind == FloatParts::Kind::kNan ||
        is_zero(a[k]) || is_zero(b[k])) {
      nan = true;
    } else {
      infinite[a[k].negative != b[k].negative ? 1 : 0] = true;
    }
  }
  if (nan || (infinite[0] && infinite[1])) {
    sum.kind = FloatParts::Kind::kNan;
  } else if (infinite[0] || infinite[1]) {
    sum.kind = FloatParts::Kind::kInfinite;
    sum.negative = infinite[1];
  }
  return sum.kind != FloatParts::Kind::kNumber;
}

Sum sum_of(std::span<const FloatParts> a, std::span<const FloatParts> b, const FloatParts& c) {
  Sum sum;
  if (is_special(a, b, c, sum)) return sum;
  const Term addend{c.negative, c.exponent, c.fraction_bits, c.significand};
  int largest = INT_MIN;
  bool all_negative = addend.negative;
  const auto look = [&](const Term& term) {
    if (term.significand != 0) largest = std::max(largest, term.exponent);
    all_negative = all_negative && term.negative;
  };
  look(addend);
  for (std::size_t k = 0; k < a.size(); ++k) look(product(a[k], b[k]));
  if (largest == INT_MIN) {
    sum.negative = all_negative;
    return sum;
  }
  std::int64_t total = 0;
  sum.lowest = largest - kKeptBits;
  const auto add = [&](const Term& term) {
    const int down = sum.lowest - (term.exponent - term.fraction_bits);
    const std::uint64_t kept = down >= 64  ? 0
                               : down >= 0 ? term.significand >> down
                                           : term.significand << -down;
    total += term.negative ? -static_cast<std::int64_t>(kept) : static_cast<std::int64_t>(kept);
  };
  add(addend);
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (const Term term = product(a[k], b[k]); term.significand != 0) add(term);
  }
  sum.negative = total < 0;
  sum.magnitude = static_cast<std::uint64_t>(total < 0 ? -total : total);
  return sum;
}

struct FloatFormat {
  int exponent_bits;
  int fraction_bits;
  bool to_nearest;  ///< else towards zero
};

std::uint32_t packed(const Sum& sum, FloatFormat format) {
  const std::uint32_t all_ones = (1U << format.exponent_bits) - 1;
  const std::uint32_t sign = sum.negative ? 1U << (format.exponent_bits + format.fraction_bits) : 0;
  const std::uint32_t infinity = all_ones << format.fraction_bits;
  if (sum.kind == FloatParts::Kind::kNan)
    return sign | infinity | ((1U << format.fraction_bits) - 1);
  if (sum.kind == FloatParts::Kind::kInfinite) return sign | infinity;
  if (sum.magnitude == 0) return sign;
  const int bias = static_cast<int>(all_ones >> 1);
  int exponent = sum.lowest + static_cast<int>(std::bit_width(sum.magnitude)) - 1;
  exponent = std::max(exponent, 1 - bias);
  const int down = exponent - format.fraction_bits - sum.lowest;
  std::uint64_t digits = down > 0 ? sum.magnitude >> std::min(down, 63) : sum.magnitude << -down;
  if (format.to_nearest && down > 0 && down < 63) {
    const std::uint64_t rest = sum.magnitude & ((std::uint64_t{1} << down) - 1);
    const std::uint64_t half = std::uint64_t{1} << (down - 1);
    if (rest > half || (rest == half && (digits & 1) != 0)) ++digits;
  }
  // A carry into the next power of two is a step of the exponent.
  const bool is_small = digits >> format.fraction_bits == 0;
  if (is_small) return sign | static_cast<std::uint32_t>(digits);
  const auto field = static_cast<std::uint64_t>(exponent + bias - 1) << format.fraction_bits;
  const std::uint64_t bits = field + digits;
  return bits >= infinity ? sign | infinity : sign | static_cast<std::uint32_t>(bits);
}

}  // namespace

FloatParts parts_of_half(std::uint32_t bits) { return parts_of(bits & 0xffff, 5, 10); }
FloatParts parts_of_float(std::uint32_t bits) { return parts_of(bits, 8, 23); }

std::uint32_t dot_to_float(std::span<const FloatParts> a, std::span<const FloatParts> b,
                           const FloatParts& c) {
  const Sum sum = sum_of(a, b, c);
  if (sum.kind == FloatParts::Kind::kNan) return 0x7fffffff;
  return packed(sum, {8, 23, false});
}

std::uint32_t dot_to_half(std::span<const FloatParts> a, std::span<const FloatParts> b,
                          const FloatParts& c) {
  const Sum sum = sum_of(a, b, c);
  if (sum.kind == FloatParts::Kind::kNan) return 0x7fff;
  return packed(sum, {5, 10, true});
}

}  // namespace riffle::device
