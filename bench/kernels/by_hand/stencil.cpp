// SPDX-License-Identifier: Apache-2.0
#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

// Three planes of 256 KiB stay in the second cache.
void stencil(const float* in, float* out, int size) {
  const std::ptrdiff_t row = size, plane = row * size;
#pragma omp parallel for
  for (int z = 1; z < size - 1; ++z) {
    for (int y = 1; y < size - 1; ++y) {
      const float* c = in + z * plane + y * row;
      float* o = out + z * plane + y * row;
#pragma omp simd
      for (int x = 1; x < size - 1; ++x) {
        o[x] = 0.4f * c[x] +
               0.1f * (c[x - 1] + c[x + 1] + c[x - row] + c[x + row] + c[x - plane] + c[x + plane]);
      }
    }
  }
}

// Past the caches by whole lines; the row's ends by themselves. A line that some stores leave in a cache and others pass by
// takes many times as long.
void stencil_vectors(const float* in, float* out, int size) {
  const std::ptrdiff_t row = size, plane = row * size;
#pragma omp parallel for
  for (int z = 1; z < size - 1; ++z) {
    for (int y = 1; y < size - 1; ++y) {
      const float* c = in + z * plane + y * row;
      float* o = out + z * plane + y * row;
      const auto one = [&](int x) {
        o[x] = 0.4f * c[x] +
               0.1f * (c[x - 1] + c[x + 1] + c[x - row] + c[x + row] + c[x - plane] + c[x + plane]);
      };
      using rivals::kLanes, rivals::load;
      constexpr int kLine = 16;
      for (int x = 1; x < kLine; ++x) one(x);
      for (int x = kLine; x < size - kLine; x += kLanes) {
        rivals::stream(o + x,
                       0.4f * load(c + x) +
                           0.1f * (load(c + x - 1) + load(c + x + 1) + load(c + x - row) +
                                   load(c + x + row) + load(c + x - plane) + load(c + x + plane)));
      }
      for (int x = size - kLine; x < size - 1; ++x) one(x);
    }
  }
}

}  // namespace by_hand
