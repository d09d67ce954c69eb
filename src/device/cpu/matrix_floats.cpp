// SPDX-License-Identifier: Apache-2.0
// Sixteen rows at a time in vectors. The sum is computed in fixed point: with e the largest exponent of a product or
// the addend, each is scaled by 2^(25 - e) and cut to an integer. Exponents are those of the factors added, not of the
// product, which may be one larger.
//
//   power[row] = max over k of 2^exponent(A[row][k]) * 2^exponent(B[k][column])      exact, as all are powers of two
//   total[row] = sum over k of int(A[row][k] * B[k][column] * 2^25 / power[row])     products of 22 bits are exact
//
// Infinities, NaN, denormal halves and numbers whose products might leave float's range go the slow way.
#include "device/cpu/matrix_floats.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "device/cpu/exact_dot.h"
#include "device/cpu/matrix_fragments.h"

namespace riffle::device {
namespace {

using abi::MatrixElement;
using abi::MatrixShape;

constexpr unsigned kRows = 16;
constexpr unsigned kColumns = 8;
constexpr unsigned kMostDepth = 16;

using Floats = float __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));
/// A register of all lanes.
using Lanes = std::uint32_t __attribute__((vector_size(128)));
using Integers = std::int32_t __attribute__((vector_size(64)));
using Doubles = double __attribute__((vector_size(128)));
using Longs = std::uint64_t __attribute__((vector_size(128)));

/// A column by column and B row by row, as floats, and the same with fractions taken off.
struct FloatOperands {
  alignas(64) float a[kMostDepth][kRows];
  alignas(64) float a_power[kMostDepth][kRows];
  alignas(64) float b[kMostDepth][kColumns];
  alignas(64) float b_power[kMostDepth][kColumns];
  alignas(64) float c[kColumns][kRows];
  alignas(64) float c_power[kColumns][kRows];
};

constexpr std::uint32_t kExponent = 0x7f800000;

std::uint32_t element_bits(std::uint32_t word, unsigned i, MatrixElement type) {
  if (type == MatrixElement::kTf32) return word & ~0x1fffU;
  return (word >> (16 * i)) & 0xffff;
}

FloatParts parts_of_element(std::uint32_t bits, MatrixElement type) {
  if (type == MatrixElement::kHalf) return parts_of_half(bits);
  return parts_of_float(type == MatrixElement::kBfloat ? bits << 16 : bits);
}

/// Lanes for which the number is neither zero nor 2^least <= |x| < 2^most: all ones.
[[gnu::always_inline]] inline Lanes out_of_range(Lanes bits, unsigned least, unsigned most) {
  const Lanes field = bits & kExponent;
  const auto inside = (field >= (least << 23)) & (field < (most << 23));
  return __builtin_bit_cast(Lanes, ~(inside | ((bits & 0x7fffffff) == 0)));
}

/// Element i of each lane's register as float. Sets `unusual` where the fast way does not hold.
template <MatrixElement type>
[[gnu::always_inline]] inline Lanes usual(Lanes words, unsigned i, Lanes& unusual) {
  if constexpr (type == MatrixElement::kHalf) {
    // Normal numbers: the exponent moves by the difference of the biases.
    const Lanes bits = words >> (16 * i);
    const Lanes field = bits & 0x7c00, size = bits & 0x7fff;
    unusual |= __builtin_bit_cast(Lanes, ((field == 0) & (size != 0)) | (field == 0x7c00));
    const Lanes magnitude = (size << 13) + ((127U - 15U) << 23);
    return (bits & 0x8000) << 16 | (magnitude & __builtin_bit_cast(Lanes, size != 0));
  } else {
    const Lanes bits = type == MatrixElement::kTf32 ? words & ~0x1fffU
                       : i == 0                     ? words << 16
                                                    : words & 0xffff0000U;
    unusual |= out_of_range(bits, 127 - 40, 127 + 40);
    return bits;
  }
}

[[gnu::always_inline]] inline Lanes load(const std::uint32_t* words, unsigned r) {
  Lanes lanes;
  std::memcpy(&lanes, words + r * kLanes, sizeof lanes);
  return lanes;
}

