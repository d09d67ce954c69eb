// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

using rivals::kLanes;
using rivals::Vector;
constexpr int kDim = 64, kTile = 32;
constexpr int kKeys = kLanes == 16 ? 4 : 8;  // whose sums fill the units' latency together

Vector exponential(Vector x) {
  alignas(64) float lanes[kLanes];
  rivals::store(lanes, x);
#pragma omp simd
  for (int i = 0; i < kLanes; ++i) lanes[i] = std::exp(lanes[i]);
  return rivals::load(lanes);
}

}  // namespace

// 16 queries at a time, one in each lane: scores of a tile of keys, four keys at a time; one common
// correction for the tile; sums of eight coordinates at a time in registers.
void attention(const float* q, const float* k, const float* v, float* out, int heads, int length) {
#pragma omp parallel for collapse(2)
  for (int head = 0; head < heads; ++head) {
    for (int first = 0; first < length; first += kLanes) {
      const std::size_t base = static_cast<std::size_t>(head) * length * kDim;
      Vector query[kDim], sum[kDim] = {}, weight[kTile];
      for (int d = 0; d < kDim; ++d) {
        for (int i = 0; i < kLanes; ++i) query[d][i] = q[base + (first + i) * kDim + d] * 0.125f;
      }
      Vector most = Vector(-3e38f), total = Vector(0.0f);
      for (int tile = 0; tile < length; tile += kTile) {
        const float* keys = k + base + static_cast<std::size_t>(tile) * kDim;
        const float* values = v + base + static_cast<std::size_t>(tile) * kDim;
        Vector next = most;
        for (int j = 0; j < kTile; j += kKeys) {
          Vector score[kKeys] = {};
          for (int d = 0; d < kDim; ++d) {
            for (int s = 0; s < kKeys; ++s) score[s] += query[d] * keys[(j + s) * kDim + d];
          }
          for (int s = 0; s < kKeys; ++s) {
            weight[j + s] = score[s];
            next = __builtin_elementwise_max(next, score[s]);
          }
        }
        const Vector keep = exponential(most - next);
        most = next;
        total *= keep;
        for (int j = 0; j < kTile; ++j) {
          weight[j] = exponential(weight[j] - most);
          total += weight[j];
        }
        for (int d = 0; d < kDim; d += 8) {
          Vector part[8];
          for (int s = 0; s < 8; ++s) part[s] = sum[d + s] * keep;
          for (int j = 0; j < kTile; ++j) {
            for (int s = 0; s < 8; ++s) part[s] += weight[j] * values[j * kDim + d + s];
          }
          for (int s = 0; s < 8; ++s) sum[d + s] = part[s];
        }
      }
      const Vector factor = 1.0f / total;
      for (int d = 0; d < kDim; ++d) {
        const Vector column = sum[d] * factor;
        for (int i = 0; i < kLanes; ++i) out[base + (first + i) * kDim + d] = column[i];
      }
    }
  }
}

}  // namespace by_hand
