// SPDX-License-Identifier: Apache-2.0
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
