// SPDX-License-Identifier: Apache-2.0
#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

using rivals::load;

void saxpy(float a, const float* x, float* y, std::size_t count) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < count; ++i) y[i] = a * x[i] + y[i];
}

void saxpy_streaming(float a, const float* x, float* y, std::size_t count) {
#pragma omp parallel
  {
    const rivals::Part part = rivals::my_part(count, 16);
    std::size_t i = part.begin;
    for (; i + rivals::kLanes <= part.end; i += rivals::kLanes)
      rivals::stream(y + i, a * load(x + i) + load(y + i));
    for (; i < part.end; ++i) y[i] = a * x[i] + y[i];
  }
}

}  // namespace by_hand
