// SPDX-License-Identifier: Apache-2.0
// Attention in tiles: a thread for each query, keys and values by tiles through shared memory, the softmax
// as it goes along.
#include "frame.h"

constexpr int kDim = 64, kTile = 32, kQueries = 64;

__global__ void attention(const float* q, const float* k, const float* v, float* out, int length) {
  __shared__ float tile_k[kTile][kDim], tile_v[kTile][kDim];
  const size_t head = size_t(blockIdx.y) * length * kDim;
  const size_t row = head + size_t(blockIdx.x * kQueries + threadIdx.x) * kDim;
  float query[kDim], sum[kDim];
  for (int d = 0; d < kDim; ++d) {
    query[d] = q[row + d] * 0.125f;
    sum[d] = 0;
  }
  float most = -3e38f, total = 0;
  for (int first = 0; first < length; first += kTile) {
    for (int i = threadIdx.x; i < kTile * kDim; i += kQueries) {
      tile_k[i / kDim][i % kDim] = k[head + first * kDim + i];
      tile_v[i / kDim][i % kDim] = v[head + first * kDim + i];
    }
    __syncthreads();
    for (int j = 0; j < kTile; ++j) {
      float score = 0;
      for (int d = 0; d < kDim; ++d) score += query[d] * tile_k[j][d];
      const float next = fmaxf(most, score);
      const float keep = expf(most - next), weight = expf(score - next);
      total = total * keep + weight;
      for (int d = 0; d < kDim; ++d) sum[d] = sum[d] * keep + weight * tile_v[j][d];
      most = next;
    }
    __syncthreads();
  }
  for (int d = 0; d < kDim; ++d) out[row + d] = sum[d] / total;
}

constexpr const char* kOpenCl = R"cl(
#define DIM 64
#define TILE 32
#define QUERIES 64

kernel void attention(global const float* q, global const float* k, global const float* v,
                      global float* out, int length) {
  local float tile_k[TILE * DIM], tile_v[TILE * DIM];
  const int t = get_local_id(0);
  const size_t head = get_group_id(1) * length * DIM;
  const size_t row = head + (get_group_id(0) * QUERIES + t) * DIM;
  float query[DIM], sum[DIM];
  for (int d = 0; d < DIM; ++d) {
    query[d] = q[row + d] * 0.125f;
    sum[d] = 0;
  }
  float most = -3e38f, total = 0;
  for (int first = 0; first < length; first += TILE) {
    for (int i = t; i < TILE * DIM; i += QUERIES) {
      tile_k[i] = k[head + first * DIM + i];
      tile_v[i] = v[head + first * DIM + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < TILE; ++j) {
      float score = 0;
      for (int d = 0; d < DIM; ++d) score += query[d] * tile_k[j * DIM + d];
      const float next = fmax(most, score);
      const float keep = exp(most - next), weight = exp(score - next);
      total = total * keep + weight;
      for (int d = 0; d < DIM; ++d) sum[d] = sum[d] * keep + weight * tile_v[j * DIM + d];
      most = next;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int d = 0; d < DIM; ++d) out[row + d] = sum[d] / total;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int heads = kernels.size(8, 2), length = kernels.size(1024, 256);
  const std::size_t count = std::size_t(heads) * length * kDim;
  const std::size_t columns = length / kQueries, rows = heads;
  const auto value = [](std::size_t i) { return 4 * bench::noise(i) - 2; };
  const auto q = kernels.array<float>(count, value);
  const auto k = kernels.array<float>(count, [=](std::size_t i) { return value(i + count); });
  const auto v = kernels.array<float>(count, [=](std::size_t i) { return value(i + 2 * count); });
  const auto out = kernels.array<float>(count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "attention tile, 8 heads of 1024 x 64",
      .target = 1.3,
      .riffle =
          [&] {
            attention<<<dim3(columns, rows), kQueries>>>(q.device, k.device, v.device, out.device,
                                                         length);
          },
      .by_hand = {{"vectors",
                   [&] { by_hand::attention(q.host, k.host, v.host, out.host, heads, length); }}},
      .opencl =
          [&] {
            cl.launch("attention", {columns, rows}, {kQueries},
                      {q.host, k.host, v.host, out.host, length});
          },
      .results = {bench::close(out, 1e-4, 1)},
      .flops = 4.0 * heads * length * length * kDim,
  });
  return 0;
}
