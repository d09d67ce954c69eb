// SPDX-License-Identifier: Apache-2.0
// Numbers of other distributions than all 32-bit integers. What a generator hands out, and in which order the two numbers
// of a Box-Muller step are kept, is cuRAND's.
#pragma once

#include "mrg32k3a.h"
#include "philox.h"
#include "xorwow.h"

namespace riffle_random {

constexpr float kInverse32 = 2.3283064e-10f;            // 2^-32
constexpr float kTurn32 = 2.3283064e-10f * 6.2831855f;  // 2 pi 2^-32
constexpr double kInverse53 = 1.1102230246251565e-16;   // 2^-53
constexpr double kMrg = 2.3283065498378288e-10;         // 1 / the first prime

RIFFLE_RANDOM float to_uniform(unsigned int x) { return x * kInverse32 + (kInverse32 / 2.0f); }
RIFFLE_RANDOM double to_uniform(unsigned int x, unsigned int y) {
  const unsigned long long z = x ^ static_cast<unsigned long long>(y) << (53 - 32);
  return z * kInverse53 + (kInverse53 / 2.0);
}

RIFFLE_RANDOM float2 box_muller(unsigned int x, unsigned int y) {
  const float u = x * kInverse32 + (kInverse32 / 2.0f);
  const float v = y * kTurn32 + (kTurn32 / 2.0f);
  const float s = sqrtf(-2.0f * logf(u));
  return float2{sinf(v) * s, cosf(v) * s};
}
RIFFLE_RANDOM double2 box_muller(double u, double half_turns) {
  const double s = sqrt(-2.0 * log(u));
  return double2{sinpi(half_turns) * s, cospi(half_turns) * s};
}
RIFFLE_RANDOM double2 box_muller(unsigned int x0, unsigned int x1, unsigned int y0,
                                 unsigned int y1) {
  const unsigned long long a = x0 ^ static_cast<unsigned long long>(x1) << (53 - 32);
  const unsigned long long b = y0 ^ static_cast<unsigned long long>(y1) << (53 - 32);
  return box_muller(a * kInverse53 + (kInverse53 / 2.0), b * (kInverse53 * 2.0) + kInverse53);
}

template <class State>
RIFFLE_RANDOM float2 normal_pair(State* state) {
  const unsigned int x = curand(state), y = curand(state);
  return box_muller(x, y);
}
template <class State>
RIFFLE_RANDOM double2 normal_pair_double(State* state) {
  const unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return box_muller(x0, x1, y0, y1);
}
RIFFLE_RANDOM double2 normal_pair_double(curandStateMRG32k3a_t* state) {
  const double u = next(state) * kMrg;
  return box_muller(u, next(state) * kMrg * 2.0);
}
RIFFLE_RANDOM float2 normal_pair(curandStateMRG32k3a_t* state) {
  const float u = static_cast<float>(next(state) * kMrg);
  const float v = static_cast<float>(next(state) * kMrg) * 6.2831855f;
  const float s = sqrtf(-2.0f * logf(u));
  return float2{sinf(v) * s, cosf(v) * s};
}

}  // namespace riffle_random

/// One of a pair, whose other half the state keeps; normal and log-normal numbers do not share it.
#define RIFFLE_RANDOM_ONE_OF_TWO(State, name, kind, type, suffix, pair, parameters, finish) \
  RIFFLE_RANDOM type name parameters {                                                      \
    if (state->boxmuller_flag##suffix == kind) {                                            \
      state->boxmuller_flag##suffix = 0;                                                    \
      return state->boxmuller_extra##suffix;                                                \
    }                                                                                       \
    const auto both = riffle_random::pair(state);                                           \
    state->boxmuller_extra##suffix = finish(both.y);                                        \
    state->boxmuller_flag##suffix = kind;                                                   \
    return finish(both.x);                                                                  \
  }
