// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

// Tiles that stay in the caches; the innermost loop goes along rows.
void matrix_product(const float* a, const float* b, float* c, int size) {
  constexpr int kTile = 64;
#pragma omp parallel for collapse(2)
  for (int y0 = 0; y0 < size; y0 += kTile) {
    for (int x0 = 0; x0 < size; x0 += kTile) {
      float tile[kTile][kTile] = {};
      for (int k0 = 0; k0 < size; k0 += kTile) {
        for (int y = 0; y < kTile; ++y) {
          for (int k = k0; k < k0 + kTile; ++k) {
            const float factor = a[(y0 + y) * size + k];
#pragma omp simd
            for (int x = 0; x < kTile; ++x) tile[y][x] += factor * b[k * size + x0 + x];
          }
        }
      }
      for (int y = 0; y < kTile; ++y) {
        for (int x = 0; x < kTile; ++x) c[(y0 + y) * size + x0 + x] = tile[y][x];
      }
    }
  }
}

// 8 rows times 48 columns would fill 24 registers; 8 x 32 divide the sizes. B lies packed, panel by
// panel, so that the innermost loop reads one line after the other.
void matrix_product_vectors(const float* a, const float* b, float* c, int size) {
  using rivals::kLanes;
  using rivals::load;
  using rivals::Vector;
  // As many sums as leave registers for the rest: there are 32 of 16 lanes, or 16 of 8.
  constexpr int kRows = kLanes == 16 ? 8 : 4, kColumns = 2 * kLanes, kDepth = 256;
#pragma omp parallel
  {
    std::vector<float> panel(static_cast<std::size_t>(kDepth) * kColumns);
#pragma omp for
    for (int x = 0; x < size; x += kColumns) {
      for (int k0 = 0; k0 < size; k0 += kDepth) {
        const int depth = k0 + kDepth <= size ? kDepth : size - k0;
        for (int k = 0; k < depth; ++k) {
          for (int v = 0; v < kColumns; v += kLanes) {
            rivals::store(&panel[k * kColumns + v], load(b + (k0 + k) * size + x + v));
          }
        }
        for (int y = 0; y < size; y += kRows) {
          Vector sum[kRows][2] = {};
          for (int k = 0; k < depth; ++k) {
            const Vector low = load(&panel[k * kColumns]),
                         high = load(&panel[k * kColumns + kLanes]);
#pragma clang loop unroll(full)
            for (int row = 0; row < kRows; ++row) {
              const Vector factor = Vector(a[(y + row) * size + k0 + k]);
              sum[row][0] = __builtin_elementwise_fma(factor, low, sum[row][0]);
              sum[row][1] = __builtin_elementwise_fma(factor, high, sum[row][1]);
            }
          }
          for (int row = 0; row < kRows; ++row) {
            float* out = c + (y + row) * size + x;
            rivals::store(out, k0 ? load(out) + sum[row][0] : sum[row][0]);
            rivals::store(out + kLanes, k0 ? load(out + kLanes) + sum[row][1] : sum[row][1]);
          }
        }
      }
    }
  }
}

}  // namespace by_hand