/// Stores the lanes 4 g + t for each g as numbers, and their powers.
template <unsigned t>
[[gnu::always_inline]] inline void put_eight(Lanes x, float* numbers, float* powers) {
  const auto eight =
      __builtin_shufflevector(x, x, t, t + 4, t + 8, t + 12, t + 16, t + 20, t + 24, t + 28);
  const auto power = eight & kExponent;
  std::memcpy(numbers, &eight, sizeof eight);
  std::memcpy(powers, &power, sizeof power);
}
template <class Place>
[[gnu::always_inline]] inline void put(Lanes x, Place place) {
  place.template operator()<0>(x);
  place.template operator()<1>(x);
  place.template operator()<2>(x);
  place.template operator()<3>(x);
}

/// False if the fast way does not hold.
template <MatrixElement type, unsigned depth, bool half_sums>
[[gnu::always_inline]] inline bool unpack(const std::uint32_t* a, const std::uint32_t* b,
                                          const std::uint32_t* c, FloatOperands& to) {
  constexpr unsigned kElements = type == MatrixElement::kTf32 ? 1 : 2;
  constexpr unsigned kSteps = depth / (4 * kElements);
  Lanes unusual{};
  for (unsigned r = 0; r < 2 * kSteps; ++r) {
    for (unsigned i = 0; i < kElements; ++i) {
      put(usual<type>(load(a, r), i, unusual), [&]<unsigned t>(Lanes x) {
        const unsigned k = kElements * t + i + 4 * kElements * (r / 2);
        put_eight<t>(x, to.a[k] + 8 * (r % 2), to.a_power[k] + 8 * (r % 2));
      });
    }
  }
  for (unsigned r = 0; r < kSteps; ++r) {
    for (unsigned i = 0; i < kElements; ++i) {
      put(usual<type>(load(b, r), i, unusual), [&]<unsigned t>(Lanes x) {
        const unsigned k = kElements * t + i + 4 * kElements * r;
        put_eight<t>(x, to.b[k], to.b_power[k]);
      });
    }
  }
  for (unsigned r = 0; r < 4; ++r) {
    Lanes sums = load(c, half_sums ? r / 2 : r);
    if constexpr (half_sums) {
      sums = usual<MatrixElement::kHalf>(sums, r % 2, unusual);
    } else {
      unusual |= out_of_range(sums, 127 - 100, 127 + 100);
    }
    unusual |= __builtin_bit_cast(Lanes, sums == 0x80000000U);
    put(sums, [&]<unsigned t>(Lanes x) {
      const unsigned column = 2 * t + r % 2;
      put_eight<t>(x, to.c[column] + 8 * (r / 2), to.c_power[column] + 8 * (r / 2));
    });
  }
  return __builtin_reduce_or(unusual) == 0;
}

[[gnu::always_inline]] inline Floats splat(float x) { return Floats{} + x; }
[[gnu::always_inline]] inline Floats larger(Floats x, Floats y) { return x > y ? x : y; }

/// Sixteen sums of a column, exact.
template <unsigned depth>
[[gnu::always_inline]] inline Doubles multiply_column(const FloatOperands& from, unsigned column) {
  Floats power, addend;
  std::memcpy(&power, from.c_power[column], sizeof power);
  std::memcpy(&addend, from.c[column], sizeof addend);
  for (unsigned k = 0; k < depth; ++k) {
    Floats a;
    std::memcpy(&a, from.a_power[k], sizeof a);
    power = larger(power, a * splat(from.b_power[k][column]));
  }
  // 2^25 / power; where all terms are zero any number will do.
  const Words exponents = __builtin_bit_cast(Words, power);
  const Words scale_bits = (279U << 23) - exponents;
  const Floats scale = exponents == 0 ? Floats{} : __builtin_bit_cast(Floats, scale_bits);
  // Eight products of 27 bits fit in 31.
  Integers total[2] = {__builtin_convertvector(addend * scale, Integers), Integers{}};
  for (unsigned k = 0; k < depth; ++k) {
    Floats a;
    std::memcpy(&a, from.a[k], sizeof a);
    const Floats product = a * splat(from.b[k][column]);
    total[k % 2] += __builtin_convertvector(product * scale, Integers);
  }
  const Doubles sum =
      __builtin_convertvector(total[0], Doubles) + __builtin_convertvector(total[1], Doubles);
  const Doubles unit = __builtin_convertvector(power * splat(0x1p-25F), Doubles);
  return sum * unit;
}