#define RIFFLE_RANDOM_EXP_FLOAT(x) expf(mean + deviation * (x))
#define RIFFLE_RANDOM_EXP(x) exp(mean + deviation * (x))
#define RIFFLE_RANDOM_NORMALS(State)                                                              \
  RIFFLE_RANDOM_ONE_OF_TWO(State, curand_normal, 1, float, , normal_pair, (State * state), )      \
  RIFFLE_RANDOM_ONE_OF_TWO(State, curand_normal_double, 1, double, _double, normal_pair_double,   \
                           (State * state), )                                                     \
  RIFFLE_RANDOM_ONE_OF_TWO(State, curand_log_normal, 2, float, , normal_pair,                     \
                           (State * state, float mean, float deviation), RIFFLE_RANDOM_EXP_FLOAT) \
  RIFFLE_RANDOM_ONE_OF_TWO(State, curand_log_normal_double, 2, double, _double,                   \
                           normal_pair_double, (State * state, double mean, double deviation),    \
                           RIFFLE_RANDOM_EXP)                                                     \
  RIFFLE_RANDOM float2 curand_normal2(State* state) { return riffle_random::normal_pair(state); } \
  RIFFLE_RANDOM double2 curand_normal2_double(State* state) {                                     \
    return riffle_random::normal_pair_double(state);                                              \
  }                                                                                               \
  RIFFLE_RANDOM float2 curand_log_normal2(State* state, float mean, float deviation) {            \
    const float2 n = curand_normal2(state);                                                       \
    return float2{expf(mean + deviation * n.x), expf(mean + deviation * n.y)};                    \
  }                                                                                               \
  RIFFLE_RANDOM double2 curand_log_normal2_double(State* state, double mean, double deviation) {  \
    const double2 n = curand_normal2_double(state);                                               \
    return double2{exp(mean + deviation * n.x), exp(mean + deviation * n.y)};                     \
  }
RIFFLE_RANDOM_NORMALS(curandStateXORWOW_t)
RIFFLE_RANDOM_NORMALS(curandStatePhilox4_32_10_t)
RIFFLE_RANDOM_NORMALS(curandStateMRG32k3a_t)
#undef RIFFLE_RANDOM_NORMALS

RIFFLE_RANDOM float curand_uniform(curandStateXORWOW_t* state) {
  return riffle_random::to_uniform(curand(state));
}
RIFFLE_RANDOM float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return riffle_random::to_uniform(curand(state));
}
RIFFLE_RANDOM double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state), y = curand(state);
  return riffle_random::to_uniform(x, y);
}
/// Uses 32 bits only, unlike curand_uniform2_double.
RIFFLE_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
RIFFLE_RANDOM double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return riffle_random::next(state) * riffle_random::kMrg;
}
RIFFLE_RANDOM float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(curand_uniform_double(state));
}

// --- Philox gives four at a time ---

RIFFLE_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  using riffle_random::to_uniform;
  const uint4 x = curand4(state);
  return float4{to_uniform(x.x), to_uniform(x.y), to_uniform(x.z), to_uniform(x.w)};
}
RIFFLE_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return double2{riffle_random::to_uniform(x.x, x.y), riffle_random::to_uniform(x.z, x.w)};
}
RIFFLE_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = riffle_random::box_muller(x.x, x.y), b = riffle_random::box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}
RIFFLE_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                        float deviation) {
  const float4 n = curand_normal4(state);
  return float4{expf(mean + deviation * n.x), expf(mean + deviation * n.y),
                expf(mean + deviation * n.z), expf(mean + deviation * n.w)};
}
RIFFLE_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
RIFFLE_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state), y = curand4(state);
  const double2 a = riffle_random::box_muller(x.x, x.y, x.z, x.w),
                b = riffle_random::box_muller(y.x, y.y, y.z, y.w);
  return double4{a.x, a.y, b.x, b.y};
}
RIFFLE_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean,
                                                double deviation) {
  const double4 n = curand_normal4_double(state);
  return double4{exp(mean + deviation * n.x), exp(mean + deviation * n.y),
                 exp(mean + deviation * n.z), exp(mean + deviation * n.w)};
}
