// SPDX-License-Identifier: Apache-2.0
// Settings of a generator, and where its numbers go on.
#include "libraries/curand/generator.h"

#include <utility>

#include "libraries/curand/not_supported.h"

using riffle::curand::Algorithm;

namespace {

/// MRG32k3a has two orders; the others have one by all their names.
unsigned sequence_count(Algorithm algorithm, bool is_legacy) {
  switch (algorithm) {
    case Algorithm::kXorwow:
      return 4096;
    case Algorithm::kMrg32k3a:
      return is_legacy ? 4096 : 81920;
    case Algorithm::kPhilox:
      return 65536;
  }
  return 0;
}

}  // namespace

curandGenerator_st::curandGenerator_st(Algorithm algorithm, bool is_on_host)
    : sequences{.algorithm = algorithm, .count = sequence_count(algorithm, false)},
      on_host(is_on_host) {}

curandGenerator_st::~curandGenerator_st() {
  if (sequences.states != nullptr) cudaFree(sequences.states);
  if (own_stream != nullptr) cudaStreamDestroy(own_stream);
}

curandStatus_t curandGenerator_st::prepare() {
  if (cudaFree(nullptr) != cudaSuccess) return CURAND_STATUS_INITIALIZATION_FAILED;
  // Room for the order with the most sequences, which is the default.
  void* states = nullptr;
  if (cudaMalloc(&states, riffle::curand::state_bytes(sequences)) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  sequences.states = static_cast<unsigned*>(states);
  if (on_host && cudaStreamCreateWithFlags(&own_stream, cudaStreamNonBlocking) != cudaSuccess)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  return CURAND_STATUS_SUCCESS;
}

/// What is set behind the first numbers takes effect where these ended. NVIDIA's library counts Philox's steps of four
/// numbers there as if they were numbers, but for those of the first step.
unsigned long long curandGenerator_st::position() const {
  if (sequences.algorithm != Algorithm::kPhilox) return offset + used;
  const unsigned long long steps = (offset % 4 + used) / 4;
  return offset + (offset == 0 && steps == 0 ? used : steps);
}

curandStatus_t curandGenerator_st::set_seed(unsigned long long seed) {
  if (seed == sequences.seed) return CURAND_STATUS_SUCCESS;
  sequences.seed = seed;
  is_started = false;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::set_offset(unsigned long long from) {
  offset = from;
  used = 0;
  is_started = false;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::set_ordering(int ordering) {
  switch (ordering) {
    case CURAND_ORDERING_PSEUDO_DYNAMIC:  // any order, as suits the device
      if (on_host) return CURAND_STATUS_OUT_OF_RANGE;
      [[fallthrough]];
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
      break;
    case CURAND_ORDERING_PSEUDO_SEEDED:
      return sequences.algorithm == Algorithm::kXorwow
                 ? riffle::curand::not_supported("the order CURAND_ORDERING_PSEUDO_SEEDED")
                 : CURAND_STATUS_OUT_OF_RANGE;
    default:
      return CURAND_STATUS_OUT_OF_RANGE;
  }
  const unsigned count =
      sequence_count(sequences.algorithm, ordering == CURAND_ORDERING_PSEUDO_LEGACY);
  if (count != sequences.count) is_started = false;
  sequences.count = count;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::start() {
  if (is_started) return CURAND_STATUS_SUCCESS;
  // Behind a whole round NVIDIA's library goes on at places that are not known.
  if (sequences.algorithm == Algorithm::kPhilox && used / 4 >= sequences.count)
    return riffle::curand::not_supported(
        "a new seed for Philox after 262144 numbers, without a new offset");
  if (riffle::curand::start(sequences, position(), work_stream()) != cudaSuccess)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  is_started = true;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::generate_seeds() {
  is_started = false;
  return start();
}

curandStatus_t curandGenerator_st::generate(const riffle::curand::SequenceRequest& request) {
  const unsigned unit = riffle::curand::unit(sequences.algorithm, request.numbers);
  const bool is_philox = sequences.algorithm == Algorithm::kPhilox;
  if (!is_philox && request.count % unit != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (const curandStatus_t status = start(); status != CURAND_STATUS_SUCCESS) return status;
  if (riffle::curand::generate(sequences, request, work_stream()) != cudaSuccess)
    return CURAND_STATUS_LAUNCH_FAILURE;
  used += is_philox ? request.count : request.count / unit;
  if (on_host && cudaStreamSynchronize(own_stream) != cudaSuccess)
    return CURAND_STATUS_LAUNCH_FAILURE;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::prepare_poisson(double mean) {
  if (mean != distribution_mean) {
    if (is_captured) of_graphs.push_back(std::move(distribution));
    is_captured = false;
    distribution_mean = 0;
    const curandStatus_t status = riffle::curand::make_poisson(mean, distribution);
    if (status != CURAND_STATUS_SUCCESS) return status;
    distribution_mean = mean;
  }
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(work_stream(), &capture) != cudaSuccess)
    return CURAND_STATUS_LAUNCH_FAILURE;
  is_captured |= capture != cudaStreamCaptureStatusNone;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerator_st::generate_poisson(unsigned* out, std::size_t count, double mean) {
  if (!(mean > 0 && mean <= riffle::curand::kPoissonMeanMost)) return CURAND_STATUS_OUT_OF_RANGE;
  if (mean < riffle::curand::kLargePoissonMean) {
    const curandStatus_t status = prepare_poisson(mean);
    if (status != CURAND_STATUS_SUCCESS) return status;
  }
  return generate({.numbers = riffle::curand::Numbers::kPoisson,
                   .out = out,
                   .count = count,
                   .mean = mean,
                   .distribution = distribution.get()});
}