/// Cut to float, towards zero.
[[gnu::always_inline]] inline Floats cut_to_float(Doubles sums) {
  const Longs kept = __builtin_bit_cast(Longs, sums) & ~((std::uint64_t{1} << 29) - 1);
  return __builtin_convertvector(__builtin_bit_cast(Doubles, kept), Floats);
}

/// To the nearest half, ties to even.
std::uint32_t rounded_to_half(double sum) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(sum));
}

/// Any operands.
void multiply_slowly(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  const MatrixElement type = shape.a;
  const bool half_sums = shape.c == MatrixElement::kHalf;
  const unsigned elements = elements_per_register(type);
  FloatParts a[kRows][kMostDepth], b[kColumns][kMostDepth];
  const unsigned a_registers = kRows * shape.k / (elements * kLanes);
  const unsigned b_registers = kColumns * shape.k / (elements * kLanes);
  const std::uint32_t* const from_b = words + a_registers * kLanes;
  const std::uint32_t* const from_c = from_b + b_registers * kLanes;
  for_each_of_a(kRows, shape.k, elements,
                [&](unsigned row, unsigned k, unsigned r, unsigned lane, unsigned i) {
                  a[row][k] =
                      parts_of_element(element_bits(words[r * kLanes + lane], i, type), type);
                });
  for_each_of_b(
      shape.k, elements, [&](unsigned k, unsigned column, unsigned r, unsigned lane, unsigned i) {
        b[column][k] = parts_of_element(element_bits(from_b[r * kLanes + lane], i, type), type);
      });
  std::uint32_t sums[4 * kLanes];
  for_each_of_c(kRows, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
    const std::span<const FloatParts> left(a[row], shape.k), right(b[column], shape.k);
    if (!half_sums) {
      sums[r * kLanes + lane] =
          dot_to_float(left, right, parts_of_float(from_c[r * kLanes + lane]));
      return;
    }
    const unsigned shift = 16 * (r % 2);
    const std::uint32_t sum =
        dot_to_half(left, right, parts_of_half(from_c[r / 2 * kLanes + lane] >> shift));
    std::uint32_t& word = sums[r / 2 * kLanes + lane];
    word = shift == 0 ? sum : word | sum << 16;
  });
  std::memcpy(results, sums, sizeof(std::uint32_t) * (half_sums ? 2 : 4) * kLanes);
}

template <MatrixElement type, unsigned depth, bool half_sums>
[[gnu::always_inline]] inline void multiply(const std::uint32_t* words, std::uint32_t* results) {
  constexpr unsigned kElements = type == MatrixElement::kTf32 ? 1 : 2;
  constexpr unsigned kOfA = kRows * depth / kElements, kOfB = kColumns * depth / kElements;
  FloatOperands operands;
  if (!unpack<type, depth, half_sums>(words, words + kOfA, words + kOfA + kOfB, operands)) {
    constexpr MatrixShape kShape{kRows, kColumns,
                                 depth, type,
                                 type,  half_sums ? MatrixElement::kHalf : MatrixElement::kFloat,
                                 0};
    return multiply_slowly(kShape, words, results);
  }
  if constexpr (half_sums) {
    double sums[kColumns][kRows];
    for (unsigned column = 0; column < kColumns; ++column) {
      const Doubles exact = multiply_column<depth>(operands, column);
      std::memcpy(sums[column], &exact, sizeof exact);
    }
    for_each_of_c(kRows, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
      const std::uint32_t half = rounded_to_half(sums[column][row]);
      std::uint32_t& word = results[r / 2 * kLanes + lane];
      word = r % 2 == 0 ? half : word | half << 16;
    });
  } else {
    float sums[kColumns][kRows];
    for (unsigned column = 0; column < kColumns; ++column) {
      const Floats cut = cut_to_float(multiply_column<depth>(operands, column));
      std::memcpy(sums[column], &cut, sizeof cut);
    }
    for_each_of_c(kRows, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
      results[r * kLanes + lane] = std::bit_cast<std::uint32_t>(sums[column][row]);
    });
  }
}

