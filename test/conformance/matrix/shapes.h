// SPDX-License-Identifier: Apache-2.0
// mma.sync by shape: registers of a warp's lanes with random elements, and what comes out.
#pragma once

#include "../transcript.h"

using Word = unsigned;

inline Word next_random(unsigned long long &state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  unsigned long long x = state ^ state >> 33;
  x *= 0xff51afd7ed558ccdull;
  return Word(x >> 32);
}

// How elements of a register are made: which kind, and how far their sizes are apart.
enum class Kind { kHalf, kBfloat, kFloat, kTf32, kDouble, kBits };
enum class Spread { kNear, kFar, kWhole, kSpecial };

inline Word random_half(unsigned long long &state, Spread spread) {
  const Word random = next_random(state);
  switch (spread) {
    case Spread::kNear: return (random & 0x83ff) | (13 + (random >> 16) % 3) << 10;
    case Spread::kFar: return (random & 0x83ff) | (random >> 16) % 31 << 10;
    case Spread::kWhole: {
      const int value = int(random % 17) - 8;
      const Word small[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800};
      return (value < 0 ? 0x8000u : 0u) | small[value < 0 ? -value : value];
    }
    default: return random % 97 == 0 ? 0x7c00u : random % 97 == 1 ? 0xfc00u : random % 97 == 2 ? 0x7e00u : random % 97 == 3 ? 0x8000u : random % 97 < 8 ? (random >> 16 & 0x83ff) : (random & 0x83ff) | (10 + (random >> 16) % 9) << 10;
  }
}
inline Word random_wide(unsigned long long &state, Spread spread, Word keep) {
  const Word random = next_random(state), exponent = next_random(state);
  switch (spread) {
    case Spread::kNear: return (random & 0x807fffff & keep) | (125 + exponent % 3) << 23;
    case Spread::kFar: return (random & 0x807fffff & keep) | (102 + exponent % 50) << 23;
    case Spread::kWhole: {
      const float value = float(int(random % 17) - 8);
      Word bits;
      std::memcpy(&bits, &value, 4);
      return bits;
    }
    default: return exponent % 97 == 0 ? 0x7f800000u : exponent % 97 == 1 ? 0xff800000u : exponent % 97 == 2 ? 0x7fc00000u : exponent % 97 == 3 ? 0x80000000u : exponent % 97 < 8 ? (random & 0x807fffff & keep) : (random & 0x807fffff & keep) | (118 + exponent % 18) << 23;
  }
}
inline Word random_register(unsigned long long &state, Kind kind, Spread spread) {
  switch (kind) {
    case Kind::kHalf: {
      const Word low = random_half(state, spread);
      return low | random_half(state, spread) << 16;
    }
    case Kind::kBfloat: {
      const Word low = random_wide(state, spread, 0xffff0000) >> 16;
      return low | (random_wide(state, spread, 0xffff0000) & 0xffff0000);
    }
    case Kind::kFloat: return random_wide(state, spread, ~0u);
    case Kind::kTf32: return random_wide(state, spread, ~0x1fffu);
    default: return next_random(state);
  }
}

// Registers of all lanes, register by register.
inline std::vector<Word> random_registers(unsigned long long &state, Kind kind, Spread spread, int registers) {
  std::vector<Word> all(registers * 32);
  if (kind != Kind::kDouble) {
    for (Word &word : all) word = random_register(state, kind, spread);
    return all;
  }
  for (int r = 0; r < registers; r += 2) {
    for (int lane = 0; lane < 32; ++lane) {
      const Word high = random_wide(state, spread == Spread::kSpecial ? Spread::kNear : spread, ~0u);
      const int exponent = int(high >> 23 & 255) - 127;
      all[r * 32 + lane] = spread == Spread::kWhole ? 0 : next_random(state);
      const bool zero = (high & 0x7fffffff) == 0;
      all[(r + 1) * 32 + lane] = (high & 0x80000000) | (zero ? 0 : Word(exponent + 1023) << 20 | (high & 0x7fffff) >> 3);
    }
  }
  return all;
}

