// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 (Salmon and others, SC11): four numbers are a function of a key (the seed) and a counter.
#pragma once

#include "xorwow.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

RIFFLE_RANDOM_LARGE uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
#pragma unroll 1
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    const uint4 next = {
        static_cast<unsigned int>(b >> 32) ^ c.y ^ k.x, static_cast<unsigned int>(b),
        static_cast<unsigned int>(a >> 32) ^ c.w ^ k.y, static_cast<unsigned int>(a)};
    c = next;
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}

namespace riffle_random {

/// The counter's lower half counts groups of four, its upper half is the subsequence.
RIFFLE_RANDOM void advance(curandStatePhilox4_32_10_t* state, unsigned long long groups) {
  const unsigned long long low = static_cast<unsigned long long>(state->ctr.y) << 32 | state->ctr.x;
  const unsigned long long sum = low + groups;
  state->ctr.x = static_cast<unsigned int>(sum);
  state->ctr.y = static_cast<unsigned int>(sum >> 32);
  if (sum < low && ++state->ctr.z == 0) ++state->ctr.w;
}

}  // namespace riffle_random

RIFFLE_RANDOM_LARGE void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->STATE += static_cast<unsigned int>(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  riffle_random::advance(state, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
RIFFLE_RANDOM_LARGE void skipahead_sequence(unsigned long long n,
                                            curandStatePhilox4_32_10_t* state) {
  const unsigned long long high =
      (static_cast<unsigned long long>(state->ctr.w) << 32 | state->ctr.z) + n;
  state->ctr.z = static_cast<unsigned int>(high);
  state->ctr.w = static_cast<unsigned int>(high >> 32);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

RIFFLE_RANDOM_LARGE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  *state = curandStatePhilox4_32_10_t();
  state->key = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

namespace riffle_random {
RIFFLE_RANDOM unsigned int part(const uint4& four, unsigned int index) {
  return index == 0 ? four.x : index == 1 ? four.y : index == 2 ? four.z : four.w;
}
}  // namespace riffle_random

RIFFLE_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int result = riffle_random::part(state->output, state->STATE++);
  if (state->STATE > 3) {
    riffle_random::advance(state, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return result;
}
RIFFLE_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 before = state->output;
  riffle_random::advance(state, 1);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
  const uint4 after = state->output;
  switch (state->STATE) {
    case 1:
      return uint4{before.y, before.z, before.w, after.x};
    case 2:
      return uint4{before.z, before.w, after.x, after.y};
    case 3:
      return uint4{before.w, after.x, after.y, after.z};
    default:
      return before;
  }
}