[[gnu::always_inline]] inline void multiply_any(MatrixShape shape, const std::uint32_t* words,
                                                std::uint32_t* results) {
  using enum MatrixElement;
  if (shape.a == kTf32) {
    return shape.k == 4 ? multiply<kTf32, 4, false>(words, results)
                        : multiply<kTf32, 8, false>(words, results);
  }
  if (shape.a == kBfloat) {
    return shape.k == 8 ? multiply<kBfloat, 8, false>(words, results)
                        : multiply<kBfloat, 16, false>(words, results);
  }
  if (shape.c == kHalf) {
    return shape.k == 8 ? multiply<kHalf, 8, true>(words, results)
                        : multiply<kHalf, 16, true>(words, results);
  }
  return shape.k == 8 ? multiply<kHalf, 8, false>(words, results)
                      : multiply<kHalf, 16, false>(words, results);
}

using Multiply = void (*)(MatrixShape, const std::uint32_t*, std::uint32_t*);

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma")]] void multiply_avx512(
    MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  multiply_any(shape, words, results);
}
[[gnu::target("avx2,fma")]] void multiply_avx2(MatrixShape shape, const std::uint32_t* words,
                                               std::uint32_t* results) {
  multiply_any(shape, words, results);
}
#endif
void multiply_plain(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  multiply_any(shape, words, results);
}

Multiply best_multiply() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return multiply_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return multiply_avx2;
#endif
  return multiply_plain;
}

float float_of_half(std::uint32_t bits) {
  return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)));
}
std::uint32_t half_of_float(float x) {
  if (std::isnan(x)) return 0x7fff;
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x));
}

}  // namespace

void multiply_floats(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  static const Multiply multiply = best_multiply();
  multiply(shape, words, results);
}

// Lanes 0-3 and 16-19 hold the first product's operands, 4-7 and 20-23 those of the second, and so on.
void multiply_quads(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  const bool half_sums = shape.c == MatrixElement::kHalf;
  const bool a_by_columns = (shape.flags & abi::kMatrixAByColumns) != 0;
  const bool b_by_rows = (shape.flags & abi::kMatrixBByRows) != 0;
  float a[4][8][4], b[4][4][8];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned quad = lane % 16 / 4, own = lane % 4, upper = lane / 16 * 4;
    for (unsigned i = 0; i < 4; ++i) {
      const auto element = [&](const std::uint32_t* from) {
        return float_of_half(from[i / 2 * kLanes + lane] >> (16 * (i % 2)) & 0xffff);
      };
      (a_by_columns ? a[quad][i + upper][own] : a[quad][own + upper][i]) = element(words);
      (b_by_rows ? b[quad][own][i + upper] : b[quad][i][own + upper]) = element(words + 2 * kLanes);
    }
  }
  const std::uint32_t* const c = words + 4 * kLanes;
  std::uint32_t sums[8 * kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned quad = lane % 16 / 4, upper = lane / 16 * 4;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned row = half_sums ? lane % 4 + upper : lane % 2 + (i & 2) + upper;
      const unsigned column = half_sums ? i : (i & 4) + (lane & 2) + i % 2;
      float sum = a[quad][row][0] * b[quad][0][column];
      for (unsigned k = 1; k < 4; ++k) sum = std::fma(a[quad][row][k], b[quad][k][column], sum);
      if (half_sums) {
        const unsigned shift = 16 * (i % 2);
        const float addend = float_of_half(c[i / 2 * kLanes + lane] >> shift & 0xffff);
        const std::uint32_t half = half_of_float(sum + addend);
        std::uint32_t& word = sums[i / 2 * kLanes + lane];
        word = shift == 0 ? half : word | half << 16;
      } else {
        sums[i * kLanes + lane] =
            std::bit_cast<std::uint32_t>(sum + std::bit_cast<float>(c[i * kLanes + lane]));
      }
    }
  }
  std::memcpy(results, sums, sizeof(std::uint32_t) * (half_sums ? 4 : 8) * kLanes);
}

}  // namespace riffle::device
