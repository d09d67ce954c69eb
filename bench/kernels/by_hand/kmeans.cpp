// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "../by_hand.h"

namespace by_hand {

// Blocks of points against all centres by vectors; then each thread adds its points to sums of its own.
void kmeans(const Clusters& shape, const float* points, const float* centres, int* nearest,
            float* sums, int* counts) {
  constexpr int kBlock = 64, kDimensions = 8, kCentres = 16;
  if (shape.dimensions != kDimensions || shape.centres != kCentres) return;
  const std::size_t pitch = static_cast<std::size_t>(shape.points);
#pragma omp parallel
  {
    float my_sums[kCentres][kDimensions] = {};
    int my_counts[kCentres] = {};
#pragma omp for
    for (int first = 0; first < shape.points; first += kBlock) {
      float least[kBlock];
      int best[kBlock] = {};
      for (int i = 0; i < kBlock; ++i) least[i] = 3e38f;
      for (int c = 0; c < kCentres; ++c) {
        float distance[kBlock] = {};
        for (int d = 0; d < kDimensions; ++d) {
          const float centre = centres[c * kDimensions + d];
          const float* from = points + d * pitch + first;
#pragma omp simd
          for (int i = 0; i < kBlock; ++i) {
            distance[i] += (from[i] - centre) * (from[i] - centre);
          }
        }
#pragma omp simd
        for (int i = 0; i < kBlock; ++i) {
          best[i] = distance[i] < least[i] ? c : best[i];
          least[i] = distance[i] < least[i] ? distance[i] : least[i];
        }
      }
      for (int i = 0; i < kBlock; ++i) {
        nearest[first + i] = best[i];
        ++my_counts[best[i]];
        for (int d = 0; d < kDimensions; ++d) my_sums[best[i]][d] += points[d * pitch + first + i];
      }
    }
#pragma omp critical
    for (int c = 0; c < kCentres; ++c) {
      counts[c] += my_counts[c];
      for (int d = 0; d < kDimensions; ++d) sums[c * kDimensions + d] += my_sums[c][d];
    }
  }
}

}  // namespace by_hand