inline void print_element(Word word, Kind kind) {
  if ((kind == Kind::kFloat || kind == Kind::kTf32) && (word & 0x7fffffff) > 0x7f800000)
    std::printf(" nan");
  else
    std::printf(" %08x", word);
}

inline unsigned long long digest(const std::vector<Word> &words, Kind kind) {
  unsigned long long hash = 1469598103934665603ull;
  for (Word word : words) {
    if ((kind == Kind::kFloat || kind == Kind::kTf32) && (word & 0x7fffffff) > 0x7f800000) word = 0x7fffffff;
    hash = (hash ^ word) * 1099511628211ull;
  }
  return hash;
}

// Each shape is a structure: kA, kB, kC registers of a lane, kinds, and `of`, which multiplies.
template <class Shape>
__global__ void multiply_kernel(const Word *in_a, const Word *in_b, const Word *in_c, Word *out) {
  const unsigned lane = threadIdx.x;
  Word a[Shape::kA], b[Shape::kB], c[Shape::kC], d[Shape::kC];
  for (int i = 0; i < Shape::kA; ++i) a[i] = in_a[i * 32 + lane];
  for (int i = 0; i < Shape::kB; ++i) b[i] = in_b[i * 32 + lane];
  for (int i = 0; i < Shape::kC; ++i) c[i] = in_c[i * 32 + lane];
  Shape::of(d, a, b, c);
  for (int i = 0; i < Shape::kC; ++i) out[i * 32 + lane] = d[i];
}

#ifndef ALL_RESULTS
#define ALL_RESULTS 0
#endif

template <class Shape>
void show_shape(const char *name, std::initializer_list<Spread> spreads) {
  unsigned long long state = 12345;
  for (Spread spread : spreads) {
    for (int trial = 0; trial < 3; ++trial) {
      DeviceArray<Word> a(random_registers(state, Shape::kFactors, spread, Shape::kA));
      DeviceArray<Word> b(random_registers(state, Shape::kFactors, spread, Shape::kB));
      DeviceArray<Word> c(random_registers(state, Shape::kSums, spread, Shape::kC)), d(Shape::kC * 32);
      multiply_kernel<Shape><<<1, 32>>>(a.get(), b.get(), c.get(), d.get());
      MUST(cudaDeviceSynchronize());
      const std::vector<Word> out = d.read();
      const int shown = ALL_RESULTS ? int(out.size()) : 12;
      std::printf("%s %d.%d %016llx:", name, int(spread), trial, digest(out, Shape::kSums));
      for (int i = 0; i < shown; ++i) print_element(out[i], Shape::kSums);
      std::printf("\n");
    }
  }
}

#define REGISTERS_1(x) "r"(x[0])
#define REGISTERS_2(x) "r"(x[0]), "r"(x[1])
#define REGISTERS_4(x) "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
#define REGISTERS_8(x) REGISTERS_4(x), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7])
#define RESULTS_2(x) "=r"(x[0]), "=r"(x[1])
#define RESULTS_4(x) RESULTS_2(x), "=r"(x[2]), "=r"(x[3])
#define RESULTS_8(x) RESULTS_4(x), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]), "=r"(x[7])

#define SHAPE(name, a_count, b_count, c_count, factors, sums, text)                             \
  struct name {                                                                                 \
    static constexpr int kA = a_count, kB = b_count, kC = c_count;                              \
    static constexpr Kind kFactors = Kind::factors, kSums = Kind::sums;                         \
    static __device__ void of(Word *d, const Word *a, const Word *b, const Word *c) {           \
      asm volatile(text                                                                         \
                   : RESULTS_##c_count(d)                                                       \
                   : REGISTERS_##a_count(a), REGISTERS_##b_count(b), REGISTERS_##c_count(c));   \
    }                                                                                           \
  };
