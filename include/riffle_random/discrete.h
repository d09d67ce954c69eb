// SPDX-License-Identifier: Apache-2.0
// Numbers of a discrete distribution, by the table that curandCreatePoissonDistribution makes (cuRAND, "Discrete
// Distributions").
#pragma once

#include <curand.h>

#include "discrete_table.h"
#include "poisson.h"

namespace riffle_random {

/// The least number whose sum reaches u, by halving.
RIFFLE_RANDOM_LARGE unsigned int discrete_by_inversion(double u,
                                                       const curandDiscreteDistribution_st& table) {
  unsigned int low = 0;
  for (unsigned int rest = table.count; rest > 1;) {
    const unsigned int half = rest / 2;
    low += table.sums[low + half - 1] < u ? half : 0;
    rest -= half;
  }
  return table.first + low;
}

/// The larger a generator's number the smaller the result: so NVIDIA's tables are ordered, by and large.
template <class Number>
RIFFLE_RANDOM unsigned int discrete(Number x, const curandDiscreteDistribution_st& table) {
  return discrete_by_inversion(1.0 - between_ends(x), table);
}

}  // namespace riffle_random

#define RIFFLE_DISCRETE(State)                                                                   \
  RIFFLE_RANDOM unsigned int curand_discrete(State* state, curandDiscreteDistribution_t table) { \
    return riffle_random::discrete(curand(state), *table);                                       \
  }
RIFFLE_DISCRETE(curandStateXORWOW_t)
RIFFLE_DISCRETE(curandStateMRG32k3a_t)
RIFFLE_DISCRETE(curandStatePhilox4_32_10_t)
RIFFLE_DISCRETE(curandStateSobol32_t)
RIFFLE_DISCRETE(curandStateScrambledSobol32_t)
RIFFLE_DISCRETE(curandStateSobol64_t)
RIFFLE_DISCRETE(curandStateScrambledSobol64_t)
#undef RIFFLE_DISCRETE

RIFFLE_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10_t* state,
                                     curandDiscreteDistribution_t table) {
  const uint4 x = curand4(state);
  return uint4{riffle_random::discrete(x.x, *table), riffle_random::discrete(x.y, *table),
               riffle_random::discrete(x.z, *table), riffle_random::discrete(x.w, *table)};
}
