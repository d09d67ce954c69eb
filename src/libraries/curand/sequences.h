// SPDX-License-Identifier: Apache-2.0
// What stands behind a generator: thousands of sequences of one algorithm, which hand out their numbers in turn.
//
// A unit is what a sequence hands out at once: one number, the two of a Box-Muller step, or the four of a step of Philox.
// Unit u of the output comes from sequence u modulo their number, whatever the units before it were. Which sequences
// these are, and how many, are facts of NVIDIA's cuRAND, as its documentation and its output give them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

struct curandDiscreteDistribution_st;

namespace riffle::curand {

enum class Algorithm : std::uint8_t { kXorwow, kMrg32k3a, kPhilox };
enum class Numbers : std::uint8_t {
  kIntegers,
  kUniform,
  kUniformDouble,
  kNormal,
  kNormalDouble,
  kLogNormal,
  kLogNormalDouble,
  kPoisson
};

/// From this mean on, Poisson numbers are rounded normal numbers.
constexpr double kLargePoissonMean = 2000;

struct SequenceRequest {
  Numbers numbers;
  void* out;
  std::size_t count;
  double mean = 0;
  double deviation = 1;
  const curandDiscreteDistribution_st* distribution =
      nullptr;  ///< of Poisson numbers below that mean
};

/// Sequences whose states are in memory that kernels write: `state_bytes` of it.
struct Sequences {
  Algorithm algorithm;
  unsigned count;
  unsigned* states = nullptr;
  unsigned long long seed = 0;
  unsigned first = 0;    ///< the sequence of the next unit...
  unsigned skipped = 0;  ///< ...and how many numbers of that unit are used (Philox alone)
};

[[nodiscard]] std::size_t state_bytes(const Sequences& sequences);
/// Numbers of one unit: `SequenceRequest::count` is a multiple, but for Philox.
[[nodiscard]] unsigned unit(Algorithm algorithm, Numbers numbers);

/// From now on the output begins at unit `position` (Philox: number `position`) of all that belong to the seed.
[[nodiscard]] cudaError_t start(Sequences& sequences, unsigned long long position,
                                cudaStream_t stream);
/// Puts the numbers where the request says, in the order of `stream`. The next call goes on behind them.
[[nodiscard]] cudaError_t generate(Sequences& sequences, const SequenceRequest& request,
                                   cudaStream_t stream);

}  // namespace riffle::curand
