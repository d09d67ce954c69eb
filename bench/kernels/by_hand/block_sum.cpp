// SPDX-License-Identifier: Apache-2.0
#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

void block_sums(const float* values, float* sums, std::size_t blocks, std::size_t block) {
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; ++b) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < block; ++i) sum += values[b * block + i];
    sums[b] = sum;
  }
}

// Four sums in flight; the lanes of one vector are added by halves.
void block_sums_vectors(const float* values, float* sums, std::size_t blocks, std::size_t block) {
  using rivals::load;
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; ++b) {
    const float* from = values + b * block;
    rivals::Vector sum[4] = {};
    for (std::size_t i = 0; i + 64 <= block; i += 64) {
      __builtin_prefetch(from + i + 2048);
      for (std::size_t v = 0; v < 4; ++v) sum[v] += load(from + i + 16 * v);
    }
    const rivals::Vector all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    const auto eight = all.lo + all.hi;
    const auto four = eight.lo + eight.hi;
    sums[b] = (four[0] + four[1]) + (four[2] + four[3]);
  }
}

}  // namespace by_hand
