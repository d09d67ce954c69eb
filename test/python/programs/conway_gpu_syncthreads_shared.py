# SPDX-License-Identifier: Apache-2.0
"""The same in shared memory."""
import pycuda.autoinit  # noqa: F401
import numpy as np
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import life

SIZE, ROUNDS = 32, 1000

conway_ker_shared = SourceModule(life.RULE + r"""
__global__ void conway_ker_shared(int *lattice, int rounds) {
  const int x = X, y = Y;
  __shared__ int cells[32 * 32];
  cells[AT(x, y)] = lattice[AT(x, y)];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int state = next_state(cells[AT(x, y)], neighbours(x, y, cells));
    __syncthreads();
    cells[AT(x, y)] = state;
    __syncthreads();
  }
  lattice[AT(x, y)] = cells[AT(x, y)];
}
""").get_function("conway_ker_shared")
assert conway_ker_shared.shared_size_bytes == 4 * SIZE * SIZE
cells = life.random_cells(SIZE)
cells_gpu = gpuarray.to_gpu(cells)
conway_ker_shared(cells_gpu, np.int32(ROUNDS), grid=(1, 1, 1), block=(SIZE, SIZE, 1))
assert np.array_equal(cells_gpu.get(), life.generations(cells, ROUNDS))
