// SPDX-License-Identifier: Apache-2.0
// Tables of Poisson's distribution, for kernels (include/riffle_random/discrete.h).
#pragma once

#include <curand.h>

#include <memory>

namespace riffle::curand {

/// The largest mean that cuRAND takes.
constexpr double kPoissonMeanMost = 400000;

/// Waits for the kernels that read the table, as cudaFree does.
struct FreeDistribution {
  void operator()(curandDiscreteDistribution_st* distribution) const;
};
using Distribution = std::unique_ptr<curandDiscreteDistribution_st, FreeDistribution>;

/// Sets `made` to the table for numbers with this mean, in memory that kernels read. CURAND_STATUS_OUT_OF_RANGE unless
/// 0 < mean <= 400,000.
[[nodiscard]] curandStatus_t make_poisson(double mean, Distribution& made);

}  // namespace riffle::curand
