// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "device/cpu/matrix_floats.h"
#include "device/cpu/matrix_fragments.h"

namespace riffle::device {
namespace {

using abi::MatrixElement;
using abi::MatrixShape;

constexpr unsigned kMostRows = 16;
constexpr unsigned kColumns = 8;

double double_at(const std::uint32_t* words, unsigned element, unsigned lane) {
  const std::uint64_t low = words[2 * element * kLanes + lane];
  const std::uint64_t high = words[(2 * element + 1) * kLanes + lane];
  return std::bit_cast<double>(low | high << 32);
}

void multiply_doubles(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  double a[kMostRows][16], b[16][kColumns], sums[4 * kLanes];
  for_each_of_a(shape.m, shape.k, 1,
                [&](unsigned row, unsigned k, unsigned r, unsigned lane, unsigned) {
                  a[row][k] = double_at(words, r, lane);
                });
  const std::uint32_t* const from_b = words + std::size_t{2} * shape.m * shape.k;
  for_each_of_b(shape.k, 1, [&](unsigned k, unsigned column, unsigned r, unsigned lane, unsigned) {
    b[k][column] = double_at(from_b, r, lane);
  });
  const std::uint32_t* const from_c = from_b + std::size_t{2} * kColumns * shape.k;
  for_each_of_c(shape.m, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
    double sum = double_at(from_c, r, lane);
    for (unsigned k = 0; k < shape.k; ++k) sum = std::fma(a[row][k], b[k][column], sum);
    sums[r * kLanes + lane] = sum;
  });
  for (unsigned i = 0; i < shape.m / 4U * kLanes; ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(sums[i]);
    results[i / kLanes * 2 * kLanes + i % kLanes] = static_cast<std::uint32_t>(bits);
    results[(i / kLanes * 2 + 1) * kLanes + i % kLanes] = static_cast<std::uint32_t>(bits >> 32);
  }
}

// ---- Integers: the bytes of a register one by one, in the layout of 8-bit elements ----

/// Elements as 16 bits.
struct Integers {
  std::int16_t a[kMostRows][64];
  std::int16_t b[kColumns][64];
};

std::int16_t integer_at(std::uint32_t word, unsigned i, MatrixElement type) {
  using enum MatrixElement;
  switch (type) {
    case kSigned8:
      return static_cast<std::int8_t>(word >> (8 * i));
    case kUnsigned8:
      return static_cast<std::uint8_t>(word >> (8 * i));
    case kSigned4:
      return static_cast<std::int16_t>(static_cast<std::int32_t>(word << (28 - 4 * i)) >> 28);
    default:
      return static_cast<std::int16_t>(word >> (4 * i) & 15);
  }
}

/// Rows of `words` and columns give the sums of products.
template <class Dot>
void add_products(MatrixShape shape, const std::uint32_t* c, std::uint32_t* results, Dot dot) {
  const bool saturated = (shape.flags & abi::kMatrixSaturates) != 0;
  std::uint32_t sums[4 * kLanes];
  for_each_of_c(shape.m, [&](unsigned row, unsigned column, unsigned r, unsigned lane) {
    const std::int64_t sum =
        std::int64_t{static_cast<std::int32_t>(c[r * kLanes + lane])} + dot(row, column);
    using Limits = std::numeric_limits<std::int32_t>;
    const std::int64_t kept =
        saturated ? std::clamp<std::int64_t>(sum, Limits::min(), Limits::max()) : sum;
    sums[r * kLanes + lane] = static_cast<std::uint32_t>(kept);
  });
  std::memcpy(results, sums, sizeof(std::uint32_t) * shape.m / 4 * kLanes);
}

void multiply_integers(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  const unsigned elements = elements_per_register(shape.a);
  Integers integers;
  for_each_of_a(shape.m, shape.k, elements,
                [&](unsigned row, unsigned k, unsigned r, unsigned lane, unsigned i) {
                  integers.a[row][k] = integer_at(words[r * kLanes + lane], i, shape.a);
                });
  const std::uint32_t* const from_b = words + shape.m * shape.k / elements;
  for_each_of_b(shape.k, elements,
                [&](unsigned k, unsigned column, unsigned r, unsigned lane, unsigned i) {
                  integers.b[column][k] = integer_at(from_b[r * kLanes + lane], i, shape.b);
                });
  const std::uint32_t* const from_c = from_b + kColumns * shape.k / elements;
  add_products(shape, from_c, results, [&](unsigned row, unsigned column) {
    std::int32_t sum = 0;
    for (unsigned k = 0; k < shape.k; ++k) sum += integers.a[row][k] * integers.b[column][k];
    return sum;
  });
}

void multiply_bits(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  const unsigned depth = shape.k / 32U;
  const bool with_and = (shape.flags & abi::kMatrixAnd) != 0;
  std::uint32_t a[kMostRows][8], b[kColumns][8];
  for_each_of_a(shape.m, depth, 1,
                [&](unsigned row, unsigned k, unsigned r, unsigned lane, unsigned) {
                  a[row][k] = words[r * kLanes + lane];
                });
  const std::uint32_t* const from_b = words + shape.m * depth;
  for_each_of_b(depth, 1, [&](unsigned k, unsigned column, unsigned r, unsigned lane, unsigned) {
    b[column][k] = from_b[r * kLanes + lane];
  });
  add_products(shape, from_b + kColumns * depth, results, [&](unsigned row, unsigned column) {
    int sum = 0;
    for (unsigned k = 0; k < depth; ++k) {
      sum += std::popcount(with_and ? a[row][k] & b[column][k] : a[row][k] ^ b[column][k]);
    }
    return sum;
  });
}

unsigned register_count(unsigned rows, unsigned columns, MatrixElement element) {
  const unsigned words = element == MatrixElement::kDouble ? 2 : 1;
  return rows * columns * words / (elements_per_register(element) * kLanes);
}

}  // namespace

MatrixRegisters matrix_registers(MatrixShape shape) {
  // The four products of m8n8k4 are of their own.
  const unsigned products = shape.a == MatrixElement::kHalf && shape.m == 8 ? 4 : 1;
  const unsigned sums = products * register_count(shape.m, shape.n, shape.c);
  const unsigned factors = products * (shape.m + shape.n) * shape.k *
                           (shape.a == MatrixElement::kDouble ? 2 : 1) /
                           (elements_per_register(shape.a) * kLanes);
  return {factors + sums, sums};
}

void multiply_matrices(MatrixShape shape, const std::uint32_t* words, std::uint32_t* results) {
  using enum MatrixElement;
  switch (shape.a) {
    case kHalf:
      if (shape.m == 8) return multiply_quads(shape, words, results);
      return multiply_floats(shape, words, results);
    case kBfloat:
    case kTf32:
      return multiply_floats(shape, words, results);
    case kDouble:
      return multiply_doubles(shape, words, results);
    case kBit:
      return multiply_bits(shape, words, results);
    default:
      return multiply_integers(shape, words, results);
  }
}

}  // namespace riffle::device
