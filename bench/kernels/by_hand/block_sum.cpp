// SPDX-License-Identifier: Apache-2.0
#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

template <typename V>
float total(V sum) {
  if constexpr (sizeof sum == 2 * sizeof(float)) {
    return sum[0] + sum[1];
  } else {
    return total(sum.lo + sum.hi);
  }
}

}  // namespace

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
    constexpr std::size_t kSums = 64 / rivals::kLanes;
    rivals::Vector sum[kSums] = {};
    for (std::size_t i = 0; i + 64 <= block; i += 64) {
      __builtin_prefetch(from + i + 2048);
      for (std::size_t v = 0; v < kSums; ++v) sum[v] += load(from + i + rivals::kLanes * v);
    }
    for (std::size_t width = kSums / 2; width > 0; width /= 2) {
      for (std::size_t v = 0; v < width; ++v) sum[v] += sum[v + width];
    }
    sums[b] = total(sum[0]);
  }
}

}  // namespace by_hand
