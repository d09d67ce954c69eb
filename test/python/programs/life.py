# SPDX-License-Identifier: Apache-2.0
"""The game of life on a torus: a kernel for one generation, and what numpy says."""
import numpy as np

RULE = r"""
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)
#define WIDTH (blockDim.x * gridDim.x)
#define HEIGHT (blockDim.y * gridDim.y)
#define AT(x, y) (((x) + WIDTH) % WIDTH + ((y) + HEIGHT) % HEIGHT * WIDTH)

__device__ int neighbours(int x, int y, const int *cells) {
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) sum += cells[AT(x + dx, y + dy)];
  return sum;
}

__device__ int next_state(int is_alive, int around) {
  switch (around) {
    case 2: return is_alive;
    case 3: return 1;
    default: return 0;
  }
}
"""

GENERATION = RULE + r"""
__global__ void conway_ker(int *after, const int *before) {
  const int x = X, y = Y;
  after[AT(x, y)] = next_state(before[AT(x, y)], neighbours(x, y, before));
}
"""


def random_cells(size, seed=7):
    return (np.random.default_rng(seed).random((size, size)) < 0.25).astype(np.int32)


def generations(cells, count):
    for _ in range(count):
        around = sum(np.roll(cells, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - cells
        cells = ((around == 3) | ((around == 2) & (cells == 1))).astype(np.int32)
    return cells
