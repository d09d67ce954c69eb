// SPDX-License-Identifier: Apache-2.0
// Sobol's quasi-random sequences of 32 and 64 bits, plain and scrambled, from direction vectors that the program brings.
// The state is the sequence in Gray code order: the next number differs from this one by one direction vector.
#pragma once

#include "distributions.h"

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

namespace riffle_random {

template <class Word>
struct Sobol {
  using Number = Word;
  static constexpr int kBits = static_cast<int>(sizeof(Word) * 8);
  Word i, x, c;  ///< position, number, scramble
  Word direction_vectors[kBits];
};
template <class State>
RIFFLE_RANDOM_LARGE void skip_sobol(typename State::Number n, State* state) {
  using Word = typename State::Number;
  state->i += n;
  state->x = state->c;
  const Word gray = state->i ^ (state->i >> 1);
  for (int k = 0; k < State::kBits; ++k) {
    if ((gray >> k & 1) != 0) state->x ^= state->direction_vectors[k];
  }
}
template <class State>
RIFFLE_RANDOM_LARGE void start_sobol(const typename State::Number* vectors,
                                     typename State::Number scramble, typename State::Number offset,
                                     State* state) {
  state->i = 0;
  state->c = scramble;
  for (int k = 0; k < State::kBits; ++k) state->direction_vectors[k] = vectors[k];
  skip_sobol(offset, state);
}
template <class State>
RIFFLE_RANDOM typename State::Number next_sobol(State* state) {
  const typename State::Number result = state->x;
  // The lowest zero bit of the position; behind the last one the first.
  const int flipped = __ffsll(static_cast<long long>(~state->i));
  const bool none = flipped == 0 || flipped > State::kBits;
  state->x ^= state->direction_vectors[none ? 0 : flipped - 1];
  ++state->i;
  return result;
}

RIFFLE_RANDOM float to_uniform_one(unsigned int x) { return to_uniform(x); }
RIFFLE_RANDOM float to_uniform_one(unsigned long long x) {
  return to_uniform(static_cast<unsigned int>(x >> 32));
}
RIFFLE_RANDOM double to_uniform_double(unsigned int x) { return x * 0x1p-32 + 0x1p-32; }
RIFFLE_RANDOM double to_uniform_double(unsigned long long x) {
  return static_cast<double>(x >> 11) * kInverse53 + kInverse53 / 2.0;
}
// By the inverse of the distribution, mirrored at its middle to keep the precision.
RIFFLE_RANDOM float to_normal(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const float p = (upper ? ~x : x) * kInverse32 + kInverse32 / 2.0f;
  return (upper ? 1.4142135f : -1.4142135f) * erfcinvf(2.0f * p);
}
RIFFLE_RANDOM float to_normal(unsigned long long x) {
  return to_normal(static_cast<unsigned int>(x >> 32));
}
RIFFLE_RANDOM double to_normal_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const double p = (upper ? ~x : x) * 0x1p-32 + 0x1p-33;
  return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}
RIFFLE_RANDOM double to_normal_double(unsigned long long x) {
  x >>= 11;
  const bool upper = x > 1ull << 52;
  const double p =
      static_cast<double>(upper ? (1ull << 53) - 1 - x : x) * kInverse53 + kInverse53 / 2.0;
  return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}

}  // namespace riffle_random

#define RIFFLE_SOBOL(State, Number)                                                             \
  struct State : riffle_random::Sobol<Number> {};                                               \
  typedef struct State State##_t;                                                               \
  RIFFLE_RANDOM void skipahead(Number n, State* state) { riffle_random::skip_sobol(n, state); } \
  RIFFLE_RANDOM Number curand(State* state) { return riffle_random::next_sobol(state); }        \
  RIFFLE_RANDOM float curand_uniform(State* state) {                                            \
    return riffle_random::to_uniform_one(curand(state));                                        \
  }                                                                                             \
  RIFFLE_RANDOM double curand_uniform_double(State* state) {                                    \
    return riffle_random::to_uniform_double(curand(state));                                     \
  }                                                                                             \
  RIFFLE_RANDOM float curand_normal(State* state) {                                             \
    return riffle_random::to_normal(curand(state));                                             \
  }                                                                                             \
  RIFFLE_RANDOM double curand_normal_double(State* state) {                                     \
    return riffle_random::to_normal_double(curand(state));                                      \
  }                                                                                             \
  RIFFLE_RANDOM float curand_log_normal(State* state, float mean, float deviation) {            \
    return expf(mean + deviation * curand_normal(state));                                       \
  }                                                                                             \
  RIFFLE_RANDOM double curand_log_normal_double(State* state, double mean, double deviation) {  \
    return exp(mean + deviation * curand_normal_double(state));                                 \
  }
RIFFLE_SOBOL(curandStateSobol32, unsigned int)
RIFFLE_SOBOL(curandStateScrambledSobol32, unsigned int)
RIFFLE_SOBOL(curandStateSobol64, unsigned long long)
RIFFLE_SOBOL(curandStateScrambledSobol64, unsigned long long)
#undef RIFFLE_SOBOL

RIFFLE_RANDOM void curand_init(curandDirectionVectors32_t vectors, unsigned int offset,
                               curandStateSobol32* state) {
  riffle_random::start_sobol(vectors, 0u, offset, state);
}
RIFFLE_RANDOM void curand_init(curandDirectionVectors32_t vectors, unsigned int scramble,
                               unsigned int offset, curandStateScrambledSobol32* state) {
  riffle_random::start_sobol(vectors, scramble, offset, state);
}
RIFFLE_RANDOM void curand_init(curandDirectionVectors64_t vectors, unsigned long long offset,
                               curandStateSobol64* state) {
  riffle_random::start_sobol(vectors, 0ull, offset, state);
}
RIFFLE_RANDOM void curand_init(curandDirectionVectors64_t vectors, unsigned long long scramble,
                               unsigned long long offset, curandStateScrambledSobol64* state) {
  riffle_random::start_sobol(vectors, scramble, offset, state);
}
