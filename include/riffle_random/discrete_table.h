// SPDX-License-Identifier: Apache-2.0
// What curandCreatePoissonDistribution makes and kernels read: sums of a distribution's probabilities.
#pragma once

/// The probability of at most `first + i` is `sums[i]`, the last of which is 1.
struct curandDiscreteDistribution_st {
  unsigned int first, count;
  const double* sums;
};
