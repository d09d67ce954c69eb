// SPDX-License-Identifier: Apache-2.0
// Loops in the order of memory, and a transposition by squares that the first cache keeps.
#include <algorithm>

#include "../by_hand.h"

namespace by_hand {

void columns_add(const float* a, const float* b, float* c, int size) {
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(size) * size;
#pragma omp parallel for simd
  for (std::ptrdiff_t i = 0; i < count; ++i) c[i] = a[i] + b[i];
}

void columns_smooth(const float* in, float* out, int size) {
#pragma omp parallel for
  for (int row = 1; row < size - 1; ++row) {
    const float* p = in + static_cast<std::ptrdiff_t>(row) * size;
    float* own = out + static_cast<std::ptrdiff_t>(row) * size;
#pragma omp simd
    for (int column = 1; column < size - 1; ++column)
      own[column] = 0.25f * (p[column - 1] + p[column + 1] + p[column - size] + p[column + size]);
  }
}

void columns_transposed(const float* in, float* out, int size) {
  constexpr int kSquare = 32;
#pragma omp parallel for collapse(2)
  for (int top = 0; top < size; top += kSquare) {
    for (int left = 0; left < size; left += kSquare) {
      for (int row = top; row < std::min(top + kSquare, size); ++row) {
        for (int column = left; column < std::min(left + kSquare, size); ++column)
          out[static_cast<std::ptrdiff_t>(row) * size + column] =
              in[static_cast<std::ptrdiff_t>(column) * size + row];
      }
    }
  }
}

}  // namespace by_hand
