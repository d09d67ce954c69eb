// SPDX-License-Identifier: Apache-2.0
// Poisson numbers as cuRAND makes them: by products of uniform numbers where the mean is below 64, by rejection up to
// 4000, from a normal number above; from one quasi-random number by inversion.
#pragma once

#include "sobol.h"

namespace riffle_random {

/// Multiplies exp(mean) by uniform numbers until 1 is passed (Knuth, volume 2).
template <class State>
RIFFLE_RANDOM_LARGE unsigned int poisson_by_products(State* state, float mean) {
  float product = expf(mean);
  unsigned int count = 0;
  do {
    product *= curand_uniform(state);
    ++count;
  } while (product > 1.0f);
  return count - 1;
}

/// The incomplete gamma function as the square of a logistic curve: (1 + exp(slope * (a - x) - shift))^-2. Its inverse
/// proposes numbers, its differences bound how often they are taken.
struct GammaCurve {
  float a, slope, shift;
  RIFFLE_RANDOM GammaCurve of(float mean) {
    return {mean, 1.4324803f * rsqrtf(mean - 0.124009793f) + 0.000253610749f,
            0.210967349f * rsqrtf(mean - 1.97381164f) + 0.942017341f};
  }
  __device__ float at(float x) const {
    const float t = 1.0f + expf(slope * (a - x) - shift);
    return 1.0f / (t * t);
  }
  __device__ float inverse(float y) const {
    return a - (shift + logf(rsqrtf(y) - 1.0f)) * (1.0f / slope);
  }
};

template <class State>
RIFFLE_RANDOM_LARGE unsigned int poisson_by_rejection(State* state, float mean) {
  const GammaCurve curve = GammaCurve::of(mean);
  const float log_mean = logf(mean);
  for (;;) {
    const float x = floorf(curve.inverse(curand_uniform(state)));
    const float room = (curve.at(x + 1.0f) - curve.at(x)) * 1.3f;
    const float height = curand_uniform(state) * room;
    const float log_factorial = static_cast<float>(lgamma(static_cast<double>(x) + 1.0));
    if (height < expf(-mean + x * log_mean - log_factorial) && room >= 1e-20f)
      return static_cast<unsigned int>(x);
  }
}

RIFFLE_RANDOM unsigned int poisson_from_normal(double normal, double mean) {
  return static_cast<unsigned int>(sqrt(mean) * normal + mean + 0.5);
}

/// Sums probabilities until they pass u; exp(-mean) in steps of 500, because it would vanish.
RIFFLE_RANDOM_LARGE unsigned int poisson_by_inversion(double u, double mean) {
  double term = 1.0, sum = 1.0;
  unsigned int count = 0;
  for (int done = 0; done < mean; done += 500) {
    const double factor = exp(mean > done + 500.0 ? -500.0 : done - mean);
    term *= factor;
    sum *= factor;
    while (u > sum) {
      ++count;
      term *= mean / count;
      sum += term;
    }
  }
  return count;
}
/// Open at both ends: at 1 the sum above would never arrive.
RIFFLE_RANDOM double between_ends(unsigned int x) { return x * 0x1p-32 + 0x1p-33; }
RIFFLE_RANDOM double between_ends(unsigned long long x) {
  return static_cast<double>(x >> 11) * kInverse53 + kInverse53 / 4.0;
}

}  // namespace riffle_random

#define RIFFLE_POISSON(State)                                                                      \
  RIFFLE_RANDOM_LARGE unsigned int curand_poisson(State* state, double mean) {                     \
    if (mean < 64) return riffle_random::poisson_by_products(state, static_cast<float>(mean));     \
    if (mean > 4000) return riffle_random::poisson_from_normal(curand_normal_double(state), mean); \
    return riffle_random::poisson_by_rejection(state, static_cast<float>(mean));                   \
  }
RIFFLE_POISSON(curandStateXORWOW_t)
RIFFLE_POISSON(curandStatePhilox4_32_10_t)
RIFFLE_POISSON(curandStateMRG32k3a_t)
#undef RIFFLE_POISSON

RIFFLE_RANDOM_LARGE uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double mean) {
  if (mean > 4000) {
    using riffle_random::poisson_from_normal;
    const double4 n = curand_normal4_double(state);
    return uint4{poisson_from_normal(n.x, mean), poisson_from_normal(n.y, mean),
                 poisson_from_normal(n.z, mean), poisson_from_normal(n.w, mean)};
  }
  uint4 four;
  four.x = curand_poisson(state, mean);
  four.y = curand_poisson(state, mean);
  four.z = curand_poisson(state, mean);
  four.w = curand_poisson(state, mean);
  return four;
}

#define RIFFLE_QUASI_POISSON(State)                                                      \
  RIFFLE_RANDOM_LARGE unsigned int curand_poisson(State* state, double mean) {           \
    const auto x = curand(state);                                                        \
    if (mean < 1000)                                                                     \
      return riffle_random::poisson_by_inversion(riffle_random::between_ends(x), mean);  \
    return riffle_random::poisson_from_normal(riffle_random::to_normal_double(x), mean); \
  }
RIFFLE_QUASI_POISSON(curandStateSobol32)
RIFFLE_QUASI_POISSON(curandStateScrambledSobol32)
RIFFLE_QUASI_POISSON(curandStateSobol64)
RIFFLE_QUASI_POISSON(curandStateScrambledSobol64)
#undef RIFFLE_QUASI_POISSON
