// SPDX-License-Identifier: Apache-2.0
// MRG32k3a (L'Ecuyer): two recurrences of order three modulo primes near 2^32, combined.
#pragma once

#include "xorwow.h"

struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace riffle_random {

// The primes are 2^32 - kGap1 and 2^32 - kGap2: remainders need no division.
constexpr unsigned long long kGap1 = 209, kGap2 = 22853;
constexpr unsigned long long kPrime1 = 4294967296ull - kGap1;

RIFFLE_RANDOM unsigned long long modulo(unsigned long long x, unsigned long long gap) {
  x = (x >> 32) * gap + (x & 0xffffffffull);
  x = (x >> 32) * gap + (x & 0xffffffffull);
  const unsigned long long prime = 4294967296ull - gap;
  return x >= prime ? x - prime : x;
}

struct Matrix3 {
  unsigned int m[9];
};
// Loops stay loops here: jumps are rare, and unrolled they would be most of a kernel's code.
RIFFLE_RANDOM_LARGE Matrix3 multiply(const Matrix3& a, const Matrix3& b, unsigned long long gap) {
  Matrix3 product;
#pragma unroll 1
  for (int at = 0; at < 9; ++at) {
    const int i = at / 3 * 3, j = at % 3;
    unsigned long long sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += modulo(static_cast<unsigned long long>(a.m[i + k]) * b.m[3 * k + j], gap);
    product.m[at] = static_cast<unsigned int>(modulo(sum, gap));
  }
  return product;
}
/// s becomes step^(times * 2^doublings) * s.
RIFFLE_RANDOM_LARGE void jump(unsigned int (&s)[3], Matrix3 step, unsigned long long times,
                              int doublings, unsigned long long gap) {
  if (times == 0) return;
#pragma unroll 1
  for (; times != 0; step = multiply(step, step, gap)) {
    if (doublings > 0) {
      --doublings;
      continue;
    }
    if ((times & 1) != 0) {
      unsigned int next[3];
      for (int i = 0; i < 3; ++i) {
        unsigned long long sum = 0;
        for (int k = 0; k < 3; ++k)
          sum += modulo(static_cast<unsigned long long>(step.m[3 * i + k]) * s[k], gap);
        next[i] = static_cast<unsigned int>(modulo(sum, gap));
      }
      for (int i = 0; i < 3; ++i) s[i] = next[i];
    }
    times >>= 1;
  }
}
RIFFLE_RANDOM_LARGE void jump(curandStateMRG32k3a_t* state, unsigned long long times,
                              int doublings) {
#pragma unroll 1
  for (int half = 0; half < 2; ++half) {
    const Matrix3 step = half == 0
                             ? Matrix3{{0, 1, 0, 0, 0, 1, 4294967087u - 810728u, 1403580u, 0}}
                             : Matrix3{{0, 1, 0, 0, 0, 1, 4294944443u - 1370589u, 0, 527612u}};
    jump(half == 0 ? state->s1 : state->s2, step, times, doublings, half == 0 ? kGap1 : kGap2);
  }
}

/// In 1 ... kPrime1.
RIFFLE_RANDOM unsigned long long next(curandStateMRG32k3a_t* state) {
  const unsigned long long a =
      modulo(1403580ull * state->s1[1] + modulo((kPrime1 - 810728) * state->s1[0], kGap1), kGap1);
  const unsigned long long b = modulo(
      527612ull * state->s2[2] + modulo((4294967296ull - kGap2 - 1370589) * state->s2[0], kGap2),
      kGap2);
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = static_cast<unsigned int>(a);
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = static_cast<unsigned int>(b);
  return a > b ? a - b : a + kPrime1 - b;
}

}  // namespace riffle_random

RIFFLE_RANDOM_LARGE void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  riffle_random::jump(state, n, 0);
}
RIFFLE_RANDOM_LARGE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  riffle_random::jump(state, n, 76);
}
RIFFLE_RANDOM_LARGE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  riffle_random::jump(state, n, 127);
}

RIFFLE_RANDOM_LARGE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset, curandStateMRG32k3a_t* state) {
  *state = curandStateMRG32k3a_t();
  const unsigned int low = static_cast<unsigned int>(seed) ^ 0x55555555u;
  const unsigned int high = static_cast<unsigned int>((seed >> 32) ^ 0xaaaaaaaau);
  for (int i = 0; i < 3; ++i) {
    const unsigned long long first = seed == 0 ? 1 : i == 1 ? high : low;
    const unsigned long long second = seed == 0 ? 1 : i == 1 ? low : high;
    state->s1[i] =
        static_cast<unsigned int>(riffle_random::modulo(first * 12345u, riffle_random::kGap1));
    state->s2[i] =
        static_cast<unsigned int>(riffle_random::modulo(second * 12345u, riffle_random::kGap2));
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

RIFFLE_RANDOM unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned int>(static_cast<double>(riffle_random::next(state)) *
                                   1.000000048662);
}
