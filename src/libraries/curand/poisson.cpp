// SPDX-License-Identifier: Apache-2.0
// Poisson's distribution as sums of probabilities around its mode, and the calls that make and generate it.
#include "libraries/curand/poisson.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "libraries/curand/entry.h"
#include "libraries/curand/generator.h"
#include "riffle_random/discrete_table.h"

namespace riffle::curand {
namespace {

/// Numbers further from the mean have a probability that 32 bits do not reach.
constexpr double kDeviations = 9;

/// The sums from `first` to `last`, scaled so that the last is 1.
std::vector<double> sums_of_poisson(double mean, unsigned first, unsigned last) {
  std::vector<double> sums(last - first + 1);
  double sum = 0;
  for (unsigned i = first; i <= last; ++i) {
    sum += std::exp(i * std::log(mean) - mean - std::lgamma(i + 1.0));
    sums[i - first] = sum;
  }
  for (double& each : sums) each /= sum;
  return sums;
}

}  // namespace

void FreeDistribution::operator()(curandDiscreteDistribution_st* distribution) const {
  cudaFree(distribution);
}

curandStatus_t make_poisson(double mean, Distribution& made) {
  if (!(mean > 0 && mean <= kPoissonMeanMost)) return CURAND_STATUS_OUT_OF_RANGE;
  const double reach = kDeviations * std::sqrt(mean) + kDeviations * 2;
  const auto first = static_cast<unsigned>(std::max(0.0, mean - reach));
  const std::vector<double> sums =
      sums_of_poisson(mean, first, static_cast<unsigned>(mean + reach));
  // The table stands behind its head. Managed memory is written without a copy in anybody's stream.
  void* memory = nullptr;
  const std::size_t bytes = sizeof(curandDiscreteDistribution_st) + sums.size() * sizeof(double);
  if (cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto* const head = static_cast<curandDiscreteDistribution_st*>(memory);
  auto* const table = reinterpret_cast<double*>(head + 1);
  std::ranges::copy(sums, table);
  *head = {first, static_cast<unsigned>(sums.size()), table};
  made.reset(head);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace riffle::curand

using riffle::curand::Distribution;

RIFFLE_ENTRY curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count,
                                   double lambda) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  return invoke([&] { return generator->generate_poisson(out, count, lambda); });
}
/// NVIDIA's library answers so to every method.
RIFFLE_ENTRY curandGeneratePoissonMethod(curandGenerator_t, unsigned*, size_t, double,
                                         curandMethod_t) {
  return CURAND_STATUS_INTERNAL_ERROR;
}
RIFFLE_ENTRY curandCreatePoissonDistribution(double lambda,
                                             struct curandDiscreteDistribution_st** distribution) {
  return invoke([&] {
    Distribution made;
    const curandStatus_t status = riffle::curand::make_poisson(lambda, made);
    if (status == CURAND_STATUS_SUCCESS) *distribution = made.release();
    return status;
  });
}
RIFFLE_ENTRY curandDestroyDistribution(struct curandDiscreteDistribution_st* distribution) {
  return invoke([&] {
    const Distribution owned(distribution);
    return CURAND_STATUS_SUCCESS;
  });
}
