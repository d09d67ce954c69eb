// SPDX-License-Identifier: Apache-2.0
#define TILE 32

kernel void matrix_product(global const float* a, global const float* b, global float* c, int size) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < size; first += TILE) {
    tile_a[ty][tx] = a[y * size + first + tx];
    tile_b[ty][tx] = b[(first + ty) * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * size + x] = sum;
}
