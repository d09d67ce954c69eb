// SPDX-License-Identifier: Apache-2.0
#define TILE 32
#define ROWS 8

kernel void transpose(global const float* in, global float* out, int size) {
  local float tile[TILE][TILE + 1];
  const int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx;
  int y = get_group_id(1) * TILE + ty;
  for (int row = 0; row < TILE; row += ROWS) tile[ty + row][tx] = in[(y + row) * size + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int row = 0; row < TILE; row += ROWS) out[(y + row) * size + x] = tile[tx][ty + row];
}
