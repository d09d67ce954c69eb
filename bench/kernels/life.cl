// SPDX-License-Identifier: Apache-2.0
#define SIDE 32

int next_of(int alive, int self) { return alive == 3 ? 1 : alive == 2 ? self : 0; }

#define AT(X, Y) cells[((X) + width) % width + ((Y) + height) % height * width]
#define NEIGHBOURS                                                                             \
  (AT(x - 1, y - 1) + AT(x, y - 1) + AT(x + 1, y - 1) + AT(x - 1, y) + AT(x + 1, y) +          \
   AT(x - 1, y + 1) + AT(x, y + 1) + AT(x + 1, y + 1))

kernel void life(global const int* cells, global int* next, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < width && y < height) next[x + y * width] = next_of(NEIGHBOURS, cells[x + y * width]);
}

kernel void life_block(global int* board, int generations) {
  local int cells[SIDE * SIDE];
  const int x = get_local_id(0), y = get_local_id(1), width = SIDE, height = SIDE;
  cells[x + y * SIDE] = board[x + y * SIDE];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < generations; ++i) {
    const int state = next_of(NEIGHBOURS, cells[x + y * SIDE]);
    barrier(CLK_LOCAL_MEM_FENCE);
    cells[x + y * SIDE] = state;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  board[x + y * SIDE] = cells[x + y * SIDE];
}
