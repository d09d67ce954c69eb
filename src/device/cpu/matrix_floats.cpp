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
using Integers = std::int32_t __attribute__((vector_size(64)));
using Doubles = double __attribute__((vector_size(128)));
using Longs = std::uint64_t __attribute__((vector_size(128)));

/// A column by column and B row by row, as floats, and the same with fractions taken off.
struct Operands {
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

Parts parts_of_element(std::uint32_t bits, MatrixElement type) {
  if (type == MatrixElement::kHalf) return parts_of_half(bits);
  return parts_of_float(type == MatrixElement::kBfloat ? bits << 16 : bits);
}

/// Whether 2^least <= |x| < 2^most or x is zero.
[[gnu::always_inline]] inline bool is_within(std::uint32_t bits, int least, int most) {
  const std::uint32_t field = bits & kExponent;
  const bool inside = field >= static_cast<std::uint32_t>(127 + least) << 23 &&
                      field < static_cast<std::uint32_t>(127 + most) << 23;
  return inside || (bits & 0x7fffffff) == 0;
}

/// The element as float. Sets `unusual` where the fast way does not hold.
template <MatrixElement type>
[[gnu::always_inline]] inline float usual(std::uint32_t bits, unsigned& unusual) {
  if constexpr (type == MatrixElement::kHalf) {
    // Normal numbers: the exponent moves by the difference of the biases.
    const std::uint32_t field = bits & 0x7c00;
    const bool zero = (bits & 0x7fff) == 0;
    unusual |= static_cast<unsigned>((field == 0 && !zero) || field == 0x7c00);
    const std::uint32_t sign = (bits & 0x8000) << 16;
    const std::uint32_t magnitude = ((bits & 0x7fff) << 13) + ((127U - 15U) << 23);
    return std::bit_cast<float>(sign | (zero ? 0 : magnitude));
  } else {
    const std::uint32_t wide = type == MatrixElement::kBfloat ? bits << 16 : bits;
    unusual |= static_cast<unsigned>(!is_within(wide, -40, 40));
    return std::bit_cast<float>(wide);
  }
}

[[gnu::always_inline]] inline float power_of(float x) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & kExponent);
}

/// False if the fast way does not hold.
template <MatrixElement type, unsigned depth, bool half_sums>
[[gnu::always_inline]] inline bool unpack(const std::uint32_t* a, const std::uint32_t* b,
                                          const std::uint32_t* c, Operands& to) {
  constexpr unsigned kElements = type == MatrixElement::kTf32 ? 1 : 2;
  unsigned unusual = 0;
  for_each_of_a(kRows, depth, kElements,
                [&](unsigned row, unsigned k, unsigned r, unsigned lane, unsigned i) {
                  const float x = usual<type>(element_bits(a[r * kLanes + lane], i, type), unusual);
                  to.a[k][row] = x;
                  to.a_power[k][row] = power_of(x);
                });
  for_each_of_b(depth, kElements,
                [&](unsigned k, unsigned column, unsigned r, unsigned lane, unsigned i) {
                  const float x = usual<type>(element_bits(b[r * kLanes + lane], i, type), unusual);
                  to.b[k][column] = x;
                  to.b_power[k][column] = power_of(x);
                });
  for_each_of_c(kRows, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
    float x = 0;
    if constexpr (half_sums) {
      x = usual<MatrixElement::kHalf>(c[r / 2 * kLanes + lane] >> (16 * (r % 2)) & 0xffff, unusual);
    } else {
      const std::uint32_t bits = c[r * kLanes + lane];
      unusual |= static_cast<unsigned>(!is_within(bits, -100, 100));
      x = std::bit_cast<float>(bits);
    }
    unusual |= static_cast<unsigned>(std::bit_cast<std::uint32_t>(x) == 0x80000000U);
    to.c[column][row] = x;
    to.c_power[column][row] = power_of(x);
  });
  return unusual == 0;
}

[[gnu::always_inline]] inline Floats splat(float x) { return Floats{} + x; }
[[gnu::always_inline]] inline Floats larger(Floats x, Floats y) { return x > y ? x : y; }

/// Sixteen sums of a column, cut to float: bits.
template <unsigned depth>
[[gnu::always_inline]] inline void multiply_column(const Operands& from, unsigned column,
                                                   double* sums) {
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
  const Doubles result = sum * unit;
  std::memcpy(sums, &result, sizeof result);
}

/// Sums that are exact as double, cut to float.
[[gnu::always_inline]] inline std::uint32_t cut_to_float(double sum) {
  const auto bits = std::bit_cast<std::uint64_t>(sum) & ~((std::uint64_t{1} << 29) - 1);
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
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
  Parts a[kRows][kMostDepth], b[kColumns][kMostDepth];
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
    const std::span<const Parts> left(a[row], shape.k), right(b[column], shape.k);
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
  Operands operands;
  if (!unpack<type, depth, half_sums>(words, words + kOfA, words + kOfA + kOfB, operands)) {
    constexpr MatrixShape kShape{kRows, kColumns,
                                 depth, type,
                                 type,  half_sums ? MatrixElement::kHalf : MatrixElement::kFloat,
                                 0};
    return multiply_slowly(kShape, words, results);
  }
  alignas(64) double sums[kColumns][kRows];
  for (unsigned column = 0; column < kColumns; ++column)
    multiply_column<depth>(operands, column, sums[column]);
  for_each_of_c(kRows, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
    if constexpr (!half_sums) {
      results[r * kLanes + lane] = cut_to_float(sums[column][row]);
    } else {
      const std::uint32_t half = rounded_to_half(sums[column][row]);
      std::uint32_t& word = results[r / 2 * kLanes + lane];
      word = r % 2 == 0 ? half : word | half << 16;
    }
  });
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
