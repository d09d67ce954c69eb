// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../by_hand.h"

namespace by_hand {

void layer_norm(const float* in, const float* scale, const float* shift, float* out, int rows,
                int columns) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float* from = in + static_cast<std::size_t>(row) * columns;
    float* to = out + static_cast<std::size_t>(row) * columns;
    float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; ++i) sum += from[i];
    const float mean = sum / static_cast<float>(columns);
#pragma omp simd reduction(+ : squares)
    for (int i = 0; i < columns; ++i) squares += (from[i] - mean) * (from[i] - mean);
    const float factor = 1 / std::sqrt(squares / static_cast<float>(columns) + 1e-5f);
#pragma omp simd
    for (int i = 0; i < columns; ++i) to[i] = (from[i] - mean) * factor * scale[i] + shift[i];
  }
}

}  // namespace by_hand
