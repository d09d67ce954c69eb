// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

using rivals::kLanes;
using rivals::Lanes;
using rivals::load;
using rivals::Vector;

// Tiles that stay in the first cache.
void transpose(const float* in, float* out, int size) {
  constexpr int kTile = 32;
#pragma omp parallel for collapse(2)
  for (int y = 0; y < size; y += kTile) {
    for (int x = 0; x < size; x += kTile) {
      for (int i = x; i < x + kTile && i < size; ++i) {
#pragma omp simd
        for (int j = y; j < y + kTile; ++j) {
          out[static_cast<std::size_t>(i) * size + j] = in[static_cast<std::size_t>(j) * size + i];
        }
      }
    }
  }
}

namespace {

// Halves of 2 * width neighbouring elements change places between rows that lie `width` apart.
template <int kWidth, int... kLane>
void exchange(Vector* rows, std::integer_sequence<int, kLane...>) {
  for (int i = 0; i < kLanes; ++i) {
    if (i & kWidth) continue;
    const Vector low = rows[i], high = rows[i + kWidth];
    rows[i] =
        __builtin_shufflevector(low, high, ((kLane & kWidth) ? kLanes + kLane - kWidth : kLane)...);
    rows[i + kWidth] =
        __builtin_shufflevector(low, high, ((kLane & kWidth) ? kLanes + kLane : kLane + kWidth)...);
  }
}

}  // namespace

// Squares of 16 x 16 in registers, four of them side by side: whole lines are written, past the caches.
void transpose_vectors(const float* in, float* out, int size) {
  const std::size_t pitch = static_cast<std::size_t>(size);
#pragma omp parallel for
  for (int y = 0; y < size; y += kLanes) {
    for (int x = 0; x < size; x += kLanes) {
      Vector rows[kLanes];
      for (int i = 0; i < kLanes; ++i) rows[i] = load(in + (x + i) * pitch + y);
      if constexpr (kLanes > 8) exchange<8>(rows, Lanes());
      if constexpr (kLanes > 4) exchange<4>(rows, Lanes());
      exchange<2>(rows, Lanes());
      exchange<1>(rows, Lanes());
      for (int i = 0; i < kLanes; ++i) rivals::stream(out + (y + i) * pitch + x, rows[i]);
    }
  }
}

}  // namespace by_hand
