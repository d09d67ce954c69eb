// SPDX-License-Identifier: Apache-2.0
// What a handle of cuRAND keeps. It begins to count when the first numbers are asked for: settings cost nothing.
#pragma once

#include <curand.h>

#include <vector>

#include "libraries/curand/poisson.h"
#include "libraries/curand/sequences.h"

struct curandGenerator_st {
  riffle::curand::Sequences sequences;
  bool on_host = false;
  cudaStream_t own_stream = nullptr;  // of a generator on the host
  cudaStream_t stream = nullptr;
  unsigned long long offset = 0;
  unsigned long long used = 0;  // units since the offset was set; of Philox numbers
  bool is_started = false;
  riffle::curand::Distribution distribution;  // of the last Poisson numbers, with their mean
  double distribution_mean = 0;
  bool is_captured = false;  // a graph reads that table
  std::vector<riffle::curand::Distribution>
      of_graphs;  // as it reads the states: while there is the generator

  curandGenerator_st(riffle::curand::Algorithm algorithm, bool is_on_host);
  curandGenerator_st(const curandGenerator_st&) = delete;
  curandGenerator_st& operator=(const curandGenerator_st&) = delete;
  /// Waits for numbers that are still being made, as freeing memory does.
  ~curandGenerator_st();

  curandStatus_t prepare();
  curandStatus_t set_seed(unsigned long long seed);
  curandStatus_t set_offset(unsigned long long from);
  curandStatus_t set_ordering(int ordering);
  /// Sets the states up anew, as a change of the seed does.
  curandStatus_t generate_seeds();
  curandStatus_t start();
  curandStatus_t generate(const riffle::curand::SequenceRequest& request);
  /// CURAND_STATUS_OUT_OF_RANGE for a mean that cuRAND does not take.
  curandStatus_t generate_poisson(unsigned* out, std::size_t count, double mean);

 private:
  curandStatus_t prepare_poisson(double mean);
  [[nodiscard]] cudaStream_t work_stream() const { return on_host ? own_stream : stream; }
  /// Where a start begins.
  [[nodiscard]] unsigned long long position() const;
};
