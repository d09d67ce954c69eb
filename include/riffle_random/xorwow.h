// SPDX-License-Identifier: Apache-2.0
// XORWOW, Marsaglia's xorshift with a Weyl sequence, seeded as cuRAND does it.
#pragma once

#include <cuda_runtime.h>

#define RIFFLE_RANDOM static __host__ __device__ __forceinline__
#define RIFFLE_RANDOM_LARGE static __host__ __device__ inline

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;

namespace riffle_random {

RIFFLE_RANDOM void xorwow_step(unsigned int (&v)[5]) {
  const unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

/// A polynomial over GF(2) modulo the characteristic polynomial of the step: a jump of the generator. x^n is n steps.
struct XorwowJump {
  unsigned int c[5];
};
RIFFLE_RANDOM_LARGE XorwowJump multiply(const XorwowJump& a, const XorwowJump& b) {
  // The characteristic polynomial without x^160, found from the generator's own output.
  const unsigned int reduce[5] = {0x00060001u, 0x08610030u, 0x00062121u, 0x0f3c0035u, 0x00000f0eu};
  XorwowJump product = {{0, 0, 0, 0, 0}};
#pragma unroll 1
  for (int bit = 159; bit >= 0; --bit) {
    const bool overflow = product.c[4] >> 31 != 0;
    for (int i = 4; i > 0; --i) product.c[i] = product.c[i] << 1 | product.c[i - 1] >> 31;
    product.c[0] <<= 1;
    const bool add = (b.c[bit >> 5] >> (bit & 31) & 1) != 0;
    for (int i = 0; i < 5; ++i) product.c[i] ^= (overflow ? reduce[i] : 0u) ^ (add ? a.c[i] : 0u);
  }
  return product;
}
RIFFLE_RANDOM_LARGE void jump(unsigned int (&v)[5], XorwowJump base, unsigned long long times) {
  if (times == 0) return;
  XorwowJump total = {{1, 0, 0, 0, 0}};
  // One place for both products, so that the code is there once.
  bool squaring = false;
#pragma unroll 1
  while (times != 0) {
    if (squaring || (times & 1) != 0) {
      const XorwowJump product = multiply(squaring ? base : total, base);
      (squaring ? base : total) = product;
    }
    if (squaring) times >>= 1;
    squaring = !squaring;
  }
  unsigned int sum[5] = {0, 0, 0, 0, 0};
#pragma unroll 1
  for (int bit = 0; bit < 160; ++bit) {
    const bool add = (total.c[bit >> 5] >> (bit & 31) & 1) != 0;
    for (int i = 0; i < 5; ++i) sum[i] ^= add ? v[i] : 0u;
    xorwow_step(v);
  }
  for (int i = 0; i < 5; ++i) v[i] = sum[i];
}

}  // namespace riffle_random

RIFFLE_RANDOM_LARGE void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  riffle_random::jump(state->v, riffle_random::XorwowJump{{2, 0, 0, 0, 0}}, n);
  state->d += static_cast<unsigned int>(n) * 362437u;
}
/// A sequence is 2^67 numbers long; d comes round in it.
RIFFLE_RANDOM_LARGE void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  const riffle_random::XorwowJump sequence = {
      {0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u}};
  riffle_random::jump(state->v, sequence, n);
}

RIFFLE_RANDOM_LARGE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned int low = static_cast<unsigned int>(seed) ^ 0xaad26b49u;
  const unsigned int high = static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu;
  const unsigned int a = 1099087573u * low, b = 2591861531u * high;
  state->d = 6615241u + b + a;
  state->v[0] = 123456789u + a;
  state->v[1] = 362436069u ^ a;
  state->v[2] = 521288629u + b;
  state->v[3] = 88675123u ^ b;
  state->v[4] = 5783321u + a;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

RIFFLE_RANDOM unsigned int curand(curandStateXORWOW_t* state) {
  riffle_random::xorwow_step(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}
